import { expect } from "bun:test";
import { hoursAt } from "../../shared/hours.ts";
import { box, settled, test, world } from "../../testing/world.ts";
import { usualWeek } from "./fields.ts";
import { read, write } from "./hours.ts";
import type { OpeningHours } from "./table.ts";

const path = "/companies/1/schedules";
const christmas = {
  date: "2026-12-25",
  yearly: true,
  label: "Natal",
  hours: [["08:00", "11:00"]] as [string, string][],
};

test("until someone sets hours, the usual ones are proposed", () => {
  const { db } = world();
  const { schedules, holidays } = read(db);
  const isOpen = (time: string) =>
    hoursAt({ week: schedules, holidays, timezone: "America/Sao_Paulo" }, Date.parse(time)).open;
  expect([
    isOpen("2026-11-20T12:00:00Z"),
    isOpen("2026-11-20T22:00:00Z"),
    isOpen("2026-11-22T12:00:00Z"),
  ]).toEqual([true, false, false]);
});

test("an admin sets hours, everyone is told, and holidays stay when none are given", async () => {
  const shop = await box();
  const [rui, ana] = [shop.as("rui"), shop.as("ana")];
  const listener = await shop.listener(ana);
  await listener.ready();
  const schedules = usualWeek.map((day) => ({
    ...day,
    startTime: "06:00",
    endTime: "12:00",
    startTime2: "14:00",
    endTime2: "20:00",
  }));
  expect((await ana.get<OpeningHours>(path)).body).toMatchObject({
    schedules: usualWeek,
    isSaved: false,
  });
  expect(await rui.put(path, { schedules, holidays: [christmas] })).toMatchObject({
    status: 200,
    body: { schedules, holidays: [christmas], timezone: "America/Sao_Paulo" },
  });
  expect((await rui.put<OpeningHours>(path, { schedules: usualWeek })).body).toEqual({
    schedules: usualWeek,
    holidays: [christmas],
    timezone: "America/Sao_Paulo",
    isSaved: true,
    updatedAt: expect.any(String),
  } as object as OpeningHours);
  expect((await ana.get<OpeningHours>(path)).body).toMatchObject({
    schedules: usualWeek,
    holidays: [christmas],
  });
  await settled(shop.db, listener);
  expect(listener.frames.filter(({ event }) => event === "settings")).toMatchObject([
    { action: "update", setting: { key: "schedules" } },
    { action: "update", setting: { key: "schedules" } },
  ]);
});

test("hours that another changed since they were read are not undone", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  expect((await rui.get<OpeningHours>(path)).body.updatedAt).toBeNull();
  await rui.put(path, { schedules: usualWeek });
  const { updatedAt } = (await rui.get<OpeningHours>(path)).body;
  shop.clock.pass(1000);
  expect(
    await rui.put(path, { schedules: usualWeek, holidays: [christmas], updatedAt }),
  ).toMatchObject({ status: 200 });
  expect(await rui.put(path, { schedules: usualWeek, holidays: [], updatedAt })).toMatchObject({
    status: 409,
    body: { error: "ERR_CHANGED", details: { changed: ["holidays"] } },
  });
  expect((await rui.get<OpeningHours>(path)).body.holidays).toEqual([christmas]);
  expect(await rui.put(path, { schedules: usualWeek, holidays: [] })).toMatchObject({
    status: 200,
  });
});

test("another company's hours can't be read", async () => {
  const rui = (await box()).as("rui");
  for (const answer of [
    await rui.get("/companies/2/schedules"),
    await rui.put("/companies/2/schedules", { schedules: usualWeek }),
  ])
    expect(answer).toMatchObject({ status: 404, body: { error: "ERR_NO_COMPANY_FOUND" } });
});

test("invalid hours are refused at their field", async () => {
  const rui = (await box()).as("rui");
  const refused = async (change: object, holidays: object[] = []) => {
    const { status, body } = await rui.put(path, {
      schedules: usualWeek.with(1, { ...usualWeek[1]!, ...change }),
      holidays,
    });
    return status === 422 ? body.fields : status;
  };
  expect(await refused({ startTime: "8:00" })).toEqual({ "schedules.1.startTime": "invalid" });
  expect(await refused({ endTime: "24:00" })).toEqual({ "schedules.1.endTime": "invalid" });
  expect(await refused({ endTime: "" })).toEqual({ "schedules.1.endTime": "required" });
  expect(await refused({ startTime2: "14:00" })).toEqual({ "schedules.1.endTime2": "required" });
  expect(await refused({ weekdayEn: "monday" })).toEqual({ "schedules.1.weekdayEn": "taken" });
  expect(await refused({ weekdayEn: "segunda" })).toEqual({ "schedules.1.weekdayEn": "invalid" });
  expect(await refused({ startTime: "", endTime: "" })).toBe(200);
  expect(await refused({}, [christmas, { ...christmas, yearly: false }])).toEqual({
    "holidays.1.date": "taken",
  });
  expect(await refused({}, [{ ...christmas, date: "2026-02-30" }])).toEqual({
    "holidays.0.date": "invalid",
  });
  expect(await refused({}, [{ ...christmas, hours: [["08:00", ""]] }])).toEqual({
    "holidays.0.hours.0.1": "invalid",
  });
  expect(
    await refused({}, [
      {
        ...christmas,
        hours: [
          ["08:00", "09:00"],
          ["10:00", "11:00"],
          ["12:00", "13:00"],
        ],
      },
    ]),
  ).toEqual({ "holidays.0.hours": "too_long" });
  expect(await refused({}, [{ date: "2026-12-25" }])).toBe(200);
  const many = Array.from({ length: 101 }, (_, index) => ({
    date: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
  }));
  expect([await refused({}, many), await refused({}, many.slice(1))]).toEqual([
    { holidays: "too_long" },
    200,
  ]);
});

test("a weekday without a name gets one", () => {
  const { db } = world();
  write(db, { schedules: usualWeek });
  expect(read(db).schedules[6]).toMatchObject({ weekday: "Domingo", weekdayEn: "sunday" });
});

test("a week without any time is refused, and the hours stay as they were", async () => {
  const rui = (await box()).as("rui");
  await rui.put(path, { schedules: usualWeek });
  const empty = usualWeek.map((day) => ({
    ...day,
    startTime: "",
    endTime: "",
    startTime2: "",
    endTime2: "",
  }));
  expect(await rui.put(path, { schedules: empty })).toMatchObject({
    status: 422,
    body: { fields: { schedules: "alwaysOpen" } },
  });
  expect((await rui.get<OpeningHours>(path)).body.schedules).toEqual(usualWeek);
  const closed = { ...empty[6]!, startTime: "00:00", endTime: "00:00" };
  expect((await rui.put(path, { schedules: empty.with(6, closed) })).status).toBe(200);
});
