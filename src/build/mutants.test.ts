import { expect, test } from "bun:test";
import { mutationsOf } from "./mutations.ts";
import { coreFiles, hunt } from "./survivors.ts";

const isMoney = (path: string) => /^src\/(pricing|pix)\//.test(path);

// `bun run mutants` tries the whole core, each night.
test("no mutant of the files about money survives without a reason", async () => {
  const { killed, survivors, stale } = await hunt(coreFiles().filter(isMoney), {
    workers: 2,
    trusting: true,
  });
  expect(survivors.map(({ key }) => key)).toEqual([]);
  expect(stale).toEqual([]);
  expect(killed).toBeGreaterThan(300);
}, 600_000);

const source = `
export function fee(goods: number): number {
  // Nothing is free.
  if (goods < 5) return 0;
  return Math.max(goods * 2, limits[0]!) as 1;
}
const limits = [10, 20];
const isOpen = (day: Day & { rest: true }) => day.hours > 8 && !day.off;
`;

const names = (text: string) => mutationsOf("fee.ts", text).map(({ key }) => key);

test("boundaries, operators, constants and early returns change, and types do not", () => {
  expect(names(source)).toEqual([
    "fee.ts fee: without if (goods < 5) return 0;",
    "fee.ts fee: goods < 5 → goods <= 5",
    "fee.ts fee: goods < 5 → goods < 6",
    "fee.ts fee: goods < 5 → goods < 4",
    "fee.ts fee: return 0; → return 1;",
    "fee.ts fee: return 0; → return (-1);",
    "fee.ts fee: Math.max(goods * 2, limits[0]!) → Math.min(goods * 2, limits[0]!)",
    "fee.ts fee: goods * 2 → goods / 2",
    "fee.ts fee: goods * 2 → goods * 3",
    "fee.ts fee: goods * 2 → goods * 1",
    "fee.ts fee: limits[0] → limits[1]",
    "fee.ts fee: limits[0] → limits[(-1)]",
    "fee.ts isOpen: day.hours > 8 && !day.off → day.hours > 8 || !day.off",
    "fee.ts isOpen: day.hours > 8 → day.hours >= 8",
    "fee.ts isOpen: day.hours > 8 → day.hours > 9",
    "fee.ts isOpen: day.hours > 8 → day.hours > 7",
  ]);
});

test("a mutant has the same name wherever its code moves", () => {
  expect(names(`const first = 2000;\n\n${source}`)).toEqual(names(source));
});
