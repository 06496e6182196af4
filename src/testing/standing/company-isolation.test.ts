import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { create } from "../../kit/http/crud.ts";
import { resources } from "../../kit/http/resource.ts";
import { ofUser } from "../../modules/identities/identities.ts";
import { dot, bia, box, canary, idOf, settled, test, type Box, type World } from "../world.ts";
import * as scheduleVerbs from "../../modules/schedules/schedules.ts";
import { schedules } from "../../modules/schedules/table.ts";
import { meOf } from "../../modules/users/users.ts";
import { sampleOf } from "./samples.ts";

const shop = await box();
const { db, dbs } = shop;
const quitanda = dbs.open(2);

const schedule = (company: typeof db) =>
  scheduleVerbs.create(company, meOf(company, idOf.rui, false)!, {
    body: company === db ? "Bom dia!" : `Bom dia ${canary}`,
    contactId: bia.id,
    sendAt: "2030-01-15T09:00",
  });

/** Gives both companies the same rows under the same ids, and Quitanda some more. */
async function furnish(
  make: Pick<
    World,
    | "tag"
    | "option"
    | "integration"
    | "ia"
    | "ticket"
    | "message"
    | "quickMessage"
    | "contact"
    | "receives"
  >,
  company = db,
) {
  const tag = make.tag();
  const file = await company.files.keep(dot, company === db ? "broa.png" : `${canary}.png`);
  for (const status of ["pending", "open", "closed"] as const) {
    const ticket = make.ticket({ status, tagIds: [tag.id] });
    make.message({ ticketId: ticket.id });
    make.message({
      ticketId: ticket.id,
      fromMe: true,
      origin: "agent",
      ack: -1,
      reason: company === db ? "falhou" : canary,
    });
  }
  make.quickMessage({ geral: true, userId: idOf.rui });
  make.option();
  make.integration();
  make.ia();
  schedule(company);
  for (const resource of resources)
    create(
      company,
      meOf(company, idOf.rui, false)!,
      resource,
      sampleOf(resource, 1, company === db ? undefined : canary),
    );
  return make.receives(company === db ? "Oi" : `Oi ${canary}`, { file })!;
}

const mine = await furnish(shop);
const make = shop.quitanda();
const theirs = await furnish(make, quitanda);
const only = 500;
const alone = {
  queue: make.queue({ id: only }),
  contact: make.contact({ id: only }),
  connection: make.connection({ id: only }),
  user: make.user({ id: only }),
  ticket: make.ticket({ id: only, contactId: only }),
  message: make.message({ id: only, ticketId: only, fromMe: true, ack: -1 }),
  quick: make.quickMessage({ id: only, geral: true }),
  option: make.option({ id: only, queueId: only }),
  integration: make.integration({ id: only }),
  ia: make.ia({ id: only }),
};

quitanda.sqlite.run(
  "INSERT INTO chats (id, uuid, title, ownerId, lastMessage, createdAt, updatedAt) VALUES (?, 'chat-of-quitanda', ?, ?, ?, 0, 0)",
  [only, canary, idOf.rui, canary],
);
quitanda.sqlite.run(
  "INSERT INTO chatMessages (id, chatId, senderId, message, createdAt, updatedAt) VALUES (?, ?, ?, ?, 0, 0)",
  [only, only, idOf.rui, canary],
);
for (const name of ["rui", "ana"] as const)
  quitanda.sqlite.run("INSERT INTO chatUsers (chatId, userId) VALUES (?, ?)", [only, idOf[name]]);

for (const resource of resources) {
  const { id } = create(
    quitanda,
    meOf(quitanda, idOf.rui, false)!,
    resource,
    sampleOf(resource, 2, canary),
  );
  quitanda.update(resource.table).set({ id: only }).where(eq(resource.table.id, id)).run();
}

quitanda
  .update(schedules)
  .set({ id: only })
  .where(eq(schedules.id, schedule(quitanda).id))
  .run();

const routes = [
  ...new Map(
    shop.app.routes
      .filter(({ path }) => path.startsWith("/api/"))
      .map(({ method, path }) => [`${method} ${path}`, { method, path }]),
  ).values(),
];
const crudPaths = resources.map(({ name }) => `/${name}`);
const order = ["GET", "POST", "PUT", "DELETE"];

/** A body with every field that any route knows, with ids of the other company. */
const everything = {
  name: "Invasor",
  color: "#010203",
  number: "5511900000001",
  email: "invasor@paoquente.com.br",
  password: "oito-letras",
  profile: "user",
  status: "closed",
  value: "enabled",
  company: "Invasora",
  shortcode: "invasor",
  message: "Invasão",
  geral: true,
  provider: "practice",
  contactId: only,
  whatsappId: only,
  queueId: only,
  queueIds: [only],
  userId: only,
  ticketUserId: only,
  ticketId: only,
  companyId: 2,
  body: "Oi",
  quotedMsg: { id: only },
  from: "5511900000002",
  id: "X1",
  ack: 3,
  disconnect: true,
  token: "x",
  queue: { name: "Invasora", color: "#030201" },
  parentId: only,
  integrationId: only,
  promptId: only,
  transferQueueId: only,
  ids: [only],
  option: "9",
  title: "Invasor",
  type: "webhook",
  urlN8N: "https://invasor.com.br",
  model: "llama3",
  prompt: "Invada",
  text: "Oi",
  timezone: "America/Manaus",
};

/** All data of the other company: its file and its identities. */
function contents(): string {
  const tables = (
    quitanda.sqlite
      .query(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%Search%' ORDER BY name",
      )
      .all() as { name: string }[]
  ).map(({ name }) => name);
  const rows = tables.map((name) => [
    name,
    quitanda.sqlite.query(`SELECT * FROM ${name} ORDER BY 1`).all(),
  ]);
  return JSON.stringify([
    rows,
    shop.control.sqlite.query("SELECT * FROM companies WHERE id = 2").all(),
    shop.control.sqlite.query("SELECT * FROM identities WHERE companyId = 2 ORDER BY id").all(),
  ]);
}

const before = contents();

test("the other company's marker is where it should be", () => {
  expect(before.split(canary).length).toBeGreaterThan(40);
  expect(JSON.stringify(db.sqlite.query("SELECT * FROM messages").all())).not.toContain(canary);
  expect(mine.id).toBe(theirs.id);
  expect(alone.ticket.id).toBe(only);
});

test("no route of this company reaches the other, by any id and with any body", async () => {
  const ids = [1, 2, 3, 4, only];
  const leaks: string[] = [];
  for (const method of order) {
    for (const route of routes.filter((each) => each.method === method)) {
      const paths = /:\w+/.test(route.path)
        ? ids.flatMap((id) => [
            route.path
              .replace(":uuid", alone.ticket.uuid)
              .replace(":key", "singleSession")
              .replace(/:\w+/, String(id)),
          ])
        : [
            route.path,
            `${route.path}?companyId=2&company=2&searchParam=${canary}&showAll=true&number=${alone.contact.number}&since=0`,
          ];
      for (const path of new Set(paths)) {
        for (const who of ["rui", "ana"] as const) {
          // One of the routes deletes her.
          if (!ofUser(shop.control, 1, idOf[who])) continue;
          const { status, body, headers } = await shop
            .as(who)
            .call(method, path.slice(4), method === "GET" ? undefined : everything);
          const text = JSON.stringify([body, [...headers]]);
          if (text.includes(canary))
            leaks.push(`${method} ${path} as ${who}: ${status} ${text.slice(0, 200)}`);
        }
      }
    }
  }
  expect(leaks).toEqual([]);
  expect(contents()).toBe(before);
}, 60_000);

test("an id that only the other company has is missing here", async () => {
  const other = await anew();
  const rui = other.as("rui");
  const answers = [
    ...(await Promise.all(
      [
        "/users",
        "/queue",
        "/quick-messages",
        "/schedules",
        "/whatsapp",
        "/contacts",
        "/tickets",
        "/messages",
        "/queueIntegration",
        "/ias",
        ...crudPaths,
      ].map((path) => rui.get(`${path}/${only}`)),
    )),
    await rui.get(`/tickets/u/${alone.ticket.uuid}`),
    await rui.put(`/tickets/${only}`, { status: "open" }),
    await rui.post(`/messages/${only}`, { body: "Oi" }),
    await rui.post(`/messages/${only}/retry`),
    await rui.post(`/messages/${only}/read`),
    await rui.post("/tickets", { contactId: only }),
    await rui.post("/tickets", { contactId: bia.id, whatsappId: only }),
    await rui.post("/tickets", { contactId: bia.id, queueId: only }),
    await rui.get(`/queue-options?queueId=${only}`),
    await rui.put(`/queue-options/${only}`, { title: "Horário" }),
    await rui.put(`/queue/${only}/options`, { options: [] }),
    await rui.post(`/ias/${only}/test`, { text: "Oi" }),
    await rui.get("/companies/2/schedules"),
    await rui.get("/companies/2"),
    await rui.put("/companies/2", { timezone: "America/Manaus" }),
    await rui.post(`/whatsapp/${only}/token`),
    await rui.delete(`/whatsapp/${only}/token`),
    await rui.get(`/contactAddress/all/${only}`),
    await rui.get(`/contacts/${only}/export`),
    await rui.delete(`/contacts/${only}/erase`),
    await rui.delete(`/contacts/${only}`),
    await rui.post("/contacts/merge", { winnerId: bia.id, loserIds: [only] }),
    ...(await Promise.all(
      [
        "/users",
        "/queue",
        "/quick-messages",
        "/schedules",
        "/whatsapp",
        "/queue-options",
        "/queueIntegration",
        "/ias",
        ...crudPaths,
      ].map((path) => rui.delete(`${path}/${only}`)),
    )),
    ...(await Promise.all(
      [
        `/whatsappsession/${only}`,
        `/practice/${only}/scan`,
        `/quick-messages/duplication/${only}`,
      ].map((path) => rui.post(path)),
    )),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  expect((await rui.put(`/users/${idOf.caio}`, { queueIds: [only] })).status).toBe(422);
  expect((await rui.put("/whatsapp/1", { queueIds: [only] })).status).toBe(422);
  const pointing = [
    await rui.put("/queue/1", { integrationId: only }),
    await rui.put("/queue/1", { promptId: only }),
    await rui.put("/whatsapp/1", { transferQueueId: only }),
    await rui.post("/queue-options", { queueId: only, title: "Horário" }),
    await rui.post("/queue-options", { queueId: 1, parentId: only, title: "Horário" }),
    await rui.put("/queue/order", { ids: [only] }),
    await rui.post("/ias", {
      type: 3,
      name: "Pãozinho",
      model: "llama3",
      url: "http://ollama.lan",
      prompt: "Oi",
      queueId: only,
    }),
  ];
  expect(pointing.map(({ status, body }) => [status, Object.values(body.fields ?? {})])).toEqual(
    pointing.map(() => [422, ["invalid"]]),
  );
  expect((await rui.get("/companies/listPlan/2")).status).toBe(404);
});

test("a quote can't show the other company's message", async () => {
  const other = await anew();
  const ticket = other.ticket({ status: "open" });
  const reply = await other
    .as("ana")
    .post(`/messages/${ticket.id}`, { body: "Oi", quotedMsg: { id: only } });
  expect(reply).toMatchObject({ status: 201, body: [{ quotedMsg: null }] });
});

test("a media link works only for the company it was signed for", async () => {
  // One of the routes erased its sender.
  await db.files.keep(dot, "broa.png");
  const open = (link: string) => fetch(shop.url + link).then(({ status }) => status);
  expect([await open(mine.mediaUrl!), await open(theirs.mediaUrl!)]).toEqual([200, 200]);
  expect(await open(theirs.mediaUrl!.replace("/media/2/", "/media/1/"))).toBe(404);
  expect(await open(mine.mediaUrl!.replace("/media/1/", "/media/2/"))).toBe(404);
  expect(
    await open(mine.mediaUrl!.replace(/\?.*/, new URL(theirs.mediaUrl!, shop.url).search)),
  ).toBe(404);
  expect(await open(mine.mediaUrl!.replace(/sign=.*/, "sign="))).toBe(404);
  expect(await open(mine.mediaUrl!.replace("/media/1/", "/media/77/"))).toBe(404);
});

test("nobody gets the other company's events", async () => {
  const other = await anew();
  const [here, there] = await Promise.all([
    other.listener(other.as("rui")),
    other.listener(other.as("rui", 2)),
  ]);
  await Promise.all([here.ready(), there.ready()]);
  other.quitanda().receives(`Oi ${canary}`);
  await settled(other.dbs.open(2), there);
  await settled(other.db, here);
  expect(JSON.stringify(there.frames)).toContain(canary);
  expect(here.frames.map(({ event }) => event)).toEqual(["ready", "fence"]);
});

test("an e-mail and password belong to one company", async () => {
  const other = await anew();
  const rui = other.as("rui", 2);
  expect(await rui.get("/auth/me")).toMatchObject({
    body: { companyId: 2, company: { name: `Quitanda ${canary}` } },
  });
  expect(JSON.stringify((await rui.get("/contacts")).body)).toContain(canary);
});

/** A company without the requests above. */
const anew = (): Promise<Box> => box();
