import { expect } from "bun:test";
import { isSetAside, workOf, type LastEnd } from "../../kit/process/current-work.ts";
import { box, day, hour, refusal, test, world, type World } from "../../testing/world.ts";
import { list, noteLastEnd, tryAgain } from "./stalls.ts";

const job = workOf("job", "bot", 2, 15);
const call = workOf("route", "GET /api/imports/:id", 2, 7);

const ends = (shop: World, end: Partial<LastEnd>) =>
  noteLastEnd(shop.control, { at: shop.clock.now(), current: "", inFlight: [], ...end });
const aside = (shop: World) => list(shop.control).map(({ work }) => work);

test("a job, or a call for one thing, is set aside the third time within a day", () => {
  for (const current of [
    job,
    call,
    workOf("clock", "schedules", 2),
    workOf("open", "company", 3),
  ]) {
    const shop = world();
    ends(shop, { current });
    shop.clock.pass(12 * hour);
    ends(shop, { current });
    expect(aside(shop)).toEqual([]);
    shop.clock.pass(12 * hour);
    ends(shop, { current });
    expect(aside(shop)).toEqual([current]);
    expect(isSetAside(current)).toBe(true);
  }
});

test("three times in more than a day are not enough", () => {
  const shop = world();
  for (const pass of [0, 12 * hour, 12 * hour + 1]) {
    shop.clock.pass(pass);
    ends(shop, { current: job });
  }
  expect(aside(shop)).toEqual([]);
  expect(isSetAside(job)).toBe(false);
});

test("where it is not known what ran, what came back each time is set aside", () => {
  const shop = world();
  for (const other of [1, 2, 3])
    ends(shop, {
      inFlight: [workOf("job", "bot", 1, other), job, workOf("route", "GET /api/events")],
    });
  expect(aside(shop)).toEqual([job]);
});

test("no call is set aside that others need too", () => {
  const shop = world();
  for (const _ of [1, 2, 3, 4]) {
    ends(shop, { current: workOf("route", "POST /api/auth/login"), inFlight: [job] });
    ends(shop, { current: workOf("route", "GET /api/tickets", 2) });
  }
  expect(aside(shop)).toEqual([]);
});

test("an ordinary end notes nothing, and what was set aside stays so", () => {
  const shop = world();
  for (const _ of [1, 2, 3]) ends(shop, { current: job });
  noteLastEnd(shop.control, undefined);
  expect(isSetAside(job)).toBe(true);
  expect(shop.control.sqlite.query("SELECT count(*) AS count FROM stalls").get()).toEqual({
    count: 3,
  });
});

test("what is tried again is set aside anew after three more times", async () => {
  const shop = world();
  for (const _ of [1, 2, 3]) ends(shop, { current: job });
  shop.clock.pass(1);
  tryAgain(shop.control, list(shop.control)[0]!.id);
  expect(isSetAside(job)).toBe(false);
  shop.clock.pass(1);
  for (const _ of [1, 2]) ends(shop, { current: job });
  expect(aside(shop)).toEqual([]);
  ends(shop, { current: job });
  expect(aside(shop)).toEqual([job]);
  expect(await refusal(() => tryAgain(shop.control, 987))).toMatchObject({ kind: "missing" });
});

test("what blocked the box is forgotten after thirty days", () => {
  const shop = world();
  ends(shop, { current: job });
  shop.clock.pass(30 * day + 1);
  ends(shop, { current: call });
  expect(shop.control.sqlite.query("SELECT work FROM stalls").all()).toEqual([{ work: call }]);
});

test("a call that is set aside is refused for that one thing of that company", async () => {
  const shop = await box();
  const [one, other] = [shop.contact(), shop.contact()];
  const current = workOf("route", "GET /api/contacts/:id", 1, one.id);
  for (const _ of [1, 2, 3]) ends(shop, { current });
  const rui = shop.as("rui");
  expect(await rui.get(`/contacts/${one.id}`)).toMatchObject({
    status: 503,
    body: { error: "ERR_SET_ASIDE" },
  });
  expect((await rui.get(`/contacts/${other.id}`)).status).toBe(200);
  expect((await rui.put(`/contacts/${one.id}`, { name: "Outra" })).status).toBe(200);
  expect((await shop.as("rui", 2).get("/contacts/1")).status).toBe(200);
  // The refused request no longer holds the company.
  expect(shop.dbs.isHeld(1)).toBe(false);
});

test("a routine that is set aside is left out in that company", () => {
  const shop = world();
  shop.dbs.open(2);
  for (const _ of [1, 2, 3]) ends(shop, { current: workOf("clock", "reminders", 1) });
  const done: string[] = [];
  for (const what of ["reminders", "schedules"])
    shop.dbs.each(what, ({ company }) => void done.push(`${what} ${company}`));
  expect(done.toSorted()).toEqual(["reminders 2", "schedules 1", "schedules 2"]);
});

test("a company whose file is set aside is not opened", async () => {
  const shop = world();
  for (const _ of [1, 2, 3]) ends(shop, { current: workOf("open", "company", 2) });
  expect(await refusal(() => shop.dbs.open(2))).toMatchObject({
    reason: "ERR_COMPANY_UNAVAILABLE",
  });
  tryAgain(shop.control, list(shop.control)[0]!.id);
  expect(shop.dbs.open(2).company).toBe(2);
});
