import { expect } from "bun:test";
import { box, hour, test } from "../../testing/world.ts";
import { plans } from "./table.ts";

test("a plan's limits count when something is added, and 0 is no limit", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  const refused = (what: string, limit: number, text: string) => ({
    status: 403,
    body: {
      error: "ERR_PLAN_LIMIT",
      message: `Número máximo de ${text} já alcançado: ${limit}`,
      details: { limit, what },
    },
  });
  const queue = (name: string, color: string) => rui.post("/queue", { name, color });
  const connection = (name: string) => rui.post("/whatsapp", { name, provider: "practice" });
  const user = (name: string) =>
    rui.post("/users", { name, email: `${name}@paoquente.com.br`, password: "oito-letras" });

  shop.control.update(plans).set({ queues: 3, connections: 3, users: 5 }).run();
  for (const made of [
    await queue("Bolos", "#111111"),
    await connection("Filial"),
    await user("nina"),
  ])
    expect(made.status).toBe(201);
  expect(await queue("Tortas", "#222222")).toMatchObject(refused("queues", 3, "filas"));
  expect(await connection("Feira")).toMatchObject(refused("connections", 3, "conexões"));
  expect(await user("neu")).toMatchObject(refused("users", 5, "usuários"));
  // Existing records stay, and can still be changed.
  shop.control.update(plans).set({ queues: 1 }).run();
  expect(await rui.put("/queue/1", { name: "Balcão" })).toMatchObject({ status: 200 });
  shop.control.update(plans).set({ campaigns: 1, schedules: 1 }).run();
  const campaign = () => rui.post<{ id: number }>("/campaigns", { name: "Natal" });
  const schedule = () =>
    rui.post("/schedules", {
      body: "Bom dia",
      contactId: shop.contact().id,
      sendAt: new Date(shop.clock.now() + hour).toISOString(),
    });
  for (const [make, words] of [
    [campaign, refused("campaigns", 1, "campanhas")],
    [schedule, refused("schedules", 1, "agendamentos")],
  ] as const)
    expect([await make(), await make()]).toMatchObject([{ status: 201 }, words]);
  // Finished records do not count.
  shop.db.sqlite.run("UPDATE campaigns SET status = 'CANCELADA'");
  shop.db.sqlite.run("UPDATE schedules SET status = 'ENVIADA'");
  expect([await campaign(), await schedule()]).toMatchObject([{ status: 201 }, { status: 201 }]);
  expect(await rui.post("/campaigns/1/restart")).toMatchObject(
    refused("campaigns", 1, "campanhas"),
  );
  shop.control.update(plans).set({ queues: 0, connections: 0, users: 0 }).run();
  for (const made of [
    await queue("Tortas", "#222222"),
    await connection("Feira"),
    await user("neu"),
  ])
    expect(made.status).toBe(201);
});
