import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { customers } from "../../testing/sheets.ts";
import { rowsIn } from "./reader.ts";

test("a company waits for its own earlier file, and not for another company's", async () => {
  const folder = mkdtempSync(join(tmpdir(), "reader-"));
  try {
    const [large, small] = ["large.csv", "small.csv"].map((name) => join(folder, name));
    writeFileSync(large!, customers(20_000));
    writeFileSync(small!, customers(3));
    const order: string[] = [];
    const read = async (path: string, company: number, name: string) => {
      let count = 0;
      for await (const { rows } of rowsIn(path, company)) count += rows.length;
      order.push(name);
      return count;
    };
    // The first company's file is open, and its reader has stopped.
    const held = rowsIn(large!, 1);
    const { value: first } = await held.next();
    const second = read(small!, 1, "own");
    expect(await read(small!, 2, "other")).toBe(4);
    expect(order).toEqual(["other"]);
    let count = (first as { rows: object[] }).rows.length;
    for await (const { rows } of held) count += rows.length;
    expect(count).toBe(20_001);
    expect(await second).toBe(4);
    expect(order).toEqual(["other", "own"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
