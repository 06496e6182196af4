import { expect } from "bun:test";
import { box, minute, settled, test, type Box } from "../../testing/world.ts";
import type { Help } from "./table.ts";

type Listed = { records: Help[]; hasMore: boolean; count: number };
const body = { title: "Primeiros passos", description: "Em dois minutos.", video: "aB3_-56789x" };

/** A box whose owner is Rui, of the first company. */
async function boxWithOwner() {
  const shop = await box();
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  return shop;
}
const titles = async (who: ReturnType<Box["as"]>) =>
  (await who.get<Help[]>("/helps/list")).body.map(({ title }) => title);

test("the owner explains by videos, everyone in every company reads them in their order, and a link is kept as its id", async () => {
  const shop = await boxWithOwner();
  const rui = shop.as("rui");
  expect(
    await rui.post("/helps", { ...body, video: "https://youtu.be/aB3_-56789x?si=1" }),
  ).toMatchObject({ status: 201, body });
  shop.clock.pass(minute);
  const { id } = (await rui.post<Help>("/helps", { title: "Filas", video: "zzzzzzzzzzz" })).body;
  for (const who of [rui, shop.as("ana"), shop.as("rui", 2)])
    expect(await titles(who)).toEqual(["Primeiros passos", "Filas"]);
  expect((await rui.get<Listed>("/helps/?searchParam=&pageNumber=1")).body).toMatchObject({
    records: [body, { title: "Filas", description: "" }],
    hasMore: false,
    count: 2,
  });
  expect((await rui.get<Listed>("/helps?searchParam=minutos")).body.count).toBe(1);
  expect(
    await rui.put(`/helps/${id}`, { id, title: "As filas", video: "zzzzzzzzzzz", createdAt: 7 }),
  ).toMatchObject({ status: 200, body: { id, title: "As filas", video: "zzzzzzzzzzz" } });
  expect(await rui.delete(`/helps/${id}`)).toMatchObject({ status: 200, body: {} });
  expect(await titles(rui)).toEqual(["Primeiros passos"]);
});

test("what is no video is refused at its field, a title counts once, and nothing is half saved", async () => {
  const shop = await boxWithOwner();
  const rui = shop.as("rui");
  await rui.post("/helps", body);
  const refused = [
    [{}, { title: "required", video: "required" }],
    [{ ...body, title: "B", video: "https://exemplo.com/aB3_-56789x" }, { video: "invalid" }],
    [{ ...body, video: " " }, { video: "required" }],
    [{ ...body, video: 7 }, { video: "invalid" }],
    [{ ...body, title: "x".repeat(101) }, { title: "too_long" }],
    [{ ...body, description: "x".repeat(1001) }, { description: "too_long" }],
    [{ ...body, video: "x".repeat(2001) }, { video: "too_long" }],
  ] as const;
  for (const [wrong, fields] of refused)
    expect(await rui.post("/helps", wrong)).toMatchObject({
      status: 422,
      body: { error: "ERR_VALIDATION", fields },
    });
  expect(await rui.post("/helps", { ...body, title: "primeiros PASSOS" })).toMatchObject({
    status: 409,
    body: { error: "ERR_ALREADY_EXISTS", fields: { title: "taken" } },
  });
  for (const missing of [await rui.put("/helps/9", { title: "B" }), await rui.delete("/helps/9")])
    expect(missing).toMatchObject({ status: 404, body: { error: "ERR_NOT_FOUND" } });
  expect((await rui.get<Help[]>("/helps/list")).body).toMatchObject([body]);
});

test("everyone in every company hears of each change", async () => {
  const shop = await boxWithOwner();
  const rui = shop.as("rui");
  const listeners = await Promise.all([
    shop.listener(shop.as("ana")),
    shop.listener(shop.as("caio", 2)),
  ]);
  await Promise.all(listeners.map((listener) => listener.ready()));
  const { id } = (await rui.post<Help>("/helps", body)).body;
  await rui.put(`/helps/${id}`, { title: "Comece aqui" });
  await rui.delete(`/helps/${id}`);
  await settled(shop.db, listeners[0]!);
  await settled(shop.dbs.open(2), listeners[1]!);
  const received = listeners.map(({ frames }) =>
    frames
      .filter(({ event }) => event === "help")
      .map(({ action, record, id: gone }) => [
        action,
        gone ?? (record as Help).id,
        (record as Help | undefined)?.title,
      ]),
  );
  const expected = [
    ["create", id, "Primeiros passos"],
    ["update", id, "Comece aqui"],
    ["delete", id, undefined],
  ];
  expect(received).toEqual([expected, expected]);
});
