import { expect } from "bun:test";
import { atendimento, bia, box, hour, idOf, morning, test } from "../world.ts";

/**
 * A box of Rui's with an announcement, a help, and Ana's reminder for Bia's ticket: each has the id
 * 1.
 */
async function furnished() {
  const shop = await box();
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  const rui = shop.as("rui");
  await rui.post("/announcements", { title: "Manutenção", text: "Domingo às 3h." });
  await rui.post("/helps", {
    title: "Primeiros passos",
    description: "Dois minutos.",
    video: "aB3_-56789x",
  });
  shop.ticket({ contactId: bia.id, queueId: atendimento });
  await rui.post("/reminders", {
    ticketId: 1,
    text: "Confirmar",
    dueAt: tomorrow,
    userId: idOf.ana,
  });
  return shop;
}

const tomorrow = new Date(morning + 24 * hour).toISOString();
const announcement = {
  id: 1,
  title: "Manutenção",
  text: "Domingo às 3h.",
  priority: 3,
  status: true,
  mediaPath: null,
  mediaName: null,
};
const help = {
  id: 1,
  title: "Primeiros passos",
  description: "Dois minutos.",
  video: "aB3_-56789x",
};
const reminder = {
  id: 1,
  ticketId: 1,
  userId: idOf.ana,
  byUserId: idOf.rui,
  text: "Confirmar",
  dueAt: tomorrow,
  rungAt: null,
  doneAt: null,
  contact: { name: "Bia" },
  user: { name: "Ana" },
  byUser: { name: "Rui" },
  ticket: { status: "pending" },
};

/**
 * The calls of clients on announcements, helps and reminders, with the bodies that they send and
 * the fields that they read.
 */
const calls: [call: string, status: number, answer: unknown, body?: object][] = [
  [
    "GET /announcements/?searchParam=domingo&pageNumber=1",
    200,
    { records: [announcement], hasMore: false },
  ],
  ["GET /announcements/1", 200, announcement],
  [
    "POST /announcements",
    201,
    { id: 2, priority: 1, status: false },
    { title: "Aviso", text: "Oi", priority: 1, status: false, companyId: 7 },
  ],
  [
    "PUT /announcements/1",
    200,
    { ...announcement, title: "Adiada" },
    { ...announcement, title: "Adiada" },
  ],
  ["DELETE /announcements/1/media-upload", 200, announcement],
  ["DELETE /announcements/1", 200, {}],
  ["POST /announcements", 422, { fields: { title: "required", text: "required" } }, {}],
  [
    "PUT /announcements/1",
    422,
    { fields: { priority: "invalid", status: "invalid" } },
    { priority: "alta", status: "sim" },
  ],
  ["GET /announcements/99", 404, { error: "ERR_NOT_FOUND" }],
  ["GET /helps/?searchParam=&pageNumber=1", 200, { records: [help], hasMore: false, count: 1 }],
  ["GET /helps/list", 200, [help]],
  [
    "POST /helps",
    201,
    { id: 2, title: "Filas", description: "", video: "zzzzzzzzzzz" },
    { title: "Filas", video: "https://www.youtube.com/watch?v=zzzzzzzzzzz", companyId: 7 },
  ],
  ["PUT /helps/1", 200, { ...help, title: "Comece aqui" }, { ...help, title: "Comece aqui" }],
  ["DELETE /helps/1", 200, {}],
  ["POST /helps", 422, { fields: { title: "required", video: "required" } }, {}],
  [
    "POST /helps",
    422,
    { fields: { video: "invalid" } },
    { title: "Filas", video: "https://exemplo.com/zzzzzzzzzzz" },
  ],
  ["POST /helps", 409, { error: "ERR_ALREADY_EXISTS", fields: { title: "taken" } }, help],
  ["PUT /helps/99", 404, { error: "ERR_NOT_FOUND" }, { title: "Filas" }],
  ["GET /reminders/?pageNumber=1", 200, { records: [reminder], hasMore: false, count: 1 }],
  ["GET /reminders?ticketId=1&state=upcoming", 200, { records: [reminder], count: 1 }],
  ["GET /reminders?state=done", 200, { records: [], count: 0 }],
  [
    "POST /reminders",
    201,
    { id: 2, text: "", userId: idOf.rui, byUserId: idOf.rui, dueAt: "2026-11-21T12:00:00.000Z" },
    { ticketId: 1, dueAt: "2026-11-21T09:00" },
  ],
  ["PUT /reminders/1", 200, { ...reminder, doneAt: expect.any(String) }, { done: true }],
  ["DELETE /reminders/1", 200, {}],
  ["POST /reminders", 422, { fields: { ticketId: "required", dueAt: "required" } }, {}],
  [
    "POST /reminders",
    422,
    { error: "ERR_SCHEDULE_PAST", fields: { dueAt: "invalid" } },
    { ticketId: 1, dueAt: "2026-11-19T09:00" },
  ],
  [
    "POST /reminders",
    422,
    { fields: { userId: "invalid" } },
    { ticketId: 1, dueAt: tomorrow, userId: idOf.caio },
  ],
  ["POST /reminders", 404, { error: "ERR_NO_TICKET_FOUND" }, { ticketId: 99, dueAt: tomorrow }],
  ["PUT /reminders/99", 404, { error: "ERR_NOT_FOUND" }, { done: true }],
];

test("each call of announcements, helps and reminders answers what its clients read", async () => {
  for (const [call, status, answer, body] of calls) {
    const [method, path] = call.split(" ") as [string, string];
    const reply = await (await furnished()).as("rui").call(method, path, body);
    expect({ call, status: reply.status, body: reply.body }).toMatchObject({
      call,
      status,
      body: answer as object,
    });
  }
});

test("an agent reads announcements and helps and writes none; reminders are hers too", async () => {
  const ana = (await furnished()).as("ana");
  for (const [call, status, , body] of calls.filter(
    (each) => each[1] < 300 && !each[0].includes("pageNumber"),
  )) {
    const [method, path] = call.split(" ") as [string, string];
    const isOwners = method !== "GET" && !path.startsWith("/reminders");
    expect([call, (await ana.call(method, path, body)).status]).toEqual([
      call,
      isOwners ? 403 : status,
    ]);
  }
});

test("another company's reminders are nobody's here", async () => {
  const there = (await furnished()).as("rui", 2);
  for (const [method, path, body] of [
    ["PUT", "/reminders/1", { done: true }],
    ["DELETE", "/reminders/1"],
    ["GET", "/reminders?ticketId=1"],
  ] as const)
    expect([path, (await there.call(method, path, body)).status]).toEqual([path, 404]);
});
