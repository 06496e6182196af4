import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Box } from "./box.ts";
import type { Cell } from "./calls.ts";
import { crowds, quick } from "./measure.ts";

const span = quick ? 1 : 3;

/** Cells that are measured beside a server that only answers, once more by `wrk`, which nobody here wrote. Throws where it is not installed. */
export function measureByWrk(cells: Cell[], box: Box, ceiling: Box, folder: string): string[] {
  if (!Bun.which("wrk")) throw new Error("wrk is not installed (apt-get install wrk)");
  return cells.filter(({ aim }) => aim).map((cell) => {
    const [ours, theirs] = [rate(box, cell, folder), rate(ceiling, { ...cell, calls: [{ method: "GET", path: "/nothing" }] }, folder)];
    return `${cell.name.padEnd(32)}${ours.toFixed(0).padStart(6)}/s ${theirs.toFixed(0).padStart(6)}/s ${((ours / theirs) * 100).toFixed(1).padStart(6)} %`;
  });
}

/** Calls a second. */
function rate({ port }: Box, { calls }: Cell, folder: string): number {
  const script = join(folder, "calls.lua");
  writeFileSync(script, `local calls = { ${calls.map(({ path }) => JSON.stringify(path)).join(", ")} }
local turn = 0
function request()
  turn = turn % #calls + 1
  return wrk.format("GET", calls[turn], ${luaTable(calls[0]!.headers ?? {})})
end
`);
  const { stdout } = Bun.spawnSync(["wrk", "--threads", "1", "--connections", String(crowds.at(-1)), "--duration", `${span}s`, "--script", script, `http://127.0.0.1:${port}`]);
  const said = stdout.toString();
  if (/Non-2xx/.test(said)) throw new Error(said);
  return Number(/^Requests\/sec: +([\d.]+)/m.exec(said)?.[1]);
}

const luaTable = (fields: Record<string, string>) => `{ ${Object.entries(fields).map(([name, value]) => `[${JSON.stringify(name)}] = ${JSON.stringify(value)}`).join(", ")} }`;
