import { Database } from "bun:sqlite";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { repository } from "../../build/repository.ts";
import { Network } from "../../channel/practice/network.ts";
import { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { Control } from "../../kit/db/company-db.ts";
import { openFile } from "../../kit/db/open-file.ts";
import { keepDays } from "../../modules/dashboard/round-days.ts";
import { hash } from "../../modules/identities/passwords.ts";
import { dice, pick, speaker } from "./words.ts";

/** `--large` is a shop that has worked ten times as long. */
export const isLarge = process.argv.includes("--large");
const times = isLarge ? 10 : 1;
export const size = {
  users: 10,
  queues: 5,
  contacts: 5_000 * times,
  tickets: 20_000 * times,
  open: 2_000,
  pending: 1_000,
  messages: 400_000 * times,
  moves: 60_000 * times,
};
export const password = "forno-a-lenha";
export const admin = "user1@bench.local";
export const agent = "user2@bench.local";

/**
 * Sixty-four people sign in at once. With ten accounts or fewer the throttle would bound the rate.
 * They belong to a second company.
 */
export const visitors = Array.from({ length: 64 }, (_, index) => `visitor${index + 1}@bench.local`);

// The files must be the same each time, so the seed does not read the clock.
export const end = Date.UTC(2026, 10, 20, 12);
export const day = 86_400_000;

/**
 * The folder with the benchmark's company, made once for each version of the migrations and of this
 * code.
 */
export const seeded = () => seededWith(isLarge ? "large" : "desk", company);

/** A folder whose company `insertRows` fills; `name` is its name in the cache. */
export async function seededWith(
  name: string,
  insertRows: (sqlite: Database) => void,
): Promise<string> {
  const cache = join(repository, ".cache/bench");
  const folder = join(cache, `${name}-${fingerprint()}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  await fill(draft, insertRows);
  for (const old of readdirSync(cache))
    if (old.startsWith(`${name}-`) && !folder.endsWith(old) && !draft.endsWith(old))
      rmSync(join(cache, old), { recursive: true, force: true });
  renameSync(draft, folder);
  return folder;
}

/**
 * Copies the seed, and waits until it is on disk: the measurement would count a later flush of the
 * copy as the box's own writing.
 */
export function copySeed(seed: string, to: string) {
  cpSync(seed, to, { recursive: true });
  Bun.spawnSync(["sync", "-f", to]);
}

function fingerprint(): string {
  const hasher = new Bun.CryptoHasher("sha256");
  const files = [...new Bun.Glob("migrations/**/*.sql").scanSync(repository)].sort();
  for (const file of [
    ...files,
    ...["seed.ts", "sales-seed.ts", "campaigns-scale.ts", "words.ts"].map((name) =>
      join("src/testing/bench", name),
    ),
  ])
    hasher.update(readFileSync(join(repository, file)));
  return hasher.digest("hex").slice(0, 16);
}

async function fill(folder: string, insertRows: (sqlite: Database) => void) {
  const control = openFile(join(folder, "control.sqlite"), "control");
  const passwordHash = await hash(password);
  control.transaction(() => {
    insert(control, "plans", [{ id: 1, name: "Completo", createdAt: end, updatedAt: end }]);
    insert(control, "companies", [
      { id: 1, name: "Padaria Pão Quente", planId: 1, linked: 1, createdAt: end, updatedAt: end },
      { id: 2, name: "Vizinha", planId: 1, linked: 0, createdAt: end, updatedAt: end },
    ]);
    insert(
      control,
      "identities",
      [
        ...range(size.users, (id) => ({
          email: `user${id}@bench.local`,
          companyId: 1,
          userId: id,
          super: id === 1 ? 1 : 0,
        })),
        ...visitors.map((email, index) => ({ email, companyId: 2, userId: index + 1, super: 0 })),
      ].map((each, index) => ({
        id: index + 1,
        ...each,
        passwordHash,
        createdAt: end,
        updatedAt: end,
      })),
    );
  })();

  const dbs = new CompanyDbs(
    new Control(control, () => end),
    folder,
    new Uint8Array(32),
    () => end,
  );
  dbs.create(2).sqlite.transaction(() =>
    insert(
      dbs.open(2).sqlite,
      "users",
      visitors.map((email, index) => ({
        id: index + 1,
        name: `Visitante ${index + 1}`,
        email,
        createdAt: end,
        updatedAt: end,
      })),
    ),
  )();
  insertRows(dbs.create(1).sqlite);
  await keepDays(dbs.open(1));
  dbs.closeAll();
  control.close();

  mkdirSync(join(folder, "practice"), { mode: 0o700 });
  const network = new Network(join(folder, "practice/1.sqlite"), () => end);
  network.link(1, true);
  network.close();
}

const first =
  "Ana Bia Caio Davi Elisa Fábio Gabi Hugo Iara João Katia Lia Marta Nina Otto Paula Rui Sônia Teo Úrsula Vera Wagner Yara Zeca".split(
    " ",
  );
const last =
  "Silva Souza Costa Santos Oliveira Pereira Lima Ramos Prado Nogueira Campos Sales Martins Araújo Gonçalves Ribeiro Assunção Conceição Brandão Falcão".split(
    " ",
  );

function company(sqlite: Database) {
  const roll = dice(1);
  const say = speaker(roll);
  staff(sqlite);
  sqlite.transaction(() => {
    for (let id = 1; id <= size.contacts; id++) insertContact(sqlite, id, roll);
  })();
  const tickets = range(size.tickets, (id) => ticketOf(id, roll));
  const messages = conversation(tickets, roll);
  sqlite.transaction(() => {
    const luck = dice(2);
    for (const ticket of tickets) {
      const { id, status, userId } = ticket;
      insert(sqlite, "tickets", [
        { ...ticket, status: "pending", userId: null, lastMessage: say(6) },
      ]);
      insert(sqlite, "ticketEvents", movesOf(ticket, luck));
      sqlite
        .query<unknown, Value[]>("UPDATE tickets SET status = ?, userId = ? WHERE id = ?")
        .run(status, userId, id);
      if (status === "closed" && luck() < 0.3)
        insert(sqlite, "userRatings", [
          { ticketId: id, userId, rate: 1 + Math.floor(luck() * 3), createdAt: ticket.updatedAt },
        ]);
    }
    for (const { id } of tickets)
      for (const tagId of new Set(
        roll() < 0.3 ? [1 + Math.floor(roll() * 8), 1 + Math.floor(roll() * 8)] : [],
      ))
        insert(sqlite, "ticketTags", [{ ticketId: id, tagId }]);
  })();
  for (let from = 0; from < messages.length; from += 50_000) {
    sqlite.transaction(() => {
      for (const [index, { ticket, at }] of messages.slice(from, from + 50_000).entries()) {
        const fromMe = roll() < 0.5;
        insert(sqlite, "messages", [
          {
            id: from + index + 1,
            ticketId: ticket.id,
            contactId: ticket.contactId,
            whatsappId: 1,
            providerId: `P${from + index}`,
            origin: fromMe ? "agent" : "contact",
            userId: fromMe ? ticket.userId : null,
            fromMe: fromMe ? 1 : 0,
            read: ticket.status === "pending" ? 0 : 1,
            ack: 3,
            body: say(1 + Math.floor(roll() * roll() * 32)),
            sentAt: at,
            createdAt: at,
            updatedAt: at,
          },
        ]);
      }
    })();
  }
  // Two in three of the active ones wait for an answer since their last message.
  sqlite.run(
    "UPDATE tickets SET waitingSince = lastMessageAt WHERE status <> 'closed' AND id % 3 <> 1",
  );
  sqlite.run("UPDATE tickets SET withBot = 1 WHERE status = 'pending' AND id % 4 = 0");
  sqlite.run("PRAGMA optimize = 0x10002");
}

/** Inserts the queues and the users of the company. */
export function staff(sqlite: Database) {
  sqlite.transaction(() => {
    insert(
      sqlite,
      "queues",
      range(size.queues, (id) => ({
        id,
        name: `Fila ${id}`,
        color: `#0f766${id}`,
        createdAt: end,
        updatedAt: end,
      })),
    );
    insert(
      sqlite,
      "users",
      range(size.users, (id) => ({
        id,
        name: `${first[id]} ${last[id]}`,
        email: `user${id}@bench.local`,
        profile: id === 1 ? "admin" : "user",
        createdAt: end,
        updatedAt: end,
      })),
    );
    insert(
      sqlite,
      "userQueues",
      range(size.users, (userId) =>
        queuesOf(userId).map((queueId) => ({ userId, queueId })),
      ).flat(),
    );
    insert(sqlite, "connections", [
      {
        id: 1,
        name: "Balcão",
        provider: "practice",
        status: "CONNECTED",
        isDefault: 1,
        createdAt: end,
        updatedAt: end,
      },
    ]);
    insert(
      sqlite,
      "tags",
      range(8, (id) => ({
        id,
        name: `Etiqueta ${id}`,
        color: "#7c3aed",
        kanban: id <= 4 ? 1 : 0,
        createdAt: end,
        updatedAt: end,
      })),
    );
  })();
}

export function insertContact(sqlite: Database, id: number, roll: () => number) {
  const number = `55119${String(10_000_000 + id * 7_919).slice(-8)}`;
  const name = `${pick(roll, first)} ${pick(roll, last)} ${pick(roll, last)}`;
  insert(sqlite, "contacts", [
    { id, name, pushName: name, number, createdAt: end - 700 * day, updatedAt: end },
  ]);
  insert(sqlite, "identifiers", [{ type: "phone", value: number, contactId: id }]);
}

type Ticket = ReturnType<typeof ticketOf>;

/**
 * The newest tickets are the active ones, each of another contact. The rest are closed, and some
 * contacts have more of them.
 */
function ticketOf(id: number, roll: () => number) {
  const age = size.tickets - id;
  const active = age < size.open + size.pending;
  const status = !active ? "closed" : age % 3 === 0 ? "pending" : "open";
  const contactId = active ? age + 1 : 1 + Math.floor(roll() * roll() * size.contacts);
  const queueId = 1 + Math.floor(roll() * size.queues);
  const serving = range(size.users, (user) => user).filter(
    (user) => user > 1 && queuesOf(user).includes(queueId),
  );
  const userId = status === "pending" ? null : pick(roll, serving);
  const createdAt =
    end - Math.round((active ? (age / 3_000) * 3 : 3 + (age / size.tickets) * 600) * day);
  const updatedAt = Math.min(end, createdAt + Math.round(roll() * day));
  const uuid = `00000000-0000-4000-8000-${String(id).padStart(12, "0")}`;
  return {
    id,
    uuid,
    status,
    contactId,
    whatsappId: 1,
    queueId,
    userId,
    lastMessageAt: updatedAt,
    unreadMessages: status === "pending" ? 2 : 0,
    createdAt,
    updatedAt,
  };
}

/**
 * The moves of a ticket: it waited, was taken, and is done. Half of the done ones came back once.
 * Of all tickets some `size.moves`.
 */
function movesOf(
  { id: ticketId, status, queueId, userId, createdAt, updatedAt }: Ticket,
  luck: () => number,
) {
  const open = { status: "open", userId };
  const [waiting, done] = [
    { status: "pending", userId: null },
    { ...open, status: "closed" },
  ];
  const way =
    status === "pending"
      ? [waiting]
      : status === "open"
        ? [waiting, open]
        : luck() < 0.46
          ? [waiting, open, done, waiting, open, done]
          : [waiting, open, done];
  const step = (updatedAt - createdAt) / way.length;
  return way.slice(1).map((to, index) => {
    const from = way[index]!;
    return {
      ticketId,
      kind: kinds[to.status as keyof typeof kinds],
      byUserId: to.userId,
      fromStatus: from.status,
      fromQueueId: queueId,
      fromUserId: from.userId,
      status: to.status,
      queueId,
      userId: to.userId,
      at: Math.round(createdAt + (index + luck()) * step),
    };
  });
}

const kinds = { pending: "reopened", open: "accepted", closed: "closed" };

/** Each user but the first serves two queues. */
const queuesOf = (user: number) =>
  user === 1 ? [] : [1 + (user % size.queues), 1 + ((user + 2) % size.queues)];

/**
 * All messages in the order of their days. The conversations have very different lengths, and are
 * interleaved.
 */
function conversation(tickets: Ticket[], roll: () => number): { ticket: Ticket; at: number }[] {
  const mean = size.messages / size.tickets;
  const lengths = tickets.map(() => 1 + Math.floor(-Math.log(1 - roll()) * (mean - 0.5)));
  for (
    let spare = size.messages - lengths.reduce((sum, each) => sum + each, 0), index = 0;
    spare !== 0;
    index = (index + 7) % lengths.length
  ) {
    const step = Math.sign(spare);
    if (lengths[index]! + step < 1) continue;
    lengths[index]! += step;
    spare -= step;
  }
  const all = tickets.flatMap((ticket, index) =>
    Array.from({ length: lengths[index]! }, (_, turn) => ({
      ticket,
      at: Math.round(
        ticket.createdAt + ((turn + 1) / lengths[index]!) * (ticket.updatedAt - ticket.createdAt),
      ),
    })),
  );
  return all.sort((a, b) => a.at - b.at || a.ticket.id - b.ticket.id);
}

export const range = <T>(length: number, make: (id: number) => T): T[] =>
  Array.from({ length }, (_, index) => make(index + 1));

type Value = string | number | null;

export function insert(sqlite: Database, table: string, rows: Record<string, Value>[]) {
  for (const row of rows) {
    const columns = Object.keys(row);
    // query() caches the prepared statement.
    sqlite
      .query<unknown, Value[]>(
        `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
      )
      .run(...Object.values(row));
  }
}
