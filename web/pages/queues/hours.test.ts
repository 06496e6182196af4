import { expect, test } from "bun:test";
import { hoursAt, type Holiday, type Week } from "../../../src/shared/hours.ts";
import { isOpen } from "./hours.ts";

const timezone = "America/Sao_Paulo";
const day = (
  weekdayEn: string,
  startTime: string,
  endTime: string,
  startTime2 = "",
  endTime2 = "",
) => ({ weekdayEn, startTime, endTime, startTime2, endTime2 });
const week: Week = [
  day("monday", "08:00", "12:00", "13:30", "18:00"),
  day("tuesday", "18:00", "02:00"),
  day("wednesday", "", ""),
  day("thursday", "00:00", "00:00"),
  day("friday", "08:00", "18:00", "22:00", "04:00"),
  day("saturday", "08:00", "12:00"),
];
const holidays: Holiday[] = [
  { date: "2026-12-25", yearly: true, label: "Natal", hours: [] },
  { date: "2026-12-24", yearly: false, label: "Véspera", hours: [["08:00", "13:00"]] },
  { date: "2027-01-01", yearly: false, label: "Festa", hours: [["20:00", "03:00"]] },
];

test("a screen says that it is open exactly when the desk is", () => {
  const from = Date.parse("2026-12-14T03:00:00Z");
  const differing = Array.from({ length: 25 * 48 }, (_, half) => from + half * 1_800_000).filter(
    (at) =>
      isOpen({ week, holidays, timezone }, at) !== hoursAt({ week, holidays, timezone }, at).open,
  );
  expect(differing.map((at) => new Date(at).toISOString())).toEqual([]);
});
