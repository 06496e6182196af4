import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Box } from "./box.ts";
import type { Cell } from "./calls.ts";
import type { Call } from "./load.ts";
import { crowds, quick } from "./measure.ts";

/**
 * Measures cells once more with `wrk`, an independent tool, beside a server that only answers.
 * Throws where it is not installed.
 */
export function measureByWrk(cells: Cell[], box: Box, ceiling: Box, folder: string): string[] {
  return cells
    .filter(({ aim }) => aim)
    .map((cell) => {
      const rate = (port: number, calls: Call[]) =>
        rateByWrk(port, calls, { connections: crowds.at(-1)!, seconds: quick ? 1 : 3, folder });
      const [ours, theirs] = [
        rate(box.port, cell.calls),
        rate(ceiling.port, [{ method: "GET", path: "/nothing" }]),
      ];
      return `${cell.name.padEnd(32)}${ours.toFixed(0).padStart(6)}/s ${theirs.toFixed(0).padStart(6)}/s ${((ours / theirs) * 100).toFixed(1).padStart(6)} %`;
    });
}

/**
 * Returns calls a second. wrk makes the calls in turn, and starts again after the last. Each
 * `{turn}` becomes the unique number of the call, in six digits: as long as the placeholder. Throws
 * on any answer but a 2xx or 3xx.
 */
export function rateByWrk(
  port: number,
  calls: Call[],
  { connections, seconds, folder }: { connections: number; seconds: number; folder: string },
): number {
  if (!Bun.which("wrk")) throw new Error("wrk is not installed (apt-get install wrk)");
  const script = join(folder, "calls.lua");
  writeFileSync(
    script,
    `local calls = { ${calls.map(luaCall).join(", ")} }
local turn = 0
function request()
  turn = turn + 1
  local call = calls[(turn - 1) % #calls + 1]
  local text = wrk.format(call.method, call.path, call.headers, call.body)
  return (text:gsub("{turn}", string.format("%06d", turn)))
end
`,
  );
  const { stdout, stderr } = Bun.spawnSync([
    "wrk",
    "--threads",
    "1",
    "--connections",
    String(connections),
    "--duration",
    `${seconds}s`,
    "--script",
    script,
    `http://127.0.0.1:${port}`,
  ]);
  const output = stdout.toString() + stderr.toString();
  const rate = /^Requests\/sec: +([\d.]+)/m.exec(output);
  if (!rate || /Non-2xx|Socket errors|calls\.lua/.test(output)) throw new Error(output);
  return Number(rate[1]);
}

function luaCall({ method, path, headers = {}, body }: Call): string {
  const fields = Object.entries(headers)
    .map(([name, value]) => `[${JSON.stringify(name)}] = ${JSON.stringify(value)}`)
    .join(", ");
  return `{ method = "${method}", path = ${JSON.stringify(path)}, headers = { ${fields} }, body = ${JSON.stringify(body) ?? "nil"} }`;
}
