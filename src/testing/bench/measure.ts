import { processor, type Box } from "./box.ts";
import { scripts, type Cell } from "./calls.ts";
import { at, figures, load, type Call, type Figures, type Load } from "./load.ts";
import { password } from "./seed.ts";

export const quick = process.argv.includes("--quick");
export const ms = quick ? { warm: 300, run: 1000 } : { warm: 1000, run: 3000 };
export const crowds = quick ? [1, 64] : [1, 16, 64];

/**
 * The number of rounds. Product and ceiling alternate, so that other load of the machine hits both.
 */
const rounds = 3;

/**
 * The result of a cell with so many connections. `cost` is the ceiling's processor time for a call,
 * over the product's.
 */
export type Measured = {
  cell: Cell;
  crowd: number;
  ours: Figures;
  ceiling: Figures;
  ratio: number;
  cost: number;
  stall?: Figures;
};

/** Measures a cell with a number of connections, in the product and in the ceiling. */
export async function measure(
  cell: Cell,
  index: number,
  crowd: number,
  box: Box,
  ceiling: Box,
): Promise<Measured> {
  const script = scripts(cell, index);
  const began = { ours: processor(box), theirs: processor(ceiling) };
  const ours: Load[] = [];
  const theirs: Load[] = [];
  for (let round = 0; round < rounds; round++) {
    const span = { warm: round === 0 ? ms.warm : 100, run: ms.run / rounds };
    ours.push(await load(box.port, crowd, script.ours, span));
    theirs.push(await load(ceiling.port, crowd, script.ceiling, span));
  }
  const cost = perCall(ceiling, began.theirs, theirs) / perCall(box, began.ours, ours);
  const ratios = ours
    .map((each, round) => each.times.length / theirs[round]!.times.length)
    .sort((a, b) => a - b);
  const measured = {
    cell,
    crowd,
    ours: figures(ours),
    ceiling: figures(theirs),
    ratio: at(ratios, 0.5),
    cost,
  };
  if (crowd > 1) return measured;
  // Another caller's small call meanwhile: its wait shows how long the event loop is held.
  const brief = { warm: 0, run: ms.run / 2 };
  const [stall] = await Promise.all([
    load(box.port, 1, () => ({ method: "GET", path: "/healthz" }), brief),
    load(box.port, 1, script.ours, brief),
  ]);
  return { ...measured, stall: figures([stall]) };
}

function perCall(box: Box, began: number, loads: Load[]): number {
  return (processor(box) - began) / loads.reduce((sum, each) => sum + each.calls, 0);
}

/** Throws unless both answers are equal, because the comparison would be worth nothing. */
export async function same(cell: Cell, index: number, box: Box, ceiling: Box) {
  const script = scripts(cell, index);
  const [ours, theirs] = await Promise.all([
    answer(box, script.ours(0, 0)),
    answer(ceiling, script.ceiling(0, 0)),
  ]);
  if (!Bun.deepEquals(JSON.parse(ours), JSON.parse(theirs)) || ours.length !== theirs.length)
    throw new Error(
      `${cell.name}: the ceiling's answer is another one\n${ours.slice(0, 800)}\n${theirs.slice(0, 800)}`,
    );
}

/** A token. */
export async function signIn(box: Box, email: string): Promise<string> {
  return (
    JSON.parse(
      await answer(box, {
        method: "POST",
        path: "/api/auth/login",
        body: JSON.stringify({ email, password }),
      }),
    ) as { token: string }
  ).token;
}

/** Throws unless the answer is a 2xx. */
export async function answer(
  { port }: Box,
  { method, path, headers, body }: Call,
): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    body,
  });
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.text();
}

export const header = line(
  "",
  "conn",
  "req/s",
  "p50 ms",
  "p99 ms",
  "ceiling",
  "p50",
  "p99",
  "ratio",
  "by CPU",
  "others wait: p99, worst",
);

function line(name: string, ...columns: string[]): string {
  return `${name.padEnd(28)}${columns.map((column, index) => column.padStart(index === columns.length - 1 ? 24 : 9)).join("")}`;
}

export function lineOf({ cell, crowd, ours, ceiling, ratio, cost, stall }: Measured): string {
  const of = ({ rate, p50, p99 }: Figures) => [rate.toFixed(0), p50.toFixed(2), p99.toFixed(2)];
  return line(
    crowd === 1 ? cell.name : "",
    String(crowd),
    ...of(ours),
    ...of(ceiling),
    `${(ratio * 100).toFixed(1)} %`,
    `${(cost * 100).toFixed(1)} %`,
    stall ? `${stall.p99.toFixed(1)}, ${stall.worst.toFixed(1)}` : "",
  );
}
