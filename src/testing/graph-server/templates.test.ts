import { afterEach, beforeEach, expect, test } from "bun:test";
import type { BusinessNumber } from "./account.ts";
import { DAY, HOUR } from "./clock.ts";
import type { Customer } from "./customer.ts";
import { caller, codeOf, type Caller } from "./caller.ts";
import { listener, type Listener } from "./listener.ts";
import { graphServer, type GraphServer } from "./server.ts";

let graph: GraphServer;
let shop: BusinessNumber;
let bia: Customer;
let callback: Listener;
let api: Caller;

beforeEach(async () => {
  graph = await graphServer();
  shop = graph.number("5511999990001");
  bia = graph.customer("Bia", "5511988887777");
  callback = listener(shop.account);
  api = caller(graph, shop);
  await graph.setCallback(shop.account, callback.url, callback.verifyToken);
  await api.post(`${shop.account.wabaId}/subscribed_apps`, {});
});

afterEach(async () => {
  await graph.stop();
  await callback.stop();
});

const body = {
  type: "BODY",
  text: "Oi {{nome}}, seu pedido de {{valor}} saiu.",
  example: {
    body_text_named_params: [
      { param_name: "nome", example: "Bia" },
      { param_name: "valor", example: "R$ 10,00" },
    ],
  },
};
const pedido = {
  name: "pedido_saiu",
  language: "pt_BR",
  category: "UTILITY",
  parameter_format: "NAMED",
  components: [body],
};
const use = (...texts: [string, string][]) => ({
  to: bia.phone,
  type: "template",
  template: {
    name: "pedido_saiu",
    language: { code: "pt_BR" },
    components: [
      {
        type: "body",
        parameters: texts.map(([parameter_name, text]) => ({ type: "text", parameter_name, text })),
      },
    ],
  },
});

test("a template is pending until Meta decides, and reaches a phone outside the window", async () => {
  const made = await create(pedido);
  expect(made).toMatchObject({ status: "PENDING", category: "UTILITY" });
  const full = use(["nome", "Bia"], ["valor", "R$ 51,90"]);
  expect(await codeOf(api.send(full))).toBe(132001);
  await graph.meta.decides(shop.account, shop.account.templates.get(made.id)!, "APPROVED");
  expect(callback.changes.at(-1)).toMatchObject({
    field: "message_template_status_update",
    value: { event: "APPROVED", message_template_name: "pedido_saiu" },
  });
  expect((await api.send(full)).messages[0].message_status).toBe("accepted");
  await graph.webhooks.settled();
  expect(bia.lastText).toBe("Oi Bia, seu pedido de R$ 51,90 saiu.");
});

test("wrong parameters are refused by count, name and value", async () => {
  graph.approvesAtOnce = true;
  const { id } = await create(pedido);
  expect(await codeOf(api.send(use(["nome", "Bia"])))).toBe(132000);
  expect(await codeOf(api.send(use(["nome", "Bia"], ["preco", "1"])))).toBe(132012);
  expect(await codeOf(api.send(use(["nome", "Bia"], ["nome", "Bia"])))).toBe(132012);
  expect(await codeOf(api.send(use(["nome", "Bia"], ["valor", "1\n2"])))).toBe(132008);
  expect(await codeOf(api.send(use(["nome", "Bia"], ["valor", "1    2"])))).toBe(132008);
  const other = use(["nome", "Bia"], ["valor", "1"]);
  other.template.language.code = "pt";
  expect(await codeOf(api.send(other))).toBe(132001);
  const template = shop.account.templates.get(id)!;
  await graph.meta.decides(shop.account, template, "PAUSED");
  expect(await codeOf(api.send(use(["nome", "Bia"], ["valor", "1"])))).toBe(132015);
  await api.post(`${id}/unpause`, {});
  await graph.meta.decides(shop.account, template, "DISABLED");
  expect(await codeOf(api.send(use(["nome", "Bia"], ["valor", "1"])))).toBe(132016);
});

test("a definition that Meta refuses is refused", async () => {
  const withText = (text: string, more = {}) => ({
    ...pedido,
    components: [{ ...body, text, ...more }],
  });
  for (const wrong of [
    withText("{{nome}} e {{valor}}."),
    withText("Oi {{nome}} {{valor}}"),
    withText("Oi {{nome}}{{valor}}."),
    withText("Oi {{nome}}."),
    withText("Oi {{nome}} e {{valor}}.", { example: undefined }),
    withText("x".repeat(1025)),
    { ...pedido, name: "Pedido Saiu" },
    { ...pedido, language: "português" },
    { ...pedido, components: [] },
    { ...pedido, parameter_format: "POSITIONAL" },
    { ...pedido, components: [{ type: "HEADER", format: "TEXT", text: "Oi" }] },
    { ...pedido, components: [body, { type: "HEADER", format: "IMAGE" }] },
    { ...pedido, components: [body, buttons(11)] },
  ])
    expect([wrong, [100, 131009].includes(Number(await codeOf(create(wrong))))]).toEqual([
      wrong,
      true,
    ]);
  await create({ ...pedido, components: [body, buttons(10)] });
  expect(await codeOf(create(pedido))).toBe(100);
});

test("templates are listed in pages, edited within limits, and their names blocked", async () => {
  graph.clock.freeze(Date.UTC(2026, 10, 2));
  graph.approvesAtOnce = true;
  const plain = (name: string) => ({
    name,
    language: "pt_BR",
    category: "UTILITY",
    components: [{ type: "BODY", text: "Oi" }],
  });
  for (let count = 0; count < 100; count += 1) await create(plain(`t_${count}`));
  expect(await codeOf(create(plain("t_100")))).toBe(80008);
  graph.clock.advance(HOUR);
  await create(plain("t_100"));
  const names: string[] = [];
  for (let after = ""; ;) {
    const page = await api.get(`${templates()}?limit=40&fields=name${after && `&after=${after}`}`);
    names.push(...page.data.map(({ name }: { name: string }) => name));
    if (!page.paging.next) break;
    after = page.paging.cursors.after;
  }
  expect(names).toHaveLength(101);
  const first = [...shop.account.templates.keys()][0]!;
  const change = { components: [{ type: "BODY", text: "Olá" }] };
  await api.post(first, change);
  expect(await codeOf(api.post(first, change))).toBe(100);
  graph.clock.advance(DAY);
  await api.post(first, change);
  await api.delete(`${templates()}?name=t_1`);
  expect(await codeOf(create(plain("t_1")))).toBe(100);
  graph.clock.advance(30 * DAY);
  await create(plain("t_1"));
});

function create(template: object) {
  return api.post(templates(), template);
}

function templates(): string {
  return `${shop.account.wabaId}/message_templates`;
}

function buttons(count: number) {
  return {
    type: "BUTTONS",
    buttons: Array.from({ length: count }, (_, index) => ({
      type: "QUICK_REPLY",
      text: `${index}`,
    })),
  };
}
