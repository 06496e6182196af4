import { Database } from "bun:sqlite";
import { readFileSync } from "node:fs";
import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { connections } from "../../modules/connections/table.ts";
import { contacts } from "../../modules/contacts/table.ts";
import { coupons } from "../../modules/coupons/table.ts";
import { orderStatus } from "../../modules/order-status/table.ts";
import { orders } from "../../modules/orders/table.ts";
import { payments } from "../../modules/payments/table.ts";
import { queues } from "../../modules/queues/table.ts";
import { stores } from "../../modules/stores/table.ts";
import { tickets } from "../../modules/tickets/table.ts";
import { users } from "../../modules/users/table.ts";
import type { Statement } from "./tape.ts";

/**
 * The ceiling: this machine with the same statements and the same JSON, and nothing in between. It
 * is a process of its own: `Bun.serve`, `bun:sqlite`, rows put into objects by hand. It has no
 * routing, sign-in, checks or log. `ceiling.ts FILE SCORE`, where SCORE is the recording.
 */
export type Score = {
  name: string;
  shape: keyof typeof shapes;
  turns: Statement[][];
  answers?: unknown[];
}[];

type Row = unknown[];
type Result = { sql: string; rows: Row[] };

/** An expression that a query selects besides columns: `text` is in its SQL. */
type Computed = { text: string; name: string; reads?: string };
type Shape = {
  table: SQLiteTable;
  joined?: Record<string, { name: string; table: SQLiteTable }>;
  computed?: Computed[];
  without?: string[];
  always?: object;
};

const ticket = rowsOf({
  table: tickets,
  joined: {
    contacts: { name: "contact", table: contacts },
    queues: { name: "queue", table: queues },
    connections: { name: "whatsapp", table: connections },
    users: { name: "user", table: users },
  },
  computed: [{ text: "ticketTags", name: "tags", reads: "json" }],
});

const order = rowsOf({
  table: orders,
  joined: {
    orderStatus: { name: "status", table: orderStatus },
    contacts: { name: "contact", table: contacts },
    stores: { name: "store", table: stores },
    users: { name: "user", table: users },
    payments: { name: "payment", table: payments },
    coupons: { name: "coupon", table: coupons },
  },
  computed: [{ text: "json_group_array", name: "orderItems", reads: "items" }],
});

function orderOf(result: Result) {
  const { payment, ...row } = order(result)[0]!;
  return {
    ...row,
    payments: [
      { value: row.total, installments: row.installments, changeFor: row.changeFor, payment },
    ],
  };
}

const shapes = {
  /**
   * Writes the recorded answer after reading the rows. The ceiling does not build a search's answer
   * from its rows.
   */
  answer: (_: Result[], answer: unknown) => answer,
  confirmed: (results: Result[]) =>
    orderOf(results.findLast(({ sql }) => sql.includes("json_group_array"))!),
  moved: (results: Result[]) =>
    ticket(results.findLast(({ sql, rows }) => sql.includes("ticketTags") && rows.length > 0)!)[0],
};

/**
 * Puts rows into objects as a programmer would by hand: each query gets a literal with the names of
 * its columns.
 */
function rowsOf(shape: Shape) {
  const makers = new Map<string, (row: Row) => Record<string, unknown>>();
  return ({ sql, rows }: Result) => {
    const make = makers.get(sql) ?? literal(sql, shape);
    makers.set(sql, make);
    return rows.map(make);
  };
}

function literal(
  sql: string,
  { table, joined = {}, computed = [], without = [], always = {} }: Shape,
) {
  const own: string[] = Object.entries(always).map(
    ([name, value]) => `${name}: ${JSON.stringify(value)}`,
  );
  const parts = new Map<string, { key: number; cells: string[] }>();
  for (const [index, text] of selected(sql).entries()) {
    const extra = computed.find((one) => text.includes(one.text));
    const [, from = getTableName(table), column] = /^(?:"(\w+)"\.)?"?(\w+)"?$/.exec(text) ?? [];
    if (extra) own.push(`${extra.name}: ${read(index, extra.reads)}`);
    else if (!column) throw new Error(`The ceiling does not know what this is: ${text}`);
    else if (from === getTableName(table)) {
      if (!without.includes(column)) own.push(`${column}: ${read(index, typeOf(table, column))}`);
    } else if (joined[from]) {
      const part = parts.get(from) ?? { key: index, cells: [] };
      part.cells.push(`${column}: ${read(index, typeOf(joined[from].table, column))}`);
      parts.set(from, part);
    }
  }
  const others = [...parts].map(
    ([from, { key, cells }]) =>
      `${joined[from]!.name}: row[${key}] === null ? null : { ${cells.join(", ")} }`,
  );
  // oxlint-disable-next-line typescript/no-implied-eval -- The ceiling is a mapping as if written by hand.
  return new Function("row", `return { ${[...own, ...others].join(", ")} }`) as (
    row: Row,
  ) => Record<string, unknown>;
}

/** Splits the list of a query's selected expressions, each as the SQL writes it. */
function selected(sql: string): string[] {
  const texts = [""];
  let depth = 0;
  const list = sql.slice("select ".length);
  for (let index = 0; depth > 0 || !list.startsWith(" from ", index); index++) {
    const letter = list[index]!;
    depth += letter === "(" ? 1 : letter === ")" ? -1 : 0;
    if (letter === "," && depth === 0) texts.push("");
    else texts[texts.length - 1] += letter;
  }
  return texts.map((text) => text.trim());
}

const typeOf = (table: SQLiteTable, column: string) => getTableColumns(table)[column]?.dataType;

function read(index: number, type: string | undefined): string {
  if (type === "date")
    return `row[${index}] === null ? null : new Date(row[${index}]).toISOString()`;
  if (type === "boolean") return `row[${index}] === 1`;
  if (type === "custom") return `(row[${index}] / 100).toFixed(2)`;
  if (type === "items")
    return `JSON.parse(row[${index}]).map(({ unitary, unitaryGross, discount, total, ...item }) => ({ ...item, ${["unitary", "unitaryGross", "discount", "total"].map((name) => `${name}: (${name} / 100).toFixed(2)`).join(", ")} }))`;
  return type === "json" ? `JSON.parse(row[${index}])` : `row[${index}]`;
}

if (import.meta.main) {
  const [file, scorePath] = process.argv.slice(2) as [string, string];
  const sqlite = new Database(file, { strict: true });
  for (const pragma of [
    "journal_mode = WAL",
    "synchronous = FULL",
    "busy_timeout = 5000",
    "temp_store = MEMORY",
    "cache_size = -8000",
    "foreign_keys = ON",
  ])
    sqlite.run(`PRAGMA ${pragma}`);
  const score = JSON.parse(readFileSync(scorePath, "utf8")) as Score;
  const prepared = new Map<string, ReturnType<Database["prepare"]>>();
  const ready = (sql: string) =>
    prepared.get(sql) ?? (prepared.set(sql, sqlite.prepare(sql)), prepared.get(sql)!);
  const answers = new Map(
    score.map(({ name, shape, turns, answers = [] }) => {
      const steps = turns.map((statements) =>
        statements.map(({ sql, values }) => ({ sql, statement: ready(sql), values })),
      );
      const run = (turn: number) =>
        JSON.stringify(
          shapes[shape](
            steps[turn % steps.length]!.map(({ sql, statement, values }) => ({
              sql,
              rows: statement.values(...values) as Row[],
            })),
            answers[turn % steps.length],
          ),
        );
      return [
        name,
        turns.some((turn) => turn.some(({ sql }) => /^(insert|update)/i.test(sql)))
          ? sqlite.transaction(run).immediate
          : run,
      ] as const;
    }),
  );
  const passwordHash = await Bun.password.hash("forno-a-lenha", {
    algorithm: "argon2id",
    memoryCost: 19_456,
    timeCost: 2,
  });
  const json = { headers: { "content-type": "application/json" } };

  let played = 0;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const [name = "", turn = "0"] = request.url
        .slice(request.url.lastIndexOf("/") + 1)
        .split("?");
      const answer = answers.get(name);
      // Recorded writes only replay in their recorded order.
      if (answer) return new Response(answer(turn === "next" ? played++ : Number(turn)), json);
      if (name === "sign-in")
        return Response.json({ fits: await Bun.password.verify("forno-a-lenha", passwordHash) });
      return new Response("{}", json);
    },
  });
  console.log(server.port);
}
