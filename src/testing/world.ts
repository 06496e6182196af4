import { afterAll, test as bunTest } from "bun:test";
import "../personal-data.ts";
import type { Database } from "bun:sqlite";
import { eq } from "drizzle-orm";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Content, Identifier, InboundMessage } from "../channel/channel.ts";
import type { Practice } from "../channel/practice/practice.ts";
import type { Me } from "../kit/db/audience.ts";
import type { CommittedEvent } from "../kit/db/committed-event.ts";
import { CompanyDbs } from "../kit/db/company-dbs.ts";
import { faultOf } from "../kit/fault.ts";
import { ownProgram } from "../kit/process/own-program.ts";
import type { StoredFile } from "../kit/files/files.ts";
import { logLevel } from "../kit/process/log.ts";
import { Control, CompanyDb, type Tx } from "../kit/db/company-db.ts";
import { insertTimestamps } from "../kit/db/table.ts";
import type { Outside } from "../modules/box/box.ts";
import { companies, plans } from "../modules/companies/table.ts";
import { connectionQueues, connections } from "../modules/connections/table.ts";
import { contacts, identifiers, type Contact } from "../modules/contacts/table.ts";
import { ias } from "../modules/ias/table.ts";
import { ofUser } from "../modules/identities/identities.ts";
import * as sessions from "../modules/identities/sessions.ts";
import { identities } from "../modules/identities/table.ts";
import { integrations } from "../modules/integrations/table.ts";
import { mediaTypeOf } from "../modules/messages/media-types.ts";
import { findMessage } from "../modules/messages/messages.ts";
import { messages, outbox, type Message } from "../modules/messages/table.ts";
import { queueOptions, queues, type Queue } from "../modules/queues/table.ts";
import { quickMessages } from "../modules/quick-messages/table.ts";
import { tags, ticketTags, type Tag } from "../modules/tags/table.ts";
import { markSent } from "../modules/tickets/messages/acknowledge.ts";
import { attach } from "../modules/tickets/messages/attach.ts";
import { receive } from "../modules/tickets/inbound/receive.ts";
import { tickets, type Ticket } from "../modules/tickets/table.ts";
import { loadTicket } from "../modules/tickets/tickets.ts";
import { meOf } from "../modules/users/users.ts";
import { userQueues, users } from "../modules/users/table.ts";
import type { Frame } from "../shared/wire.ts";
import { migrated, opened } from "./migrated.ts";
import { passwordHash } from "./password.ts";

logLevel("error");
// Processes run the executable that ships, if `EXECUTABLE` names one.
if (process.env.EXECUTABLE) ownProgram.splice(0, ownProgram.length, process.env.EXECUTABLE);

/** Friday, nine in the morning in São Paulo. */
export const morning = Date.parse("2026-11-20T12:00:00Z");
export const second = 1000;
export const minute = 60_000;
export const hour = 3_600_000;
export const day = 86_400_000;

/** Part of every text of the second company: a user of the first who gets it found a leak. */
export const canary = "quitanda7f3a";

export const atendimento = 1;
export const encomendas = 2;
/** The practice connection that serves Atendimento, and the one that serves both queues. */
export const balcao = 1;
export const fabrica = 2;

const staff = [
  { id: 1, name: "Rui", profile: "admin", allTicket: false, queueIds: [] },
  { id: 2, name: "Ana", profile: "user", allTicket: false, queueIds: [atendimento] },
  { id: 3, name: "Caio", profile: "user", allTicket: false, queueIds: [encomendas] },
  { id: 4, name: "Lia", profile: "user", allTicket: true, queueIds: [] },
] as const;
export type Name = "rui" | "ana" | "caio" | "lia";

/** The same people work in both companies, under the same ids. */
export const idOf: Record<Name, number> = { rui: 1, ana: 2, caio: 3, lia: 4 };
export const emailOf = (name: Name, company = 1) =>
  `${name}@${company === 1 ? "paoquente" : canary}.com.br`;

const key = new Uint8Array(32).fill(7);
const root = mkdtempSync(join(tmpdir(), "balcao-test-"));
let folders = 0;

/** A new empty folder that goes when the test file ends. */
export function folder(): string {
  endsWithFile();
  const path = join(root, String((folders += 1)));
  mkdirSync(path, { recursive: true });
  return path;
}

/** A clock that stands still until a test moves it. */
export function stoppedClock(at = morning) {
  let now = at;
  return {
    now: () => now,
    pass: (ms: number) => void (now += ms),
    set: (time: number | string) => void (now = typeof time === "string" ? Date.parse(time) : time),
  };
}

/**
 * A shop in memory: Padaria Pão Quente with its people, two queues and two connections. Quitanda is
 * a second company with the same people.
 */
export function world() {
  const clock = stoppedClock();
  const control = new Control(copyOf("control"), clock.now);
  const home = folder();
  const create = (path: string) => copyOf(basename(path, ".sqlite"));
  const dbs = new CompanyDbs(control, home, key, clock.now, { create, open: create });
  const db = dbs.open(1);
  const events: CommittedEvent[] = [];
  const ticketEvents: CommittedEvent[] = [];
  dbs.onCommit((all, { company }) => {
    if (company !== 1) return;
    for (const committed of all)
      (committed.event === "ticketEvent" ? ticketEvents : events).push(committed);
  });
  worlds.push(db);
  return {
    clock,
    control,
    dbs,
    db,
    home,
    /** The committed events of the shop, without those that tell what happened to a ticket. */
    events,
    /** The committed events that tell what happened to a ticket. */
    ticketEvents,
    /** Returns a user as they are now. */
    me: (name: Name, company = 1): Me => meOf(dbs.open(company), idOf[name], false)!,
    ...builders(db),
    /** The same builders in the other company. */
    quitanda: () => builders(dbs.open(2), (text) => `${text} ${canary}`),
  };
}
export type World = ReturnType<typeof world>;

/** Makes rows, with defaults for all that a test leaves out. */
export function builders(db: CompanyDb, say = (text: string) => text) {
  let count = 0;
  const next = () => (count += 1);
  const number = () => `55119${db.company}${String(next()).padStart(7, "0")}`;
  const write = <T>(work: (tx: Tx) => T) => db.write(work as (tx: Tx) => never) as T;
  const times = () => insertTimestamps(db.now());

  const queue = (values: Partial<Queue> = {}) =>
    write((tx) =>
      tx
        .insert(queues)
        .values({
          name: say(`Fila ${next()}`),
          color: `#${String(count).padStart(6, "0")}`,
          ...times(),
          ...values,
        })
        .returning()
        .get(),
    );

  const option = (values: Partial<typeof queueOptions.$inferInsert> = {}) =>
    write((tx) =>
      tx
        .insert(queueOptions)
        .values({
          queueId: atendimento,
          option: String(next()),
          title: say("Horário"),
          ...times(),
          ...values,
        })
        .returning()
        .get(),
    );

  const integration = (values: Partial<typeof integrations.$inferInsert> = {}) =>
    write((tx) =>
      tx
        .insert(integrations)
        .values({
          type: "webhook",
          name: say(`Integração ${next()}`),
          urlN8N: "https://fluxo.paoquente.com.br/oi",
          ...times(),
          ...values,
        })
        .returning()
        .get(),
    );

  const ia = (values: Partial<typeof ias.$inferInsert> = {}) =>
    write((tx) =>
      tx
        .insert(ias)
        .values({
          type: 3,
          name: say(`IA ${next()}`),
          model: "llama3",
          url: "http://127.0.0.1:11434",
          prompt: say("Você é da padaria."),
          ...times(),
          ...values,
        })
        .returning()
        .get(),
    );

  const tag = (values: Partial<Tag> = {}) =>
    write((tx) =>
      tx
        .insert(tags)
        .values({ name: say(`Etiqueta ${next()}`), color: "#7c3aed", ...times(), ...values })
        .returning()
        .get(),
    );

  const contact = (values: Partial<Contact> = {}) =>
    write((tx) => {
      const row = tx
        .insert(contacts)
        .values({
          name: say(`Cliente ${next()}`),
          number: values.isGroup ? "" : number(),
          ...times(),
          ...values,
        })
        .returning()
        .get();
      tx.insert(identifiers)
        .values({
          type: row.isGroup ? "group" : "phone",
          value: row.number || `${row.id}@g.us`,
          contactId: row.id,
        })
        .run();
      return row;
    });

  const connection = ({
    queueIds = [],
    ...values
  }: Partial<typeof connections.$inferInsert> & { queueIds?: number[] } = {}) =>
    write((tx) => {
      const row = tx
        .insert(connections)
        .values({
          name: say(`Conexão ${next()}`),
          provider: "practice",
          status: "CONNECTED",
          ...times(),
          ...values,
        })
        .returning()
        .get();
      for (const queueId of queueIds)
        tx.insert(connectionQueues).values({ connectionId: row.id, queueId }).run();
      return row;
    });

  const user = ({
    queueIds = [],
    ...values
  }: Partial<typeof users.$inferInsert> & { queueIds?: readonly number[] } = {}) =>
    write((tx) => {
      const row = tx
        .insert(users)
        .values({
          name: say(`Pessoa ${next()}`),
          email: `pessoa${count}@${db.company}.com.br`,
          ...times(),
          ...values,
        })
        .returning()
        .get();
      for (const queueId of queueIds)
        tx.insert(userQueues).values({ userId: row.id, queueId }).run();
      return row;
    });

  /** A ticket that waits; Ana holds it when its status needs a holder. */
  const ticket = ({
    tagIds = [],
    ...values
  }: Partial<typeof tickets.$inferInsert> & { tagIds?: number[] } = {}): Ticket => {
    const contactId = values.contactId ?? contact().id;
    const { status = "pending" } = values;
    return write((tx) => {
      const row = tx
        .insert(tickets)
        .values({
          uuid: crypto.randomUUID(),
          status,
          contactId,
          whatsappId: balcao,
          queueId: atendimento,
          userId: status === "pending" ? null : idOf.ana,
          lastMessage: say("Oi"),
          lastMessageAt: new Date(db.now()),
          ...times(),
          ...values,
        })
        .returning()
        .get();
      for (const tagId of tagIds) tx.insert(ticketTags).values({ ticketId: row.id, tagId }).run();
      return loadTicket(db, row.id);
    });
  };

  const message = (values: Partial<typeof messages.$inferInsert> & { ticketId: number }): Message =>
    write((tx) => {
      const { contactId, whatsappId } = loadTicket(db, values.ticketId);
      const { id } = tx
        .insert(messages)
        .values({
          contactId,
          whatsappId,
          providerId: crypto.randomUUID(),
          origin: "contact",
          ack: 2,
          body: say("Oi"),
          ...times(),
          sentAt: values.createdAt ?? new Date(db.now()),
          ...values,
        })
        .returning()
        .get();
      return findMessage(db, id)!;
    });

  const quickMessage = (values: Partial<typeof quickMessages.$inferInsert> = {}) =>
    write((tx) =>
      tx
        .insert(quickMessages)
        .values({
          shortcode: say(`atalho${next()}`),
          message: say("Abrimos às seis."),
          userId: idOf.ana,
          ...times(),
          ...values,
        })
        .returning()
        .get(),
    );

  /** A message arrives; from Bia and on Balcão by default. A file is here at once. */
  const receives = (
    body: string,
    {
      on = balcao,
      id = crypto.randomUUID(),
      from = bia.number,
      name = bia.name,
      group,
      ours = false,
      file,
      content,
      quotedId,
      at = db.now(),
      ...sources
    }: Incoming = {},
  ): Message | undefined => {
    const person = {
      ids: typeof from === "string" ? [{ type: "phone" as const, value: from }] : from,
      name,
    };
    const chat = group
      ? { ids: [{ type: "group" as const, value: group.id }], name: group.subject }
      : person;
    const actual: Content =
      content ?? (file ? { kind: mediaTypeOf(file.type), body, file } : { kind: "chat", body });
    const message = receive(db, on, {
      id,
      chat,
      from: ours ? null : person,
      at,
      content: actual,
      quotedId,
      ...sources,
    });
    return message && file ? (attach(db, message.id, file) ?? message) : message;
  };

  /** The network takes all messages in the outbox. */
  const leaves = () => {
    for (const { id } of db.select({ id: outbox.messageId }).from(outbox).all()) markSent(db, id);
  };

  const ticketOf = (contactId: number) =>
    db.select().from(tickets).where(eq(tickets.contactId, contactId)).orderBy(tickets.id).all();

  return {
    queue,
    option,
    integration,
    ia,
    tag,
    contact,
    connection,
    user,
    ticket,
    message,
    quickMessage,
    receives,
    leaves,
    ticketOf,
  };
}

/** An arriving message in a story. `ours` means that the shop's own phone wrote it. */
export type Incoming = {
  on?: number;
  id?: string;
  from?: string | Identifier[];
  name?: string;
  group?: { id: string; subject: string };
  ours?: boolean;
  file?: StoredFile;
  content?: Content;
  at?: number;
} & Pick<InboundMessage, "quotedId" | "quote" | "referral" | "forwarded">;

/** Bia, a customer since yesterday. */
export const bia = { id: 1, name: "Bia", number: "5511988880001" };

/**
 * The real app on a port of its own, over a world in memory. It closes when its test ends, or with
 * its file when it was opened outside of a test.
 */
export async function box(
  shop = world(),
  {
    cepUrl = "",
    heartbeat = 5000,
    publicUrl = undefined as string | undefined,
    outside = { values: {}, places: {} } as Outside,
    graphUrl = undefined as string | undefined,
  } = {},
) {
  const { control } = shop;
  // Few test files need the app, and loading it takes longer than most stories.
  const { appOf } = await import("./app-of-world.ts");
  const { stop, ...running } = await appOf(shop, {
    key,
    metricsToken: canary.padEnd(16),
    cepUrl,
    heartbeat,
    publicUrl,
    outside,
    graphUrl,
  });
  const { connectionManager, tokens, url } = running;
  const listeners: WebSocket[] = [];
  afterwards(async () => {
    for (const listener of listeners) listener.close();
    await stop();
  });

  /** Calls as a user, under a session of their own. */
  const as = (name: Name, company = 1) => {
    const { session } = sessions.start(
      control,
      ofUser(control, company, idOf[name])!,
      "test",
      "127.0.0.1",
    );
    return { ...caller(url, tokens.sign({ session: session.id })), session: session.id };
  };

  /** A socket that records its frames. */
  const listener = async (
    { token }: { token: Promise<string> | string },
    since?: number,
    by = url,
  ) => {
    const socket = new WebSocket(`${by.replace("http", "ws")}/ws`);
    listeners.push(socket);
    return listen(socket, await token, since);
  };

  /** A practice phone on a connection that is up and linked. */
  const phone = async (connection = balcao, company = 1) => {
    await connectionManager.start(company, connection);
    const channel = () => connectionManager.channel(company, connection) as Practice;
    await channel().scan();
    const network = connectionManager.network(company);
    return {
      line: channel,
      write: (
        body: string,
        {
          id = crypto.randomUUID(),
          number = bia.number,
          name = bia.name,
        }: { id?: string; number?: string; name?: string } = {},
      ) => channel().write({ id, number, name, body, quotedMsgId: null, group: null }),
      shown: (number = bia.number) => network.conversation(connection, number),
      got: (number = bia.number) =>
        network
          .conversation(connection, number)
          .filter(({ from }) => from === null)
          .map(({ body }) => body),
    };
  };

  return { ...shop, ...running, as, listener, phone, stranger: caller(url) };
}
export type Box = Awaited<ReturnType<typeof box>>;

export type Answer<Body> = { status: number; body: Body; headers: Headers };
export type Caller = ReturnType<typeof caller>;

/**
 * Calls under /api with a bearer token, or with none. `tls` lets https accept a server without a
 * trusted certificate.
 */
export function caller(
  url: string,
  token?: Promise<string> | string,
  tls?: { rejectUnauthorized: boolean },
) {
  const call = async <Body = Loose>(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> => {
    const form = body instanceof FormData;
    const response = await fetch(`${url}/api${path}`, {
      method,
      ...(tls && { tls }),
      headers: {
        ...(token && { authorization: `Bearer ${await token}` }),
        ...(body && !form && { "content-type": "application/json" }),
        ...headers,
      },
      body: form ? body : body && JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: json(text) as Body };
  };
  return {
    token: token ?? "",
    call,
    get: <Body = Loose>(path: string) => call<Body>("GET", path),
    post: <Body = Loose>(path: string, body?: object) => call<Body>("POST", path, body),
    put: <Body = Loose>(path: string, body?: object) => call<Body>("PUT", path, body),
    delete: <Body = Loose>(path: string) => call<Body>("DELETE", path),
  };
}

/** An answer of any shape: the test checks it. */
export type Loose = {
  error: string;
  message: string;
  fields?: Record<string, string>;
  details?: Record<string, unknown>;
  [name: string]: unknown;
};

export type FrameListener = ReturnType<typeof listen>;

/** Signs a socket in and collects its frames. */
export function listen(socket: WebSocket, token: string, since?: number) {
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  const lookAgain = () => {
    for (const look of waiting) look();
  };
  const closed = new Promise<number>((resolve) =>
    socket.addEventListener("close", ({ code }) => resolve(code)),
  );
  socket.addEventListener("open", () =>
    socket.send(JSON.stringify({ event: "auth", token, since })),
  );
  socket.addEventListener("message", ({ data }) => {
    frames.push(JSON.parse(String(data)) as Frame);
    lookAgain();
  });

  const receives = (matches: (frame: Frame) => boolean, patience = 10_000) =>
    new Promise<Frame>((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        waiting.delete(look);
        settle();
      };
      const look = () => {
        const frame = frames.find(matches);
        if (frame) end(() => resolve(frame));
      };
      const timer = setTimeout(
        () =>
          end(() =>
            reject(
              new Error(
                `not heard: ${matches.toString()} in ${JSON.stringify(frames.map(({ seq, event, action }) => [seq, event, action]))}`,
              ),
            ),
          ),
        patience,
      );
      waiting.add(look);
      look();
    });

  return {
    socket,
    frames,
    closed,
    receives,
    /** Resolves when the sign-in is done. */
    ready: () => receives(({ event }) => event === "ready"),
    /** Forgets the frames so far. */
    forget: () => void frames.splice(0),
  };
}

/**
 * Sends everyone an event, and waits until these listeners have it: then they have all earlier
 * events.
 */
export async function settled(db: CompanyDb, ...listeners: FrameListener[]) {
  db.write((tx) => tx.emit("fence", "update", {}, { to: "everyone" }));
  const seq = db.seq();
  await Promise.all(
    listeners.map((listener) =>
      listener.receives((frame) => frame.event === "fence" && frame.seq === seq),
    ),
  );
}

/**
 * Waits for a change that happens by itself. It looks often at first, then less and less, because a
 * look takes the box's time.
 */
export async function until<T>(
  look: () => T | Promise<T>,
  patience = 15_000,
): Promise<Exclude<T, null | undefined | false>> {
  for (const began = Date.now(); ;) {
    const result = await look();
    if (result) return result as Exclude<T, null | undefined | false>;
    const waited = Date.now() - began;
    if (waited > patience) throw new Error(`never came: ${look.toString()}`);
    await Bun.sleep(Math.min(5 + waited / 10, 50));
  }
}

/** The fault that a verb throws, to compare in one line; undefined when there is none. */
export async function refusal(work: () => unknown) {
  try {
    await work();
  } catch (thrown) {
    const fault = faultOf(thrown);
    if (!fault) throw thrown;
    const { kind, reason, fields, details } = fault;
    return { kind, reason, ...(fields && { fields }), ...(details && { details }) };
  }
  return undefined;
}

/** A picture of one dot. */
export const dot = new Uint8Array(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
);

/** All chunks as one array. */
export const whole = async (chunks: AsyncIterable<Uint8Array>) =>
  new Uint8Array(Buffer.concat(await Array.fromAsync(chunks)));

type Cleanup = () => unknown;
const cleanups: Cleanup[] = [];
const worlds: CompanyDb[] = [];

/**
 * A test that closes all that it opened when it ends. DUMP=1 saves the databases of a failed test.
 */
export function test(sentence: string, story: () => unknown, patience?: number) {
  endsWithFile();
  bunTest(sentence, () => play(sentence, story), patience);
}

async function play(sentence: string, story: () => unknown) {
  const [left, made] = [cleanups.length, worlds.length];
  try {
    await story();
  } catch (thrown) {
    if (process.env.DUMP) dump(sentence, worlds.slice(made));
    throw thrown;
  } finally {
    worlds.length = made;
    await runAll(cleanups.splice(left));
  }
}

/** Runs work when the test ends, or with its file when no test runs yet. */
export function afterwards(work: Cleanup) {
  endsWithFile();
  cleanups.push(work);
}

let isEnding = false;

// One worker runs many files with this one module.
function endsWithFile() {
  if (isEnding) return;
  isEnding = true;
  afterAll(async () => {
    isEnding = false;
    worlds.length = 0;
    await runAll(cleanups.splice(0));
    rmSync(root, { recursive: true, force: true });
  });
}

async function runAll(work: Cleanup[]) {
  for (const go of work.toReversed()) await go();
}

function dump(sentence: string, stores: CompanyDb[]) {
  const target = join(tmpdir(), "balcao-dump");
  mkdirSync(target, { recursive: true });
  for (const [index, db] of stores.entries()) {
    const path = join(target, `${sentence.replace(/[^\p{L}\p{N}]+/gu, "-")}-${index + 1}.sqlite`);
    void Bun.write(path, db.sqlite.serialize());
    console.error(`kept ${path}`);
  }
}

/**
 * A copy of a file that is made once: `control`, a company's by its number, or an empty company's.
 */
function copyOf(name: string): Database {
  return opened((templates[name] ?? templates.company!)());
}

// Made for the first story that needs one: a test file without a shop pays for none.
const templates: Record<string, () => Uint8Array> = {
  company: once(() => migrated("company").serialize()),
  1: once(() => companyTemplate(1)),
  2: once(() => companyTemplate(2)),
  control: once(controlTemplate),
};

function once<T>(make: () => T) {
  let made: T | undefined;
  return () => (made ??= make());
}

function companyTemplate(company: number): Uint8Array {
  const sqlite = migrated("company");
  const db = new CompanyDb(
    company,
    sqlite,
    undefined as never,
    () => morning,
    () => {},
  );
  const say = (text: string) => (company === 1 ? text : `${text} ${canary}`);
  const make = builders(db, say);
  make.queue({ name: say("Atendimento"), color: "#0f766e" });
  make.queue({ name: say("Encomendas"), color: "#b45309" });
  make.connection({ name: say("Balcão"), isDefault: true, queueIds: [atendimento] });
  make.connection({ name: say("Fábrica"), queueIds: [atendimento, encomendas] });
  for (const { name, ...person } of staff)
    make.user({ ...person, name: say(name), email: emailOf(name.toLowerCase() as Name, company) });
  make.contact({ ...bia, name: say(bia.name), pushName: say(bia.name) });
  return sqlite.serialize();
}

function controlTemplate(): Uint8Array {
  const control = new Control(migrated("control"), () => morning);
  control.write((tx) => {
    tx.insert(plans)
      .values({ name: "Completo", ...insertTimestamps(morning) })
      .run();
    tx.insert(companies)
      .values([
        { name: "Padaria Pão Quente", planId: 1, ...insertTimestamps(morning) },
        { name: `Quitanda ${canary}`, planId: 1, ...insertTimestamps(morning) },
      ])
      .run();
    for (const companyId of [1, 2]) {
      for (const { id, name } of staff)
        tx.insert(identities)
          .values({
            email: emailOf(name.toLowerCase() as Name, companyId),
            passwordHash,
            companyId,
            userId: id,
            ...insertTimestamps(morning),
          })
          .run();
    }
  });
  return control.sqlite.serialize();
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
