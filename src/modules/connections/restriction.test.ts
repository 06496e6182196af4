import { expect } from "bun:test";
import { balcao, box, hour, test, world } from "../../testing/world.ts";
import { dueJobs } from "../../kit/db/jobs.ts";
import { forms } from "../company-rows/column-forms.ts";
import { find, remove } from "./connections.ts";
import { liftRestriction, restrictedUntil, saveRestriction } from "./restriction.ts";

test("a restriction is told once, replaced by the next, and lifted when its time is over", async () => {
  const shop = world();
  const { db, clock } = shop;
  const eventCount = () =>
    shop.events.filter(({ event }) => event === "connectionRestriction").length;
  const until = clock.now() + hour;
  const lock = { kind: "reachout", until, used: null, of: null } as const;
  saveRestriction(db, balcao, null);
  expect(eventCount()).toBe(0);
  saveRestriction(db, balcao, lock);
  saveRestriction(db, balcao, lock);
  expect(eventCount()).toBe(1);
  expect(find(db, balcao).restriction).toEqual({
    ...lock,
    until: new Date(until).toISOString(),
  });
  expect(restrictedUntil(db, balcao)).toBe(until);
  saveRestriction(db, balcao, { ...lock, until: until + hour });
  clock.pass(hour);
  expect(dueJobs(db, 10)).toEqual([]);
  clock.pass(hour);
  expect(restrictedUntil(db, balcao)).toBe(0);
  const [job] = dueJobs(db, 10);
  await liftRestriction(db, job!);
  expect(find(db, balcao).restriction).toBeNull();
  expect([eventCount(), dueJobs(db, 10)]).toEqual([3, []]);
});

test("a file of a company with a restricted connection may come in", () => {
  const { db, clock } = world();
  const until = clock.now() + hour;
  saveRestriction(db, balcao, { kind: "quota", until, used: 1, of: 2 });
  const column = (table: string, name: string) =>
    db.sqlite.query(`SELECT ${name} FROM ${table} WHERE ${name} IS NOT NULL`).values()[0]![0];
  for (const [table, name] of [
    ["connections", "restriction"],
    ["jobs", "payload"],
  ] as const)
    expect(forms[`${table}.${name}`]!.safeParse(column(table, name)).success).toBe(true);
});

test("a restriction of a connection that is gone is nobody's", async () => {
  const { db, clock } = world();
  saveRestriction(db, balcao, { kind: "reachout", until: clock.now(), used: null, of: null });
  remove(db, balcao);
  const [job] = dueJobs(db, 10);
  await liftRestriction(db, job!);
  expect([restrictedUntil(db, balcao), dueJobs(db, 10)]).toEqual([0, []]);
  saveRestriction(db, balcao, null);
});

test("a phone of the practice network plays a restriction, a passkey and an ad", async () => {
  const shop = await box();
  await shop.phone();
  const rui = shop.as("rui");
  const fault = (body: object) => rui.post(`/practice/${balcao}/faults`, body);
  const restriction = { kind: "quota", until: "2099-01-01T00:00:00.000Z", used: 95, of: 100 };
  expect(await fault({ restriction })).toMatchObject({ status: 200, body: { restriction } });
  expect(await fault({ restriction: { ...restriction, kind: "x" } })).toMatchObject({
    status: 422,
  });
  expect(await fault({ restriction: null })).toMatchObject({ body: { restriction: null } });
  const referral = { sourceId: "1", sourceUrl: "", title: "Broa", text: "", clickId: "c" };
  expect(
    await rui.post(`/practice/${balcao}/messages`, { from: "5511977770002", referral }),
  ).toMatchObject({ status: 201, body: { referral } });
  const { tickets } = (
    await rui.get<{ tickets: { referral: unknown }[] }>("/tickets?status=pending&showAll=true")
  ).body;
  expect(tickets).toMatchObject([{ referral, lastMessage: "📣 Broa" }]);
  await fault({ logout: true });
  await rui.post(`/whatsappsession/${balcao}`);
  expect(await fault({ passkey: true })).toMatchObject({
    body: { status: "DISCONNECTED", reason: "passkey", qrcode: "" },
  });
});
