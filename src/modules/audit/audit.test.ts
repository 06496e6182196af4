import { expect } from "bun:test";
import { box, day, encomendas, fabrica, idOf, minute, test, world } from "../../testing/world.ts";
import { auditDenied, retention, list, addAuditEntry, deleteOld } from "./audit.ts";

type Listed = {
  records: {
    id: number;
    action: string;
    userName: string;
    subject: string;
    at: string;
    details: object;
    address: string;
  }[];
  hasMore: boolean;
  count: number;
};
const all = { searchParam: "", pageNumber: 1 };

test("an entry is written in the transaction of its cause, with the user's name", () => {
  const { db } = world();
  try {
    db.write((tx) => {
      addAuditEntry(tx, { userId: idOf.ana, action: "contactDeleted", subject: "contact 1" });
      throw new Error("no");
    });
  } catch {}
  expect(list(db, all).count).toBe(0);
  db.write((tx) =>
    addAuditEntry(tx, {
      userId: idOf.ana,
      action: "contactDeleted",
      subject: "contact 1",
      details: { tickets: 3 },
    }),
  );
  db.write((tx) => addAuditEntry(tx, { userId: null, action: "totpOff", subject: "user 2 Ana" }));
  db.sqlite.run("DELETE FROM users WHERE id = ?", [idOf.ana]);
  expect(
    list(db, all).records.map(({ userId, userName, details }) => [userId, userName, details]),
  ).toEqual([
    [null, "", {}],
    [idOf.ana, "Ana", { tickets: 3 }],
  ]);
});

test("what is refused for want of a permission is recorded, once a minute", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  for (let time = 0; time < 3; time++) await ana.delete("/users/3");
  await ana.put("/settings/call", { value: "disabled" });
  await ana.get("/nowhere");
  shop.clock.pass(minute + 1);
  await ana.delete("/users/3");
  const { body } = await shop.as("rui").get<Listed>("/audit?action=denied");
  expect(
    body.records.map(({ userName, subject, address }) => [userName, subject, address]),
  ).toEqual([
    ["Ana", "DELETE /api/users/:id", "127.0.0.1"],
    ["Ana", "PUT /api/settings/:key", "127.0.0.1"],
    ["Ana", "DELETE /api/users/:id", "127.0.0.1"],
  ]);
  expect(await ana.get("/audit")).toMatchObject({ status: 403 });
});

test("changed settings and deletions are recorded with the user", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  const ticket = shop.ticket();
  for (const value of ["disabled", "disabled"]) await rui.put("/settings/call", { value });
  await rui.put("/settings/call", { value: "maybe" });
  await rui.delete(`/tickets/${ticket.id}`);
  await rui.delete(`/queue/${encomendas}`);
  await rui.delete(`/whatsapp/${fabrica}`);
  for (const path of ["/queue/99", "/whatsapp/99", "/tickets/99"]) await rui.delete(path);
  const { body } = await rui.get<Listed>("/audit");
  expect(
    body.records.map(({ action, userName, subject, details }) => [
      action,
      userName,
      subject,
      details,
    ]),
  ).toEqual([
    ["connectionDeleted", "Rui", `connection ${fabrica} Fábrica`, {}],
    ["queueDeleted", "Rui", `queue ${encomendas} Encomendas`, {}],
    ["ticketDeleted", "Rui", `ticket ${ticket.id}`, {}],
    ["settingChanged", "Rui", "setting call", { from: "enabled", to: "disabled" }],
  ]);
});

test("entries are found by user, action and day, in the company's time zone", async () => {
  const shop = await box();
  const { db, clock } = shop;
  const at = (time: string, subject: string, userId = idOf.ana) => {
    clock.set(time);
    db.write((tx) => addAuditEntry(tx, { userId, action: "settingChanged", subject }));
  };
  at("2026-11-20T02:59:59Z", "the day before");
  at("2026-11-20T03:00:00Z", "first of the day");
  at("2026-11-21T02:59:59Z", "last of the day", idOf.rui);
  at("2026-11-21T03:00:00Z", "the day after 100%");
  clock.set("2026-11-21T12:00:00Z");
  const rui = shop.as("rui");
  const read = async (query: string) =>
    (await rui.get<Listed>(`/audit?${query}`)).body.records.map(({ subject }) => subject);
  expect(await read("date_from=2026-11-20&date_to=2026-11-20")).toEqual([
    "last of the day",
    "first of the day",
  ]);
  expect(await read("date_from=2026-11-21")).toEqual(["the day after 100%"]);
  expect(await read(`userId=${idOf.rui}`)).toEqual(["last of the day"]);
  expect(await read("searchParam=100%25")).toEqual(["the day after 100%"]);
  expect(await read("searchParam=rui")).toEqual(["last of the day"]);
  expect(await read("action=signin")).toEqual([]);
  for (const query of [
    "action=nothing",
    "date_from=tomorrow",
    "date_to=2026-02-30",
    "userId=x",
    "pageNumber=0",
  ])
    expect([query, (await rui.get(`/audit?${query}`)).status]).toEqual([query, 422]);
});

test("entries come in pages, and are kept for 400 days", () => {
  const { db, clock } = world();
  for (let count = 0; count < 51; count++)
    auditDenied(db, { userId: idOf.ana, subject: `PUT ${count}`, address: "" });
  expect(
    [1, 2, 3]
      .map((pageNumber) => list(db, { ...all, pageNumber }))
      .map(({ records, hasMore, count }) => [records.length, hasMore, count]),
  ).toEqual([
    [50, true, 51],
    [1, false, 51],
    [0, false, 51],
  ]);
  clock.pass(retention);
  auditDenied(db, { userId: idOf.ana, subject: "PUT 51", address: "" });
  deleteOld(db);
  expect(list(db, all).count).toBe(52);
  clock.pass(1);
  deleteOld(db);
  expect(list(db, all).records.map(({ subject }) => subject)).toEqual(["PUT 51"]);
  expect(retention).toBe(400 * day);
});
