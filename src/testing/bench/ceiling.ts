import { Database } from "bun:sqlite";
import { readFileSync } from "node:fs";
import type { Statement } from "./tape.ts";

/**
 * The ceiling: what this machine does with the same statements and the same JSON when nothing stands in between. A process of its own: `Bun.serve`,
 * `bun:sqlite`, rows put into objects by hand; no routing, no sign-in, no checks, no log. `ceiling.ts FILE SCORE`, where SCORE holds what was recorded.
 */
export type Score = { name: string; shape: keyof typeof shapes; turns: Statement[][] }[];

type Row = unknown[];
type Results = Row[][];

const date = (ms: unknown) => new Date(ms as number).toISOString();

const ticket = (r: Row) => ({
  id: r[0], createdAt: date(r[1]), updatedAt: date(r[2]), uuid: r[3], status: r[4], contactId: r[5], whatsappId: r[6], queueId: r[7], userId: r[8], isGroup: r[9] === 1, lastMessage: r[10], lastMessageFromMe: r[11] === 1,
  lastMessageAt: date(r[12]), unreadMessages: r[13], fromMe: r[14] === 1, waitingSince: r[15] === null ? null : date(r[15]), withBot: r[16] === 1, chatbot: r[17] === 1, queueOptionId: r[18], useIntegration: r[19] === 1,
  integrationId: r[20], promptId: r[21], place: r[22], contact: { id: r[23], name: r[24], number: r[25], profilePicUrl: r[26], isGroup: r[27] === 1 },
  queue: r[28] === null ? null : { id: r[28], name: r[29], color: r[30] }, whatsapp: r[31] === null ? null : { id: r[31], name: r[32], status: r[33] },
  user: r[34] === null ? null : { id: r[34], name: r[35] }, tags: JSON.parse(r[36] as string),
});

const message = (r: Row) => ({
  id: r[0], createdAt: date(r[1]), updatedAt: date(r[2]), ticketId: r[3], contactId: r[4], whatsappId: r[5], providerId: r[6], clientId: r[7], origin: r[8], userId: r[9], fromMe: r[10] === 1,
  read: r[11] === 1, ack: r[12], reason: r[13], body: r[14], mediaType: r[15], quotedMsgId: r[16], isDeleted: r[17] === 1, isEdited: r[18] === 1, sentAt: date(r[19]), reactions: JSON.parse(r[37] as string),
  contact: { id: r[20], name: r[21], profilePicUrl: r[22] }, user: r[23] === null ? null : { id: r[23], name: r[24] }, quotedMsg: r[33] === null ? null : { id: r[33], body: r[34], fromMe: r[35] === 1, mediaType: r[36] },
  mediaUrl: null, mediaName: null, media: null, contacts: [],
});

const contact = (r: Row) => ({
  id: r[0], createdAt: date(r[1]), updatedAt: date(r[2]), name: r[3], pushName: r[4], number: r[5], email: r[6], profilePicUrl: r[7], isGroup: r[8] === 1, active: r[9] === 1, disableBot: r[10] === 1, erasedAt: r[11] === null ? null : date(r[11]), tags: JSON.parse(r[12] as string),
});

const hit = (r: Row) => ({ id: r[0], sentAt: date(r[1]), fromMe: r[2] === 1, text: r[4] });

/** A single letter is not looked for in messages: then there is only the page and its count. */
function found(results: Results) {
  const [newest, page, total, pieces = []] = results.length > 2 ? results : [[], ...results];
  const [ticketIds, messageIds] = (newest![0] ?? ["[]", "[]"]).map((list) => JSON.parse(list as string) as number[]) as [number[], number[]];
  const messages = new Map<unknown, number>();
  for (const [index, id] of ticketIds.entries()) messages.set(id, Math.max(messageIds[index]!, messages.get(id) ?? 0));
  const texts = new Map(pieces.map(([id, , text]) => [id, text]));
  const hitOf = (messageId: unknown) => (messageId === undefined ? null : { messageId, text: texts.get(messageId) });
  return { tickets: page!.map((row) => ({ ...ticket(row), hit: hitOf(messages.get(row[0])) })), hasMore: countOf(total) > page!.length, count: countOf(total), first: total![0]![1] };
}

const shapes = {
  found,
  hits: ([, rows, total]: Results) => ({ hits: rows!.map(hit), count: total ? countOf(total) : rows!.length }),
  tickets: ([page, total]: Results) => ({ tickets: page!.map(ticket), hasMore: countOf(total) > page!.length, count: countOf(total), first: total![0]![1] }),
  messages: ([one, total, page]: Results) => ({ messages: page!.slice(0, 20).reverse().map(message), hasMore: page!.length > 20, hasNewer: false, count: countOf(total), ticket: ticket(one![0]!) }),
  contacts: ([page, total]: Results) => ({ contacts: page!.map(contact), hasMore: countOf(total) > page!.length, count: countOf(total) }),
  moved: (results: Results) => ticket(results.findLast((rows) => rows[0]?.length === 37)![0]!),
};

function countOf(total: Row[] | undefined): number {
  return total![0]![0] as number;
}

if (import.meta.main) {
  const [file, scorePath] = process.argv.slice(2) as [string, string];
  const sqlite = new Database(file, { strict: true });
  for (const pragma of ["journal_mode = WAL", "synchronous = FULL", "busy_timeout = 5000", "temp_store = MEMORY", "cache_size = -8000", "foreign_keys = ON"]) sqlite.run(`PRAGMA ${pragma}`);
  const score = JSON.parse(readFileSync(scorePath, "utf8")) as Score;
  const prepared = new Map<string, ReturnType<Database["prepare"]>>();
  const ready = (sql: string) => prepared.get(sql) ?? (prepared.set(sql, sqlite.prepare(sql)), prepared.get(sql)!);
  const answers = new Map(score.map(({ name, shape, turns }) => {
    const steps = turns.map((statements) => statements.map(({ sql, values }) => ({ statement: ready(sql), values })));
    const run = (turn: number) => JSON.stringify(shapes[shape](steps[turn % steps.length]!.map(({ statement, values }) => statement.values(...values) as Row[])));
    return [name, turns.some((turn) => turn.some(({ sql }) => /^(insert|update)/i.test(sql))) ? sqlite.transaction(run).immediate : run] as const;
  }));
  const passwordHash = await Bun.password.hash("forno-a-lenha", { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 });
  const json = { headers: { "content-type": "application/json" } };

  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const [name = "", turn = "0"] = request.url.slice(request.url.lastIndexOf("/") + 1).split("?");
      const answer = answers.get(name);
      if (answer) return new Response(answer(Number(turn)), json);
      if (name === "sign-in") return Response.json({ fits: await Bun.password.verify("forno-a-lenha", passwordHash) });
      return new Response("{}", json);
    },
  });
  console.log(server.port);
}
