import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Me } from "../../../kit/db/audience.ts";
import { emptyLog } from "../../../kit/db/checkpoint.ts";
import { dueJobs } from "../../../kit/db/jobs.ts";
import { CompanyDb } from "../../../kit/db/company-db.ts";
import { Files } from "../../../kit/files/files.ts";
import { media } from "../../../kit/db/media.ts";
import { openFile } from "../../../kit/db/open-file.ts";
import { audit } from "../../audit/table.ts";
import { snapshot } from "../../backups/snapshot.ts";
import {
  balcao,
  bia,
  box,
  builders,
  dot,
  folder,
  idOf,
  refusal,
  stoppedClock,
  test,
  until,
  world,
  type World,
} from "../../../testing/world.ts";
import { MediaFetcher } from "../../../connections/fetcher.ts";
import { fakeChannel } from "../../../testing/fake-channel.ts";
import { refreshPicture } from "../../contacts/network.ts";
import { addAddress } from "../../contacts/addresses.ts";
import { contacts, identifiers } from "../../contacts/table.ts";
import * as contactVerbs from "../../contacts/contacts.ts";
import * as contactList from "../../contacts/list.ts";
import { enqueue } from "../../messages/outbox.ts";
import { messages, outbox } from "../../messages/table.ts";
import { userRatings } from "../../ratings/table.ts";
import { settings } from "../../settings/table.ts";
import { applyInboundEdit } from "../messages/inbound-edit.ts";
import { exportContact } from "./export-contact.ts";
import { save } from "../messages/drafts.ts";
import { eraseContact } from "./erase.ts";
import { wipeDeleted } from "./wipe.ts";
import { search } from "../list/search.ts";
import { reopen } from "../lifecycle/move.ts";
import * as notes from "../notes/notes.ts";
import { removeContact } from "./remove-contact.ts";
import { start } from "../lifecycle/start.ts";
import { loadTicket } from "../tickets.ts";
import { ticketEvents, tickets, type TicketRow } from "../table.ts";

const noPhones = { forgetPhones: () => {} };

/** Stands in all of Bia's data, to be found wherever some of it is left. */
const secret = "xilofone";

/** Bia's data: in an open ticket, in a closed one, and in a group. */
async function shopWithData(
  shop: Pick<World, "db" | "me" | "ticket" | "message" | "receives" | "tag">,
) {
  const { db } = shop;
  const ana = shop.me("ana");
  shop.db.insert(settings).values({ key: "CheckMsgIsGroup", value: "disabled" }).run();
  contactVerbs.update(db, bia.id, {
    name: `Bia ${secret}`,
    email: `${secret}@exemplo.com.br`,
    extraInfo: [{ name: "CPF", value: secret }],
    tags: [{ name: "VIP" }],
  });
  db.update(contacts).set({ pushName: secret }).where(eq(contacts.id, bia.id)).run();
  db.insert(identifiers).values({ type: "lid", value: "777", contactId: bia.id }).run();
  db.sqlite.run("INSERT INTO waPeople (connectionId, lid, phone, name) VALUES (1, '777', ?, ?)", [
    bia.number,
    secret,
  ]);
  db.sqlite.run("INSERT INTO imports (id, name, createdAt, updatedAt) VALUES (1, 'a.csv', 0, 0)");
  db.sqlite.run(
    "INSERT INTO importRows (importId, line, cells, reason) VALUES (1, 1, ?, 'taken'), (1, 2, ?, 'taken'), (1, 3, ?, 'noNumber'), (1, 4, ?, 'badName'), (1, 5, ?, 'noNumber')",
    [
      ["um", "(11) 98888-0001"],
      ["Dani", "(11) 97777-0002"],
      ["bia", secret.toUpperCase(), null],
      ["", ` ${secret}@EXEMPLO.com.br`],
      ["Bianca", "Nunes"],
    ].map((cells) => JSON.stringify(cells)),
  );
  addAddress(db, {
    contactId: bia.id,
    type: "Casa",
    zipCode: "01310100",
    address: `Rua ${secret}`,
    number: "1",
    neighborhood: "Centro",
    city: "São Paulo",
    state: "SP",
  });
  const over = shop.ticket({
    contactId: bia.id,
    status: "closed",
    lastMessage: secret,
    whatsappId: 2,
  });
  shop.message({ ticketId: over.id, body: `Antes ${secret}` });
  db.insert(userRatings)
    .values({ ticketId: over.id, userId: idOf.ana, rate: 3, createdAt: new Date(db.now()) })
    .run();
  const inbound = shop.receives(`Meu segredo é ${secret}`, { id: "H1" })!;
  applyInboundEdit(db, balcao, {
    to: "H1",
    chat: { ids: [{ type: "phone", value: bia.number }], name: "" },
    from: { ids: [{ type: "phone", value: bia.number }], name: "" },
    at: db.now(),
    body: `Era ${secret} mesmo`,
  });
  db.sqlite.run(
    "INSERT INTO waContents (connectionId, id, ours, content, at) VALUES (1, 'H1', 0, ?, 0)",
    [new TextEncoder().encode(secret)],
  );
  db.sqlite.run(
    "INSERT INTO waInbox (connectionId, hash, messageId, plain, at) VALUES (1, 'h', 'H1', ?, 0)",
    [new TextEncoder().encode(secret)],
  );
  // Messages that are not processed yet are sealed; only their senders are readable.
  for (const [id, people] of [
    ["H8", ["lid:777"]],
    ["H9", [`phone:${bia.number}`]],
    ["H7", ["phone:5511977770002"]],
  ] as const) {
    db.sqlite.run(
      "INSERT INTO waInbox (connectionId, hash, messageId, plain, people, at) VALUES (1, ?1, ?1, x'', ?2, 0)",
      [id, JSON.stringify(people)],
    );
    db.sqlite.run(
      "INSERT INTO waUnopened (connectionId, id, said, people, due) VALUES (1, ?1, x'', ?2, 0)",
      [id, JSON.stringify(people)],
    );
  }
  const file = await db.files.keep(dot, `${secret}.png`);
  shop.receives(secret, { file });
  const own = loadTicket(db, inbound.ticketId);
  const answer = shop.message({ ticketId: own.id, fromMe: true, origin: "agent", body: secret });
  db.write((tx) => enqueue(tx, { id: answer.id, whatsappId: balcao, contactId: bia.id }, db.now()));
  notes.create(db, ana, { ticketId: own.id, note: `Anotado: ${secret}` });
  save(db, ana, own.id, { text: secret });
  const group = { id: "5511-22", subject: "Festa" };
  const inGroup = shop.receives(`Eu levo ${secret}`, { group })!;
  const ad = { sourceId: "1", sourceUrl: "", title: secret, text: "", clickId: secret };
  const hers = {
    who: { ids: [{ type: "phone" as const, value: bia.number }], name: "" },
    kind: "chat" as const,
    body: secret,
    isStatus: false,
  };
  shop.receives("", { referral: ad, quotedId: "S1", quote: hers });
  shop.receives("Eu levo o bolo", {
    group,
    from: "5511977770002",
    name: "Dani",
    quotedId: "S2",
    quote: hers,
  });
  return { own, over, file, inGroup, group };
}

const dump = (db: CompanyDb) =>
  JSON.stringify(
    (
      db.sqlite
        .query("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%Search%'")
        .all() as { name: string }[]
    ).map(({ name }) => [
      name,
      db.sqlite
        .query(`SELECT * FROM "${name}"`)
        .values()
        .map((row) =>
          row.map((cell) =>
            cell instanceof Uint8Array ? Buffer.from(cell).toString("latin1") : cell,
          ),
        ),
    ]),
  );

test("nothing of an erased person is left in any table, nor their files", async () => {
  const shop = world();
  const { db, me } = shop;
  const { own, file } = await shopWithData(shop);
  const before = db.select().from(messages).all().length;
  expect(dump(db).split(secret).length).toBeGreaterThan(20);
  await eraseContact(db, me("rui"), bia.id, noPhones);
  expect(dump(db)).not.toContain(secret);
  expect(dump(db)).not.toContain(bia.number);
  expect(await Bun.file(db.files.path(file.sha256)).exists()).toBe(false);
  expect(db.select().from(media).all()).toEqual([]);
  expect(db.sqlite.query("SELECT line FROM importRows").values()).toEqual([[2], [5]]);
  for (const [table, id] of [
    ["waInbox", "messageId"],
    ["waUnopened", "id"],
  ])
    expect(db.sqlite.query(`SELECT ${id} FROM ${table}`).values()).toEqual([["H7"]]);
  // Rows that only count stay.
  expect(db.select().from(messages).all()).toHaveLength(before);
  expect(db.select().from(userRatings).all()).toMatchObject([{ rate: 3 }]);
  expect(db.select().from(tickets).where(eq(tickets.contactId, bia.id)).all()).toHaveLength(2);
  expect(loadTicket(db, own.id)).toMatchObject({
    status: "closed",
    lastMessage: "",
    contact: { name: "Contato apagado", number: "" },
  });
  expect(db.select().from(ticketEvents).all().slice(-1)).toMatchObject([
    { ticketId: own.id, status: "closed", byUserId: null },
  ]);
  expect(db.select().from(outbox).all()).toEqual([]);
  expect(db.select().from(audit).all()).toMatchObject([
    {
      action: "contactErased",
      userId: idOf.rui,
      subject: `contact ${bia.id}`,
      details: { tickets: 2 },
    },
  ]);
  expect(db.sqlite.query("PRAGMA foreign_key_check").all()).toEqual([]);
});

test("a file that someone else sends at the same moment stays as long as theirs", async () => {
  const shop = world();
  const { file } = await shopWithData(shop);
  const here = () => Bun.file(shop.db.files.path(file.sha256)).exists();
  const other = await shop.db.files.keep(dot, "broa.png");
  await eraseContact(shop.db, shop.me("rui"), bia.id, noPhones);
  expect(await here()).toBe(true);
  shop.receives("", { from: "5511977770002", name: "Dani", file: other });
  await removeContact(
    shop.db,
    shop.me("rui"),
    shop.ticketOf(shop.db.select().from(contacts).where(eq(contacts.name, "Dani")).get()!.id)[0]!
      .contactId,
  );
  expect(await here()).toBe(false);
});

test("a file that arrives after its contact was erased is not stored", async () => {
  const shop = world();
  const { db } = shop;
  const file = { name: "broa.png", type: "image/png", size: dot.length };
  const { id } = shop.receives("", { content: { kind: "image", body: "", file } })!;
  const coming = Promise.withResolvers<Uint8Array>();
  const { connectionManager, calls } = fakeChannel({
    async *fetch() {
      yield await coming.promise;
    },
  });
  const fetcher = new MediaFetcher(db, balcao, connectionManager.channel(1, balcao)!);
  fetcher.resume();
  expect(calls).toHaveLength(1);
  await eraseContact(db, shop.me("rui"), bia.id, noPhones);
  coming.resolve(dot);
  await fetcher.stop();
  expect(db.select().from(messages).where(eq(messages.id, id)).get()).toMatchObject({
    mediaId: null,
  });
  expect(await Array.fromAsync(new Bun.Glob("**").scan(db.files.folder))).toEqual([]);
});

test("a profile picture that was fetched a moment ago is deleted too", async () => {
  const shop = world();
  const { connectionManager } = fakeChannel({ picture: async () => dot });
  await refreshPicture(shop.db, connectionManager, bia.id);
  const sha256 = new Bun.CryptoHasher("sha256").update(dot).digest("hex");
  const here = () => Bun.file(shop.db.files.path(sha256)).exists();
  expect(await here()).toBe(true);
  await eraseContact(shop.db, shop.me("rui"), bia.id, noPhones);
  expect(await here()).toBe(false);
});

test("in a group the others' messages stay", async () => {
  const shop = world();
  const { inGroup } = await shopWithData(shop);
  await eraseContact(shop.db, shop.me("rui"), bia.id, noPhones);
  const rows = shop.db
    .select()
    .from(messages)
    .where(eq(messages.ticketId, inGroup.ticketId))
    .orderBy(messages.id)
    .all();
  expect(rows).toMatchObject([
    { body: "", isDeleted: true, contactId: bia.id },
    { body: "Eu levo o bolo", isDeleted: false },
  ]);
});

/**
 * A shop whose file comes from an older executable, which overwrote nothing. It has Bia's data and
 * 300 long messages of hers, of which some were edited and most deleted.
 */
async function olderShop() {
  const path = join(folder(), "1.sqlite");
  const clock = stoppedClock();
  const template = world();
  await Bun.write(path, template.db.sqlite.serialize());
  const opened = () =>
    new CompanyDb(
      1,
      openFile(path, "company"),
      new Files(1, folder(), new Uint8Array(32), clock.now),
      clock.now,
      () => {},
    );
  const older = opened();
  older.sqlite.run("PRAGMA secure_delete = OFF");
  const make = builders(older);
  const { own } = await shopWithData({ ...make, db: older, me: template.me });
  for (let count = 0; count < 300; count++)
    make.message({
      ticketId: own.id,
      contactId: bia.id,
      body: `${count} ${secret} `.repeat(1 + (count % 40) * 5),
    });
  older.sqlite.run(
    "UPDATE messages SET body = body || ? WHERE id % 3 = 0 AND ticketId = ? AND body != ''",
    [` ${secret}`.repeat(90), own.id],
  );
  older.sqlite.run("DELETE FROM messages WHERE id > 40 AND id % 10 != 0 AND ticketId = ?", [
    own.id,
  ]);
  older.dropEarlierEvents();
  older.sqlite.close();
  const db = opened();
  /** How often the word is in the file and its log. */
  const onDisk = () => {
    emptyLog(db.sqlite);
    return [path, `${path}-wal`].reduce((sum, each) => sum + timesIn(each), 0);
  };
  return { path, db, me: template.me, onDisk };
}

const timesIn = (path: string) =>
  existsSync(path) ? readFileSync(path).toString("latin1").split(secret.slice(0, 6)).length - 1 : 0;

const pragma = ({ sqlite }: CompanyDb, name: string) =>
  Number(sqlite.query(`PRAGMA ${name}`).values()[0]![0]);

test("no search finds erased words, and no page on the disk has one, whoever wrote it", async () => {
  const { path, db, me, onDisk } = await olderShop();
  expect(onDisk()).toBeGreaterThan(100);
  expect(pragma(db, "freelist_count")).toBeGreaterThan(10);
  const hits = () => [
    search(db, me("rui"), {
      searchParam: secret,
      pageNumber: 1,
      showAll: true,
      withUnreadMessages: false,
    }).read().count,
    contactList.list(db, { searchParam: secret, pageNumber: 1 }).read().count,
  ];
  expect(hits()[1]).toBe(1);
  await eraseContact(db, me("rui"), bia.id, noPhones);
  expect(hits()).toEqual([0, 0]);
  const [job] = dueJobs(db, 9);
  expect(job).toMatchObject({ kind: "tidy" });
  // As long as a copy reads the file, the log keeps what was there.
  const reader = new Database(path, { readonly: true });
  reader.run("BEGIN");
  reader.query("SELECT count(*) FROM contacts").get();
  expect(await wipeDeleted(db, job!).catch(({ message }: Error) => message)).toContain(
    "being read",
  );
  expect(dueJobs(db, 9)).toEqual([job!]);
  reader.close();
  await wipeDeleted(db, job!);
  expect(dueJobs(db, 9)).toEqual([]);
  expect(onDisk()).toBe(0);
  const copy = join(folder(), "copy.sqlite");
  await snapshot(path, copy);
  expect(timesIn(copy)).toBe(0);
  expect(
    db.sqlite
      .query("INSERT INTO messageSearch (messageSearch, rank) VALUES ('integrity-check', 1)")
      .all(),
  ).toEqual([]);
  expect(db.sqlite.query("PRAGMA integrity_check").values()).toEqual([["ok"]]);
  db.sqlite.close();
});

test("in a file too large to be rebuilt at once the freed pages are overwritten in small steps", async () => {
  const { path, db, me } = await olderShop();
  await eraseContact(db, me("rui"), bia.id, noPhones);
  const [size, [job]] = [pragma(db, "page_count"), dueJobs(db, 9)];
  await wipeDeleted(db, job!, 0);
  const used = new Set(
    db.sqlite.query<{ pageno: number }, []>("SELECT pageno FROM dbstat").values().flat(),
  );
  const file = readFileSync(path);
  const words = Array.from({ length: file.length / 4096 }, (_, page) => page)
    .filter((page) => !used.has(page + 1))
    .filter((page) => file.toString("latin1", page * 4096, page * 4096 + 4096).includes("lofone"));
  expect([words, pragma(db, "page_count") - size < 64]).toEqual([[], true]);
  expect(db.sqlite.query("SELECT count(*) FROM freedPages").values()).toEqual([[0]]);
  expect(db.sqlite.query("PRAGMA integrity_check").values()).toEqual([["ok"]]);
  db.sqlite.close();
});

test("clients that were away reload their lists, and get no erased texts", async () => {
  const shop = await box();
  await shopWithData(shop);
  const since = shop.db.seq() - 3;
  const listener = await shop.listener(shop.as("ana"));
  await listener.ready();
  await shop.as("rui").delete(`/contacts/${bia.id}/erase`);
  await listener.receives(({ event, action }) => event === "contact" && action === "delete");
  expect(JSON.stringify(listener.frames)).not.toContain(secret);
  expect(shop.db.eventsSince(since)).toBeUndefined();
  expect(shop.db.seq()).toBeGreaterThan(since);
  await until(() => dueJobs(shop.db, 9).length === 0);
});

test("an erased contact is in no list, can't be changed or written to, and is new when they write again", async () => {
  const shop = world();
  const { db, me } = shop;
  const { over } = await shopWithData(shop);
  await eraseContact(db, me("rui"), bia.id, noPhones);
  expect(await refusal(() => reopen(db, me("rui"), over.id))).toMatchObject({
    kind: "missing",
    reason: "ERR_NO_CONTACT_FOUND",
  });
  expect(
    contactList
      .list(db, { searchParam: "", pageNumber: 1 })
      .read()
      .contacts.map(({ name }) => name),
  ).toEqual(["Dani", "Festa"]);
  expect(await refusal(() => contactVerbs.update(db, bia.id, { name: "Bia" }))).toMatchObject({
    kind: "missing",
  });
  expect(await refusal(() => start(db, me("rui"), { contactId: bia.id }))).toMatchObject({
    kind: "missing",
  });
  expect(await refusal(() => eraseContact(db, me("rui"), bia.id, noPhones))).toMatchObject({
    kind: "missing",
  });
  expect(await refusal(() => exportContact(db, me("rui"), bia.id))).toMatchObject({
    kind: "missing",
  });
  const again = shop.receives("Oi de novo")!;
  expect(again.contactId).not.toBe(bia.id);
  expect(loadTicket(db, again.ticketId)).toMatchObject({
    status: "pending",
    contact: { name: "Bia" },
  });
});

test("a file that someone else sent too stays", async () => {
  const shop = world();
  const { file } = await shopWithData(shop);
  shop.receives("Veja", { file, from: "5511977770002", name: "Dani" });
  shop.clock.pass(2 * 3_600_000);
  await eraseContact(shop.db, shop.me("rui"), bia.id, noPhones);
  expect(await Bun.file(shop.db.files.path(file.sha256)).exists()).toBe(true);
});

test("a group can't be erased", async () => {
  const shop = world();
  const { contactId } = shop.db.select().from(tickets).where(eq(tickets.isGroup, true)).get() ?? {
    contactId: 0,
  };
  expect(contactId).toBe(0);
  const group = shop.contact({ isGroup: true });
  expect(
    await refusal(() => eraseContact(shop.db, shop.me("rui"), group.id, noPhones)),
  ).toMatchObject({ kind: "invalid" });
});

type Said = { id: number; ticketId: number; body: string; before: string[]; file: string | null };
const exported = async (db: CompanyDb, me: Me) =>
  (await exportContact(db, me, bia.id)) as unknown as Record<
    "contact" | "notes" | "ratings" | "files",
    object
  > & { tickets: { id: number; status: string }[]; messages: Said[] };

test("all data of a person is exported, and the export is recorded", async () => {
  const shop = world();
  const { db, me } = shop;
  const { own, over, inGroup } = await shopWithData(shop);
  const data = await exported(db, me("rui"));
  expect(data.contact).toMatchObject({
    name: `Bia ${secret}`,
    number: bia.number,
    extraInfo: [{ name: "CPF", value: secret }],
    tags: [{ name: "VIP" }],
    addresses: [{ address: `Rua ${secret}` }],
    names: [
      { type: "phone", value: bia.number },
      { type: "lid", value: "777" },
    ],
  });
  expect(data.tickets.map(({ id, status }) => [id, status])).toEqual([
    [over.id, "closed"],
    [own.id, "pending"],
  ]);
  expect(
    data.messages.map(({ ticketId, body, before, file }) => [ticketId, body, before, file]),
  ).toEqual([
    [over.id, `Antes ${secret}`, [], null],
    [own.id, `Era ${secret} mesmo`, [`Meu segredo é ${secret}`], null],
    [own.id, secret, [], `${secret}.png`],
    [own.id, secret, [], null],
    [inGroup.ticketId, `Eu levo ${secret}`, [], null],
    [own.id, "", [], null],
  ]);
  expect(data.messages.at(-1)).toMatchObject({
    referral: { title: secret, clickId: secret },
    quote: { contactId: bia.id, body: secret },
  });
  expect(data.notes).toMatchObject([{ note: `Anotado: ${secret}` }]);
  expect(data.ratings).toMatchObject([{ rate: 3 }]);
  expect(data.files).toMatchObject([
    { name: `${secret}.png`, type: "image/png", link: expect.stringContaining("/media/1/") },
  ]);
  expect(JSON.stringify(data)).not.toContain("bolo");
  expect(db.select().from(audit).all()).toMatchObject([
    { action: "contactExported", subject: `contact ${bia.id}` },
  ]);
});

test("a long history is exported completely", async () => {
  const { db, me, ticket, message } = world();
  const { id } = ticket({ contactId: bia.id });
  for (let count = 0; count < 1003; count++) message({ ticketId: id, body: String(count) });
  const { messages: all } = await exported(db, me("rui"));
  expect([all.length, new Set(all.map(({ id }) => id)).size, all.at(-1)!.body]).toEqual([
    1003,
    1003,
    "1002",
  ]);
});

test("deleting a contact deletes all their tickets, but not their messages in groups", async () => {
  const shop = world();
  const { db, me } = shop;
  const { own, over, file, inGroup } = await shopWithData(shop);
  shop.clock.pass(2 * 3_600_000);
  shop.events.length = 0;
  await removeContact(db, me("rui"), bia.id);
  const left = db.select().from(tickets).all() as TicketRow[];
  expect(left.map(({ id }) => id)).toEqual([inGroup.ticketId]);
  const rows = db.select().from(messages).orderBy(messages.id).all();
  expect(rows).toMatchObject([
    { body: `Eu levo ${secret}`, contactId: left[0]!.contactId },
    { body: "Eu levo o bolo" },
  ]);
  expect(await Bun.file(db.files.path(file.sha256)).exists()).toBe(false);
  expect(shop.events.map(({ event, action, payload }) => [event, action, payload])).toEqual([
    ["ticket", "delete", { ticketId: over.id }],
    ["ticket", "delete", { ticketId: own.id }],
    ["contact", "delete", { contactId: bia.id }],
  ]);
  expect(db.select().from(audit).all()).toMatchObject([
    { action: "contactDeleted", subject: `contact ${bia.id}`, details: { tickets: 2 } },
  ]);
  expect(await refusal(() => removeContact(db, me("rui"), bia.id))).toMatchObject({
    kind: "missing",
  });
  expect(db.sqlite.query("PRAGMA foreign_key_check").all()).toEqual([]);
});

test("over HTTP an export is a file, for admins only", async () => {
  const shop = await box();
  const answer = await shop.as("rui").get(`/contacts/${bia.id}/export`);
  expect([answer.status, answer.headers.get("content-disposition")]).toEqual([
    200,
    `attachment; filename="contato-${bia.id}.json"`,
  ]);
  expect(answer.body).toMatchObject({ contact: { name: bia.name }, messages: [] });
  for (const [method, path] of [
    ["GET", "export"],
    ["DELETE", "erase"],
  ] as const)
    expect((await shop.as("ana").call(method, `/contacts/${bia.id}/${path}`)).status).toBe(403);
  expect((await shop.as("rui").delete(`/contacts/${bia.id}`)).status).toBe(200);
  expect((await shop.as("rui").delete(`/contacts/${bia.id}`)).status).toBe(404);
});
