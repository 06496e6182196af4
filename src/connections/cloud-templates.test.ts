import { expect } from "bun:test";
import { templates, type Template } from "../modules/templates/table.ts";
import { cloudShop } from "../testing/cloud-shop.ts";
import { DAY } from "../testing/graph-server/clock.ts";
import { orderTemplate } from "../testing/official.ts";
import { test, until } from "../testing/world.ts";

async function opened() {
  const shop = await cloudShop();
  const rui = shop.as("rui");
  const path = `/templates?whatsappId=${shop.id}`;
  const stored = () => shop.db.select().from(templates).all();
  const atMeta = () => [...shop.number.account.templates.values()];
  return { ...shop, rui, path, stored, atMeta };
}

test("a template is made at Meta, decided by webhook, and reaches a customer", async () => {
  const { rui, path, stored, atMeta, graph, number, answers, rows } = await opened();
  const { status, body: made } = await rui.post<Template>(path, orderTemplate);
  expect([status, made.state]).toEqual([201, "PENDING"]);
  expect(atMeta()[0]).toMatchObject({ name: "pedido_saiu", format: "NAMED", state: "PENDING" });
  await graph.meta.decides(number.account, atMeta()[0]!, "APPROVED");
  await graph.meta.rates(number.account, atMeta()[0]!, "YELLOW");
  await graph.meta.recategorizes(number.account, atMeta()[0]!, "MARKETING");
  await until(() => stored()[0]?.category === "MARKETING");
  expect(stored()[0]).toMatchObject({ state: "APPROVED", quality: "YELLOW", reason: "" });

  const bia = graph.customer("Bia", "5511988880001");
  await graph.acts.says(bia, number, "Oi");
  const body = [
    { name: "nome", text: "{{firstName}}" },
    { name: "valor", text: "R$ 51,90" },
  ];
  expect((await answers({ template: { id: made.id, body } })).status).toBe(201);
  await until(() => bia.received.length > 0);
  expect(bia.received[0]).toMatchObject({
    type: "template",
    text: "Oi Bia, seu pedido de R$ 51,90 saiu.",
  });
  await until(() => rows("SELECT 1 FROM messages WHERE fromMe = 1 AND ack = 2").length === 1);
});

test("Meta's refusals are shown, and its list is followed in pages", async () => {
  const { rui, path, stored, atMeta, graph, number, clock } = await opened();
  await rui.post(path, orderTemplate);
  await graph.meta.decides(number.account, atMeta()[0]!, "REJECTED", "INVALID_FORMAT");
  await until(() => stored()[0]?.state === "REJECTED");
  expect(stored()[0]!.reason).toBe("INVALID_FORMAT");
  expect(await rui.post(path, orderTemplate)).toMatchObject({
    status: 409,
    body: { error: "ERR_TEMPLATE_REFUSED" },
  });
  const row = stored()[0]!;
  const change = { body: "Olá {{nome}}, o pedido de {{valor}} já saiu." };
  expect((await rui.put(`/templates/${row.id}?whatsappId=${row.whatsappId}`, change)).status).toBe(
    200,
  );
  expect(atMeta()[0]!.components[0]).toMatchObject({ text: change.body });

  // Someone makes more of them on Meta's own page.
  graph.approvesAtOnce = true;
  const { create } = await import("../testing/graph-server/templates.ts");
  for (let count = 0; count < 99; count += 1)
    create(graph, number.account, {
      name: `t_${count}`,
      language: "pt_BR",
      category: "UTILITY",
      components: [
        { type: "HEADER", format: "TEXT", text: "Oi {{1}}", example: { header_text: ["Bia"] } },
        { type: "BODY", text: "Valor {{1}} e {{2}}.", example: { body_text: [["1", "2"]] } },
        { type: "BUTTONS", buttons: [{ type: "ORDER_DETAILS" }] },
      ],
    });
  clock.pass(60_001);
  await rui.get(path);
  expect(stored()).toHaveLength(100);
  expect(stored().find(({ name }) => name === "t_7")).toMatchObject({
    format: "POSITIONAL",
    header: { format: "TEXT", text: "Oi {{1}}" },
    examples: { "1": "1", "2": "2" },
    isPlain: false,
  });
  graph.clock.advance(DAY);
  await rui.delete(`/templates/${row.id}?whatsappId=${row.whatsappId}`);
  expect(atMeta().map(({ name }) => name)).not.toContain("pedido_saiu");
  expect(stored()).toHaveLength(99);
});
