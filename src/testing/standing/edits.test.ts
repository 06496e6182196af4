import { expect } from "bun:test";
import { join } from "node:path";
import { rest } from "../../api.ts";
import { resources } from "../../kit/http/resource.ts";
import { bread, cartOf, centro, pays, sells, states } from "../bakery.ts";
import { officialOf } from "../official.ts";
import { atendimento, bia, box, idOf, test } from "../world.ts";
import { sampleOf } from "./samples.ts";

/** A change carries the `updatedAt` of the row that its user read. rules.md#edits */

await Array.fromAsync(rest());

const prices = { costPrice: "0.40", sellingPrice: "1.00" };
const address = {
  type: "Casa",
  zipCode: "01310100",
  address: "Avenida Paulista",
  number: "1578",
  neighborhood: "Bela Vista",
  city: "São Paulo",
  state: "SP",
};

type Case = {
  /** The path and body that make a row, where there is none yet. */
  make?: [path: string, body: object];
  /** Its id, where `make` does not return it. */
  id?: number;
  /** The `index`th change, and a field of it that differs each time. */
  change: (index: number) => object;
  field: string;
};

const named = (more: object = {}) => ({
  change: (index: number) => ({ ...more, name: `Nome ${index}` }),
  field: "name",
});

/** How each row is made and changed, by the first part of its path. */
const cases: Record<string, Case> = {
  announcements: {
    make: ["announcements", { title: "Aviso", text: "Texto" }],
    change: (index) => ({ title: `Aviso ${index}` }),
    field: "title",
  },
  automations: {
    make: [
      "automations",
      { name: "Automação", event: "newTicket", steps: [{ kind: "note", note: "Oi" }] },
    ],
    ...named(),
  },
  budgets: {
    make: ["budgets", cartOf([[bread, 1]])],
    change: (index) => cartOf([[bread, 1 + index]]),
    field: "orderItems",
  },
  campaigns: { make: ["campaigns", { name: "Nome", message1: "Oi" }], ...named() },
  chats: {
    make: ["chats", { title: "Grupo", users: [{ id: idOf.ana }] }],
    change: (index) => ({ title: `Grupo ${index}` }),
    field: "title",
  },
  companies: { id: 1, ...named() },
  contactAddress: {
    make: ["contactAddress", { ...address, contactId: bia.id }],
    change: (index) => ({ number: `${index}` }),
    field: "number",
  },
  "contact-fields": {
    make: ["contact-fields", { label: "Cidade" }],
    change: (index) => ({ label: `Cidade ${index}` }),
    field: "label",
  },
  segments: { make: ["segments", { name: "Nome", rule: { is: "neverBought" } }], ...named() },
  "contact-lists": { make: ["contact-lists", { name: "Lista" }], ...named() },
  "contact-list-items": {
    make: ["contact-list-items", { name: "Davi", number: "5511988887777", contactListId: 1 }],
    ...named(),
  },
  contacts: { id: bia.id, ...named() },
  "channel-rates": {
    make: [
      "channel-rates",
      {
        category: "marketing",
        country: "BR",
        currency: "USD",
        amount: "0.07",
        validFrom: "2026-11-20",
      },
    ],
    change: (index) => ({ amount: `${index}.05` }),
    field: "amount",
  },
  "delivery-fee": {
    make: ["delivery-fee", { storeId: centro, saleValue: "10.00", deliveryFee: "5.00" }],
    change: (index) => ({ deliveryFee: `${index}.00` }),
    field: "deliveryFee",
  },
  couriers: { make: ["couriers", { name: "Beto" }], ...named() },
  files: { make: ["files", { name: "Fotos", message: "Veja" }], ...named() },
  helps: {
    make: ["helps", { title: "Ajuda", video: "https://youtu.be/dQw4w9WgXcQ" }],
    change: (index) => ({ title: `Ajuda ${index}` }),
    field: "title",
  },
  ias: {
    make: ["ias", { type: 1, name: "IA", model: "gpt", prompt: "Atenda", token: "segredo" }],
    ...named(),
  },
  macros: {
    make: ["macros", { name: "Macro", steps: [{ kind: "note", note: "Oi" }] }],
    ...named(),
  },
  "option-groups": {
    make: ["option-groups", { name: "Tamanho", options: [{ name: "Grande" }] }],
    ...named(),
  },
  orders: {
    make: ["orders", cartOf([[bread, 1]])],
    change: (index) => ({ notes: `Nota ${index}` }),
    field: "notes",
  },
  paymentDetails: {
    make: ["paymentDetails", { paymentId: pays.credit, minimumValue: "10.00", installments: 2 }],
    change: (index) => ({ installments: 2 + index }),
    field: "installments",
  },
  "pix-accounts": {
    id: centro,
    change: (index) => ({ clientId: `Cliente ${index}` }),
    field: "clientId",
  },
  plans: { id: 1, ...named() },
  productStores: {
    make: ["productStores", { productId: 4, storeId: centro, stock: 5, ...prices }],
    change: (index) => ({ sellingPrice: `${index}.00` }),
    field: "sellingPrice",
  },
  products: { id: bread, ...named() },
  promotions: {
    make: [
      "promotions",
      { name: "Semana", startpromotionsAt: "2026-11-20", endpromotionsAt: "2026-11-27" },
    ],
    ...named(),
  },
  queue: { id: atendimento, ...named() },
  queueIntegration: {
    make: [
      "queueIntegration",
      { type: "n8n", name: "Fluxo", urlN8N: "https://n8n.example/a", secret: "segredo" },
    ],
    ...named(),
  },
  roles: { make: ["roles", { name: "Entrega", permissions: [] }], ...named() },
  "queue-options": {
    make: ["queue-options", { queueId: atendimento, title: "Opção", message: "Oi" }],
    change: (index) => ({ title: `Opção ${index}` }),
    field: "title",
  },
  "quick-messages": {
    make: ["quick-messages", { shortcode: "ola", message: "Olá" }],
    change: (index) => ({ message: `Olá ${index}` }),
    field: "message",
  },
  reminders: {
    make: ["reminders", { ticketId: 1, dueAt: "2026-11-25T12:00:00.000Z", text: "Ligar" }],
    change: (index) => ({ text: `Ligar ${index}` }),
    field: "text",
  },
  templates: {
    make: [
      "templates?whatsappId=2",
      { name: "aviso", language: "pt_BR", category: "UTILITY", body: "Oi" },
    ],
    change: (index) => ({ body: `Oi ${index}` }),
    field: "body",
  },
  schedules: {
    make: ["schedules", { body: "Bom dia", contactId: bia.id, sendAt: "2026-11-25T12:00:00.000Z" }],
    change: (index) => ({ body: `Bom dia ${index}` }),
    field: "body",
  },
  sla: {
    make: ["sla", { queueId: atendimento, firstAnswerMinutes: 5 }],
    change: (index) => ({ firstAnswerMinutes: 5 + index }),
    field: "firstAnswerMinutes",
  },
  users: { id: idOf.caio, ...named() },
  webhooks: {
    make: [
      "webhooks",
      { name: "Loja", url: "https://loja.example/a", events: ["message.received"], active: false },
    ],
    ...named(),
  },
  whatsapp: { id: 1, ...named() },
  ...Object.fromEntries(
    resources.map((resource) => [
      resource.name,
      {
        make: [resource.name, sampleOf(resource, 9)],
        change: (index) => sampleOf(resource, 9 + index),
        field: Object.keys(sampleOf(resource, 9))[0]!,
      } satisfies Case,
    ]),
  ),
};

/** Routes that change a row with a word or a number, without a form. */
const actions = [
  "/api/contacts/block/:id",
  "/api/landing/leads/:id",
  "/api/ticket/kanban/:id",
  "/api/tickets/:id",
  "/api/whatsappsession/:id",
];

async function shop() {
  const all = await box();
  sells(all.db);
  all.ticket({ contactId: bia.id, status: "open", userId: idOf.rui });
  all.control.sqlite.run(
    "UPDATE plans SET useSales = 1, useCampaigns = 1, useSchedules = 1, useExternalApi = 1",
  );
  all.control.sqlite.run("UPDATE identities SET super = 1 WHERE userId = ?", [idOf.rui]);
  all.db.sqlite.run(
    "INSERT INTO pixAccounts VALUES (?, 'chave', 'https://pix.example', 'Cliente', 'x', 'x', 0)",
    [centro],
  );
  await officialOf(all);
  const rui = all.as("rui");
  await rui.post("/contact-lists", { name: "Primeira" });
  await rui.post("/products", { name: "Broa de milho" });
  return { ...all, rui };
}

/** Rows that exist once: how a test changes each, and a field that differs each time. */
const onlyOnes: Record<string, Pick<Case, "change" | "field">> = {
  "auth/me": named(),
  backups: { change: (index) => ({ time: `0${index}:30` }), field: "time" },
  "billing-notices/settings": { change: (index) => ({ days: index + 1 }), field: "days" },
  box: { change: (index) => ({ boxName: `Nome ${index}` }), field: "boxName" },
  "subscription/billing": {
    change: (index) => ({ merchantName: `Nome ${index}` }),
    field: "merchantName",
  },
};

type Row = { id: number; updatedAt: string };
const { app } = await box();
const edited = app.routes.flatMap(({ method, path, hooks }) => {
  const { detail = {}, body } = hooks as {
    detail?: { "x-edits"?: string };
    body?: { safeParse: (value: object) => { success: boolean; data?: object } };
  };
  return method === "PUT" && body ? [{ path, table: detail["x-edits"], body }] : [];
});

test("every route that takes what a form holds of a row takes how the row was read", () => {
  // A program sends only the fields that it changes: it has no form that grows old.
  const ofForms = edited.filter(({ path }) => !path.startsWith("/api/v1/"));
  const without = ofForms.filter(({ path, table }) => !table && path.endsWith("/:id"));
  expect(without.map(({ path }) => path).filter((path) => !actions.includes(path))).toEqual([]);
});

test("every route that changes what there is once takes how it was read", () => {
  const only = edited.filter(({ path, table }) => table && !path.includes(":"));
  expect(only.map(({ path }) => path.replace(/^\/api\/|\/$/g, "")).toSorted()).toEqual(
    Object.keys(onlyOnes).toSorted(),
  );
});

/** Calls that change one thing at once without a form, by their files. */
const atOnce: Record<string, string[]> = {
  "inbox/draft.ts": ["/drafts"],
  "inbox/open-ticket.ts": ["/tickets"],
  "inbox/snooze.ts": ["/tickets"],
  "inbox/ticket-tags.ts": ["/ticket-tags"],
  "pages/connections/TestMessage.tsx": ["/whatsapp"],
  "pages/contacts/one/ContactTags.tsx": ["/contacts"],
  "pages/coupons/CouponView.tsx": ["/coupons"],
  "pages/dashboard/use-guide.ts": ["/setup"],
  "pages/guide/Guide.tsx": ["/setup"],
  "pages/guide/QueueStep.tsx": ["/settings"],
  "pages/kanban/Kanban.tsx": ["/tags"],
  "pages/kanban/lane-lists.ts": ["/ticket"],
  "pages/leads/Leads.tsx": ["/landing"],
  "pages/profile/Profile.tsx": ["/auth"],
  "pages/profile/TwoFactor.tsx": ["/auth"],
  "pages/queues/order.ts": ["/queue"],
  "pages/roles/roles.ts": ["/roles"],
  "pages/schedules/calendar.ts": ["/schedules"],
  "pages/platform/CompanyActions.tsx": ["/companies"],
  "pages/platform/GraceDays.tsx": ["/companies"],
  // Opening sign-up takes plans without a price off the offer.
  "pages/platform/box/BoxForm.tsx": ["/plans"],
  "pages/settings/values.ts": ["/companies", "/settings"],
  "parts/budgets/PlaceOfAddress.tsx": ["/contactAddress"],
  "pages/tickets/panel/ContactDetails.tsx": ["/contacts"],
  "pages/tickets/talk/StorePlace.tsx": ["/stores"],
  "parts/contacts/ContactActions.tsx": ["/contacts"],
  "parts/contacts/OptOutDialog.tsx": ["/contacts"],
  "parts/linking/connection-calls.ts": ["/whatsappsession"],
  "parts/notifications/notifications.ts": ["/notifications"],
  "parts/orders/move-order.ts": ["/orders"],
  "parts/reminders/reminders.ts": ["/reminders"],
  "session/preferences.ts": ["/preferences"],
};

/** Forms that replace a whole, with the time at which the user read it. */
const whole: Record<string, string[]> = {
  "pages/settings/hours.ts": ["/companies"],
  // The form replaces a whole tree, with the time of its queue.
  "pages/queues/draft.ts": ["/queue"],
};

test("every dialog that changes a row saves it in the one way, which sends what was changed and how it was read", async () => {
  const web = join(import.meta.dir, "../../../web");
  const own: Record<string, string[]> = {};
  for await (const file of new Bun.Glob("**/*.{ts,tsx}").scan(web)) {
    if (file === "forms/save-edit.ts" || file.endsWith(".test.ts")) continue;
    const text = await Bun.file(join(web, file)).text();
    const paths = [...text.matchAll(/api\s*\.put\b(?:<[^(]*>)?\(\s*(?:[`"](\/[\w-]+)|path\(\))/g)];
    const calls = text.match(/api\s*\.put\b/g) ?? [];
    expect([file, paths.length]).toEqual([file, calls.length]);
    if (paths.length > 0)
      own[file] = [...new Set(paths.map(([, path]) => path ?? "/companies"))].toSorted();
  }
  expect(own).toEqual({ ...atOnce, ...whole });
});

test("a change that says nothing of a field leaves it as it is", () => {
  const filled = edited.flatMap(({ path, table, body }) => {
    const { success, data = {} } = body.safeParse({});
    return table && success && Object.keys(data).length > 0 ? [[path, data]] : [];
  });
  expect(filled).toEqual([
    // The API takes a provider and never stores it.
    ["/api/whatsapp/:id", { provider: "beta" }],
    ["/api/orders/:id/status/:statusId", { undo: false }],
  ]);
});

for (const { path, table } of edited.filter(({ path, table }) => table && path.endsWith("/:id"))) {
  const name = path.slice("/api/".length, -"/:id".length);
  test(`${name}: what another changed since it was read is not undone`, async () => {
    const { rui, clock, db, control } = await shop();
    const { make, id: there, change, field } = cases[name]!;
    const made = make && (await rui.post<Row>(`/${make[0]}`, make[1]));
    expect([make, made?.status ?? 201]).toEqual([make, 201]);
    const id = there ?? made!.body.id;
    const home = ["announcements", "companies", "helps", "plans"].includes(name) ? control : db;
    const readAt = () => {
      const row = home.sqlite.query(`SELECT updatedAt FROM "${table}" WHERE id = ?`).get(id);
      return new Date((row as { updatedAt: number }).updatedAt).toISOString();
    };
    const first = readAt();
    clock.pass(1000);
    const put = (index: number, updatedAt?: string | null) =>
      rui.put<Row>(`/${name}/${id}`, { ...change(index), updatedAt });
    expect(await put(1, first)).toMatchObject({ status: 200 });
    const second = readAt();
    expect(second > first).toBe(true);

    expect(await put(2, first)).toMatchObject({
      status: 409,
      body: { error: "ERR_CHANGED", details: { changed: expect.arrayContaining([field]) } },
    });
    expect(readAt()).toBe(second);
    clock.pass(1000);
    expect(await put(3, second)).toMatchObject({ status: 200 });
    // Of two changes at once, the second gets the conflict.
    const third = readAt();
    clock.pass(1000);
    const both = await Promise.all([put(4, third), put(5, third)]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409,
    ]);
    // A call without `updatedAt` works as before, and the API refuses a value that is no time.
    expect(await put(6)).toMatchObject({ status: 200 });
    expect(await put(7, null)).toMatchObject({ status: 200 });
    expect(await put(8, "ontem")).toMatchObject({
      status: 422,
      body: { fields: { updatedAt: "invalid" } },
    });
  });
}

for (const [path, { change, field }] of Object.entries(onlyOnes))
  test(`${path}: what another changed since it was read is not undone`, async () => {
    const { rui, clock } = await shop();
    const read = async () => (await rui.get<Row>(`/${path}`)).body.updatedAt;
    const first = await read();
    clock.pass(1000);
    const put = (index: number, updatedAt?: string) =>
      rui.put<Row>(`/${path}`, { ...change(index), updatedAt });
    const answer = await put(1, first);
    expect(answer).toMatchObject({ status: 200, body: { updatedAt: await read() } });
    expect(await put(2, first)).toMatchObject({
      status: 409,
      body: { error: "ERR_CHANGED", details: { changed: expect.arrayContaining([field]) } },
    });
    clock.pass(1000);
    expect(await put(3, answer.body.updatedAt)).toMatchObject({ status: 200 });
    expect(await put(4)).toMatchObject({ status: 200 });
  });

test("an order that was cancelled meanwhile stays cancelled, and the answer says what changed", async () => {
  const { rui, as, clock } = await shop();
  const ana = as("ana");
  const { body: read } = await ana.post<Row>("/orders", cartOf([[bread, 1]]));
  clock.pass(1000);
  await rui.put(`/orders/${read.id}/status/${states.cancelled}`);
  expect(
    await ana.put(`/orders/${read.id}`, { notes: "Sem sal", updatedAt: read.updatedAt }),
  ).toMatchObject({
    status: 409,
    body: { error: "ERR_CHANGED", details: { changed: ["statusId", "cancelledAt"] } },
  });
  expect((await ana.get(`/orders/${read.id}`)).body).toMatchObject({
    notes: "",
    status: { isCancelled: true },
  });
  // A user who does not see the order learns nothing of it.
  expect(
    await as("caio").put(`/orders/${read.id}`, { notes: "Oi", updatedAt: read.updatedAt }),
  ).toMatchObject({ status: 404 });
});

test("what the box itself notes of a row is no change of another's", async () => {
  const { rui, clock, db } = await shop();
  const { body: chat } = await rui.post<Row>("/chats", {
    title: "Grupo",
    users: [{ id: idOf.ana }],
  });
  clock.pass(1000);
  await rui.post(`/chats/${chat.id}/messages`, { message: "Oi" });
  expect(
    await rui.put(`/chats/${chat.id}`, { title: "Turma", updatedAt: chat.updatedAt }),
  ).toMatchObject({ status: 200 });
  const { body: item } = await rui.post<Row>("/contact-list-items", {
    name: "Davi",
    number: "5511988887777",
    contactListId: 1,
  });
  db.sqlite.run("UPDATE contactListItems SET isWhatsappValid = 1, updatedAt = updatedAt + 1");
  expect(
    await rui.put(`/contact-list-items/${item.id}`, { name: "Dalva", updatedAt: item.updatedAt }),
  ).toMatchObject({ status: 200 });
  const { body: line } = await rui.get<Row>("/whatsapp/1");
  db.sqlite.run("UPDATE connections SET status = 'DISCONNECTED', updatedAt = updatedAt + 1");
  expect(await rui.put("/whatsapp/1", { name: "Loja", updatedAt: line.updatedAt })).toMatchObject({
    status: 200,
  });
  const { body: entry } = await rui.post<Row>("/productStores", {
    productId: 4,
    storeId: centro,
    stock: 5,
    ...prices,
  });
  clock.pass(1000);
  await rui.post("/orders", cartOf([[4, 1]]));
  expect(
    await rui.put(`/productStores/${entry.id}`, {
      sellingPrice: "2.00",
      updatedAt: entry.updatedAt,
    }),
  ).toMatchObject({ status: 200, body: { stock: 4, sellingPrice: "2.00" } });
});
