import { expect } from "bun:test";
import { settingField, settingKeys } from "../../shared/settings.ts";
import { box, caller, settled, test } from "../world.ts";

const shop = await box();
shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
const quitanda = shop.dbs.open(2);
/** The admin whose role support takes, with a chat of theirs. */
const admin = shop.as("rui", 2);
await admin.put("/settings/supportAccess", { value: "enabled" });
const chat = (
  await admin.post<{ id: number; uuid: string }>("/chats", { title: "Turma", users: [{ id: 2 }] })
).body;
const { body: optOut } = await admin.post<{ id: number }>("/opt-outs", {
  number: "11 98888-0001",
  reason: "Pediu no balcão",
});
const { body: campaign } = await admin.post<{ id: number }>("/campaigns", {
  name: "Natal",
  message1: "Oi",
});
const ticket = shop.quitanda().ticket();
const message = shop.quitanda().message({ ticketId: ticket.id });

const { session } = shop.as("rui");
await caller(shop.url, shop.tokens.sign({ session })).post("/companies/2/enter");
const support = caller(shop.url, shop.tokens.sign({ session, visit: 2 }));

const routes = [
  ...new Set(
    shop.app.routes
      .filter(({ path }) => path.startsWith("/api/"))
      .map(({ method, path }) => `${method} ${path.slice("/api".length).replace(/\/$/, "")}`),
  ),
];
const under = (...areas: string[]) =>
  routes.filter((route) => areas.some((area) => ` ${route}/`.includes(` ${area}/`)));
const denied = { status: 403, error: "ERR_NO_PERMISSION", visiting: true };

/** A body that passes only the check of access, which comes first. */
async function knock(route: string, ids: Record<string, string | number> = {}, by = support) {
  const [method, path] = route.split(" ") as [string, string];
  const answer = await by.call(
    method,
    path.replace(/:(\w+)/g, (_, name: string) => String(ids[name] ?? 1)),
    method === "GET" ? undefined : { name: 7 },
  );
  return {
    route,
    status: answer.status,
    error: answer.body?.error,
    visiting: answer.body?.details?.visiting,
  };
}
const knockAll = async (some: string[], ids?: Record<string, string | number>) => {
  const answers = [];
  for (const route of some) answers.push(await knock(route, ids));
  return answers;
};
const noted = (action: string) =>
  quitanda.sqlite
    .query<{ subject: string; userId: number | null; userName: string }, [string]>(
      "SELECT subject, userId, userName FROM audit WHERE action = ? ORDER BY id",
    )
    .all(action);
const byRui = (subject: string) => ({ subject, userId: null, userName: "Rui" });

/** A visit changes none of these resources. */
const closed = [
  "GET /users",
  "POST /users",
  "PUT /users",
  "DELETE /users",
  "GET /roles",
  "POST /roles",
  "PUT /roles",
  "DELETE /roles",
  "GET /webhooks",
  "POST /webhooks",
  "PUT /webhooks",
  "DELETE /webhooks",
  "GET /api-tokens",
  "DELETE /api-tokens",
  "POST /whatsapp/:id/token",
  "DELETE /whatsapp/:id/token",
];

test("people, roles, second steps, tokens and webhooks are read and not changed", async () => {
  const all = under(...closed);
  const changes = all.filter((route) => !route.startsWith("GET "));
  expect(changes).toEqual(
    expect.arrayContaining([
      "POST /users",
      "PUT /users/:id",
      "DELETE /users/:id",
      "DELETE /users/:id/totp",
      "POST /roles",
      "PUT /roles/:id",
      "DELETE /roles/:id",
      "POST /whatsapp/:id/token",
      "DELETE /whatsapp/:id/token",
      "DELETE /api-tokens/:id",
      "POST /webhooks",
      "PUT /webhooks/:id",
      "POST /webhooks/:id/secret",
      "DELETE /webhooks/:id",
    ]),
  );
  expect(await knockAll(changes)).toEqual(changes.map((route) => ({ route, ...denied })));
  const reads = await knockAll(all.filter((route) => route.startsWith("GET ")));
  expect(reads.map(({ status }) => status)).not.toContain(403);
  expect(reads.find(({ route }) => route === "GET /users/:id")).toMatchObject({ status: 200 });
  // Deleting a connection also deletes its tokens.
  expect((await admin.post("/whatsapp/1/token", { name: "ERP" })).status).toBe(201);
  expect(await support.delete("/whatsapp/1")).toMatchObject({
    status: 403,
    body: { error: "ERR_NO_PERMISSION" },
  });
  expect((await support.delete("/whatsapp/2")).status).toBe(200);
  // The admin may do it themself.
  expect((await knock("PUT /users/:id", {}, admin)).status).toBe(422);
});

test("the owner's own account, and the switch that lets them in, stay as they are", async () => {
  const own = under(...["GET", "POST", "PUT", "DELETE"].map((method) => `${method} /auth`)).filter(
    (route) => !/\/(login|logout|refresh_token|forgotten.*)$|^GET \/auth\/me$/.test(route),
  );
  expect(own).toEqual(
    expect.arrayContaining(["PUT /auth/me", "POST /auth/totp", "DELETE /auth/totp"]),
  );
  expect(await knockAll(own)).toEqual(own.map((route) => ({ route, ...denied })));
  const closed = settingKeys.filter((key) => settingField(key).closedToVisits);
  expect(closed).toEqual(["requireTotp", "supportAccess"]);
  for (const key of closed)
    expect(await support.put(`/settings/${key}`, { value: "enabled" })).toMatchObject({
      status: 403,
      body: { error: "ERR_NO_PERMISSION" },
    });
  expect(await support.put("/settings/keepUser", { value: "enabled" })).toMatchObject({
    status: 200,
  });
  expect((await support.get("/settings")).status).toBe(200);
});

test("chats stay among their members: no route, no part of a screen and no frame shows them", async () => {
  const chats = under(...["GET", "POST", "PUT", "DELETE"].map((method) => `${method} /chats`));
  expect(chats.length).toBeGreaterThan(8);
  for (const id of [chat.id, chat.uuid])
    expect(await knockAll(chats, { id })).toEqual(chats.map((route) => ({ route, ...denied })));
  expect(Object.keys((await support.get("/shell")).body)).not.toContain("chats");

  const since = quitanda.seq();
  const [visiting, theirs] = await Promise.all([shop.listener(support), shop.listener(admin)]);
  await Promise.all([visiting.ready(), theirs.ready()]);
  const ana = shop.as("ana", 2);
  await ana.post(`/chats/${chat.id}/messages`, { message: "segredo da turma" });
  await ana.post(`/chats/${chat.id}/typing`, { typing: true });
  await admin.post("/tags", { name: "Depois", color: "#2563a8" });
  await settled(quitanda, theirs);
  await settled(quitanda, visiting);
  const eventsOf = ({ frames }: typeof theirs) => new Set(frames.map(({ event }) => event));
  expect(eventsOf(theirs)).toContain("chat");
  expect(eventsOf(theirs)).toContain("chatTyping");
  expect(eventsOf(visiting)).toContain("tag");
  expect(eventsOf(visiting)).not.toContain("chat");
  expect(eventsOf(visiting)).not.toContain("chatTyping");
  const missed = await support.get(`/events?since=${since}`);
  expect(JSON.stringify(missed.body)).toContain("Depois");
  expect(JSON.stringify(missed.body)).not.toContain("segredo");
});

test("each conversation and list of customers that support reads is in the audit under its name, once", async () => {
  await support.get(`/messages/${ticket.id}`);
  await support.get(`/messages/${ticket.id}?pageNumber=2`);
  await support.get(`/messages/${ticket.id}/search?searchParam=oi`);
  await support.get(`/messages/${message.id}/history`);
  await support.get(`/contacts/${ticket.contactId}/media`);
  // The message does not exist, so the visit opened nothing.
  await support.get("/messages/987654");
  // These lists show the words by which customers opted out or answered.
  for (const page of [1, 2]) await support.get(`/opt-outs?pageNumber=${page}`);
  await support.get(`/opt-outs/${optOut.id}`);
  await support.get(`/campaigns/${campaign.id}/report/contacts`);
  expect(noted("supportOpened")).toEqual([
    byRui(`ticket ${ticket.id}`),
    byRui(`message ${message.id}`),
    byRui(`contact ${ticket.contactId}`),
    byRui("GET /api/opt-outs"),
    byRui("GET /api/opt-outs/:id"),
    byRui(`campaign ${campaign.id}`),
  ]);
  await admin.get(`/messages/${ticket.id}`);
  await admin.get("/opt-outs");
  expect(noted("supportOpened")).toHaveLength(6);
});

test("each export and each change of support is in the audit under its name", async () => {
  const exported: string[] = [];
  for (const route of routes.filter((one) => one.startsWith("GET "))) {
    const path = route.slice("GET ".length).replace(/:\w+/g, "1");
    const answer = await fetch(`${shop.url}/api${path}`, {
      headers: { authorization: `Bearer ${await support.token}` },
      signal: path.startsWith("/events") ? AbortSignal.timeout(1) : undefined,
    }).catch(() => undefined);
    if (answer?.headers.get("content-disposition")?.startsWith("attachment"))
      exported.push(route.replace(" ", " /api"));
    await answer?.body?.cancel();
  }
  expect(exported).toEqual(
    expect.arrayContaining(["GET /api/contacts/export", "GET /api/products/export"]),
  );
  expect(noted("supportExported")).toEqual(exported.map(byRui));
  await support.post("/tags", { name: "Do suporte", color: "#2563a8" });
  expect(noted("supportActed").at(-1)).toEqual(byRui("POST /api/tags"));
  expect(noted("denied")).toContainEqual(byRui("POST /api/users"));
});
