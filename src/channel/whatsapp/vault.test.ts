import {
  BufferJSON,
  Curve,
  proto,
  type BinaryNode,
  type GroupMetadata,
  type SignalDataSet,
  type WAMessage,
} from "@whiskeysockets/baileys";
import { expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFile } from "../../kit/db/open-file.ts";
import { vaultFile } from "../../testing/whatsapp/vault-file.ts";
import { migrated } from "../../testing/migrated.ts";
import { OwnershipLost, type Opened } from "./vault-file.ts";
import { Vault } from "./vault.ts";

const boxKey = new Uint8Array(32).fill(7);
const day = 86_400_000;

/** A company's file with two connections. */
function file(sqlite = migrated("company")) {
  for (const [id, name] of [
    [1, "Balcão"],
    [2, "Fábrica"],
  ] as const)
    sqlite.run(
      "INSERT INTO connections (id, name, provider, createdAt, updatedAt) VALUES (?, ?, 'beta', 0, 0)",
      [id, name],
    );
  let now = Date.parse("2026-11-20T12:00:00Z");
  const vault = (connection = 1, key = boxKey) => {
    const made = new Vault(vaultFile(sqlite), connection, key, () => now);
    made.claim();
    return made;
  };
  return { sqlite, vault, pass: (ms: number) => void (now += ms) };
}

function link(vault: Vault) {
  const { creds } = vault;
  creds.me = { id: "5511999990001:10@s.whatsapp.net", lid: "900001:10@lid" };
  creds.account = proto.ADVSignedDeviceIdentity.create({
    details: Buffer.from("details"),
    accountSignature: Buffer.alloc(64, 3),
  });
  vault.saveCreds();
  return creds;
}

const messageOf = (id: string, text: string, fromMe = false): WAMessage => ({
  key: { remoteJid: "1@lid", id, fromMe },
  message: { conversation: text },
});
const text = (vault: Vault, id: string) => vault.content(id)?.conversation;
const stanza = (id: string, attrs: Record<string, string> = {}): BinaryNode => ({
  tag: "message",
  attrs: { id, from: "1@lid", ...attrs },
  content: [{ tag: "enc", attrs: { type: "msg" }, content: Buffer.from(`sealed ${id}`) }],
});
const arrive = (vault: Vault, hash: string, id: string, node?: BinaryNode) =>
  vault.keys.set({
    opened: { [hash]: { id, plain: Buffer.from(id), node } satisfies Opened },
  } as SignalDataSet);
const waiting = (vault: Vault) => vault.waiting().map((row) => vault.attempt(row, [])!);
const ids = (nodes: BinaryNode[]) => nodes.map(({ attrs }) => attrs.id);

const everyType = {
  "pre-key": { "5": Curve.generateKeyPair() },
  session: { "900002_1.0": { _sessions: { base: { chain: "text" } }, version: "v1" } as never },
  "sender-key": { "1@g.us::900002_1::0": Buffer.from("sender") },
  "sender-key-memory": { "1@g.us": { "900002:0@lid": true } },
  "app-state-sync-key": {
    AAAAAA: proto.Message.AppStateSyncKeyData.fromObject({
      keyData: Buffer.alloc(32, 5),
      fingerprint: { rawId: 7, deviceIndexes: [0, 1] },
      timestamp: 12,
    }),
  },
  "app-state-sync-version": {
    regular: {
      version: 3,
      hash: Buffer.alloc(128, 1),
      indexValueMap: { abc: { valueMac: Buffer.alloc(32, 2) } },
    },
  },
  "lid-mapping": { "5511988880001": "900002", "900002_reverse": "5511988880001" },
  "device-list": { "5511988880001": ["0", "12"] },
  tctoken: {
    "900002@lid": { token: Buffer.from("token"), timestamp: "1700000000" },
    __index: { token: Buffer.from('["900002@lid"]') },
  },
  "identity-key": { "900002_1.0": new Uint8Array(33).fill(5) },
} satisfies SignalDataSet;

test("what was said is said again only to whom it was said", async () => {
  const vault = file().vault();
  vault.claim();
  await vault.keys.set({
    "lid-mapping": { "5511988880001": "900002", "900002_reverse": "5511988880001" },
  } as SignalDataSet);
  const to = (remoteJid: string, id: string, fromMe = true) =>
    vault.keep(id, { key: { remoteJid, id, fromMe }, message: { conversation: id } });
  to("900002@lid", "A");
  to("5511988880002@s.whatsapp.net", "B");
  to("1203@g.us", "G");
  to("900002@lid", "C", false);
  const asks = (id: string, chat: string) => vault.sentMessage(id, chat)?.conversation;
  expect([
    asks("A", "900002@lid"),
    asks("A", "900002:7@lid"),
    asks("A", "5511988880001@s.whatsapp.net"),
    asks("B", "5511988880002:3@s.whatsapp.net"),
    asks("G", "1203@g.us"),
  ]).toEqual(["A", "A", "A", "B", "G"]);
  expect([
    asks("B", "900002@lid"),
    asks("A", "900003@lid"),
    asks("A", "5511988880002@s.whatsapp.net"),
    asks("G", "900002@lid"),
    asks("C", "900002@lid"),
    asks("X", "900002@lid"),
  ]).toEqual(Array(6).fill(undefined));
});

test("every kind of key comes back as it went, for the next owner too", async () => {
  const { vault } = file();
  const first = vault();
  await first.keys.set(everyType);
  for (const owner of [first, vault()]) {
    for (const [type, entries] of Object.entries(everyType)) {
      const stored = await owner.keys.get(type as keyof typeof everyType, [
        ...Object.keys(entries),
        "unknown",
      ]);
      expect(JSON.stringify(stored, BufferJSON.replacer)).toBe(
        JSON.stringify(entries, BufferJSON.replacer),
      );
    }
  }
  const { AAAAAA: key } = await first.keys.get("app-state-sync-key", ["AAAAAA"]);
  expect([key, key!.keyData]).toEqual([
    expect.any(proto.Message.AppStateSyncKeyData),
    expect.any(Uint8Array),
  ]);
});

test("a key that is set to null is gone, and no other", async () => {
  const { keys } = file().vault();
  await keys.set({ "pre-key": { "1": Curve.generateKeyPair(), "2": Curve.generateKeyPair() } });
  await keys.set({ "pre-key": { "1": null } });
  expect(Object.keys(await keys.get("pre-key", ["1", "2"]))).toEqual(["2"]);
});

test("keys that are set together arrive together or not at all", async () => {
  const { keys } = file().vault();
  await keys.set({ "lid-mapping": { a: "1" } });
  expect(() =>
    keys.set({ "lid-mapping": { a: "2", b: "2" }, "device-list": { c: [10n as never] } }),
  ).toThrow(TypeError);
  expect(await keys.get("lid-mapping", ["a", "b"])).toEqual({ a: "1" });
});

test("a set inside a write of the box is refused, and that write stays whole", () => {
  const { sqlite, vault } = file();
  const { keys } = vault();
  sqlite.run("BEGIN");
  sqlite.run("UPDATE connections SET name = 'Loja' WHERE id = 1");
  expect(() => keys.set({ "lid-mapping": { a: "1" } })).toThrow("within a transaction");
  sqlite.run("COMMIT");
  expect(sqlite.query("SELECT name FROM connections WHERE id = 1").get()).toEqual({ name: "Loja" });
});

test("who has lost the session writes nothing more", async () => {
  const { sqlite, vault } = file();
  const old = vault();
  link(old);
  old.keep("A", messageOf("A", "Oi"));
  await arrive(old, "h", "A", stanza("A"));
  const later = vault();
  const before = later.creds.advSecretKey;
  old.creds.advSecretKey = "forged";
  const writes = [
    () => old.keys.set({ "lid-mapping": { a: "1" } }),
    () => old.saveCreds(),
    () => old.keep("B", messageOf("B", "Oi")),
    () => old.done("A"),
    () => old.wipe(),
    () => old.sweep(),
    () => old.attempt(1, []),
    () => old.takeUp(),
    () => old.keepPeople([{ phone: "5511988880001" }]),
    () => old.keepGroup("1@g.us", undefined),
  ];
  for (const write of writes) expect(write).toThrow(OwnershipLost);
  expect([
    vault().creds.advSecretKey,
    text(later, "B"),
    await later.keys.get("lid-mapping", ["a"]),
  ]).toEqual([before, undefined, {}]);
  expect(ids(waiting(vault()))).toEqual(["A"]);
  expect(() => new Vault(vaultFile(sqlite), 1, boxKey, Date.now).saveCreds()).toThrow(
    OwnershipLost,
  );
});

test("the session goes with its connection", () => {
  const { sqlite, vault } = file();
  const mine = vault();
  link(mine);
  mine.keep("A", messageOf("A", "Oi"));
  mine.keepPeople([{ phone: "5511988880001" }]);
  sqlite.run("DELETE FROM connections WHERE id = 1");
  for (const table of ["waSessions", "waContents", "waPeople"])
    expect(sqlite.query(`SELECT * FROM ${table}`).all()).toEqual([]);
  expect(() => mine.saveCreds()).toThrow(OwnershipLost);
});

test("half a link is forgotten, a whole one is kept", () => {
  const { vault } = file();
  const asking = vault();
  asking.creds.me = { id: "5511999990001@s.whatsapp.net" };
  asking.creds.pairingCode = "ABCD1234";
  asking.saveCreds();
  const again = vault();
  expect([again.linked, again.creds.me, again.creds.pairingCode]).toEqual([
    false,
    undefined,
    undefined,
  ]);

  const { signedIdentityKey } = link(again);
  const next = vault();
  expect([next.linked, next.creds.me?.lid, next.creds.signedIdentityKey]).toEqual([
    true,
    "900001:10@lid",
    signedIdentityKey,
  ]);
  expect([next.creds.account?.details, next.creds.account?.accountSignature]).toEqual([
    Buffer.from("details"),
    Buffer.alloc(64, 3),
  ]);
});

test("of the histories that were read only the newest fifty are remembered", () => {
  const { vault } = file();
  const mine = vault();
  mine.creds.processedHistoryMessages = Array.from({ length: 80 }, (_, index) => ({
    key: { id: String(index) },
    messageTimestamp: index,
  }));
  link(mine);
  for (const { creds } of [mine, vault()])
    expect([
      creds.processedHistoryMessages.length,
      creds.processedHistoryMessages[0]!.key.id,
    ]).toEqual([50, "30"]);
});

test("a wipe forgets the session but not what was said or is not told yet, and who held its keys can't write them back", async () => {
  const { vault } = file();
  const mine = vault();
  const { noiseKey } = link(mine);
  mine.keep("A", messageOf("A", "Oi"));
  mine.keepPeople([{ phone: "5511988880001", inBook: true }]);
  mine.keepGroup("1@g.us", { id: "1@g.us", subject: "Família" } as GroupMetadata);
  await mine.keys.set({ "lid-mapping": { a: "1" } });
  await arrive(mine, "h", "A", stanza("A"));
  await arrive(mine, "d", "D", stanza("D"));
  mine.done("D");
  const socket = mine.keys;
  mine.wipe();
  expect(() => socket.set({ "lid-mapping": { a: "2" } })).toThrow(OwnershipLost);
  for (const owner of [() => mine, vault]) {
    const each = owner();
    expect([
      each.linked,
      each.people("book"),
      each.group("1@g.us"),
      ids(waiting(each)),
      each.opened(["d"]),
    ]).toEqual([false, [], undefined, ["A"], undefined]);
    expect([await each.keys.get("lid-mapping", ["a"]), text(each, "A")]).toEqual([{}, "Oi"]);
    expect(each.creds.noiseKey).not.toEqual(noiseKey);
  }
});

test("the file holds no secret that can be read", async () => {
  const home = mkdtempSync(join(tmpdir(), "balcao-test-"));
  const { sqlite, vault } = file(openFile(join(home, "1.sqlite"), "company"));
  const mine = vault();
  const { signedIdentityKey, noiseKey, advSecretKey } = link(mine);
  const preKey = Curve.generateKeyPair();
  await mine.keys.set({ "pre-key": { "1": preKey } });
  mine.keep("ID-THAT-SHOWS", messageOf("ID-THAT-SHOWS", "um segredo"));
  mine.keepGroup("1@g.us", { id: "1@g.us", subject: "outro segredo" } as GroupMetadata);
  await arrive(mine, "h", "A", { tag: "message", attrs: { id: "A", notify: "quarto segredo" } });
  sqlite.close();
  const bytes = Buffer.concat(readdirSync(home).map((name) => readFileSync(join(home, name))));
  expect(bytes.includes("ID-THAT-SHOWS")).toBe(true);
  for (const key of [
    signedIdentityKey.private,
    noiseKey.private,
    preKey.private,
    Buffer.from(advSecretKey, "base64"),
  ]) {
    expect([
      bytes.includes(key),
      bytes.includes(Buffer.from(key).toString("base64")),
      bytes.includes(Buffer.from(key).toString("hex")),
    ]).toEqual([false, false, false]);
  }
  for (const word of ["um segredo", "outro segredo", "quarto segredo", "900001:10@lid"])
    expect(bytes.includes(word)).toBe(false);
  rmSync(home, { recursive: true });
});

test("a row opens only where it was sealed, and only with the box's key", async () => {
  const { sqlite, vault } = file();
  const mine = vault();
  link(mine);
  await mine.keys.set({ "lid-mapping": { a: "1", b: "2" } });
  mine.keep("A", messageOf("A", "Oi"));
  mine.keep("B", messageOf("B", "Tchau"));
  const unreadable = "Unsupported state or unable to authenticate data";

  expect(() => vault(1, new Uint8Array(32).fill(8)).creds).toThrow(unreadable);
  expect(vault().creds.me?.lid).toBe("900001:10@lid");
  sqlite.run("UPDATE waKeys SET value = (SELECT value FROM waKeys WHERE id = 'a') WHERE id = 'b'");
  expect(() => mine.keys.get("lid-mapping", ["b"])).toThrow(unreadable);
  sqlite.run("UPDATE waKeys SET type = 'device-list' WHERE id = 'a'");
  expect(() => mine.keys.get("device-list", ["a"])).toThrow(unreadable);
  sqlite.run(
    "UPDATE waContents SET content = (SELECT content FROM waContents WHERE id = 'A') WHERE id = 'B'",
  );
  expect(text(mine, "A")).toBe("Oi");
  expect(() => mine.content("B")).toThrow(unreadable);
  const other = vault(2);
  sqlite.run("UPDATE waContents SET connectionId = 2 WHERE id = 'A'");
  expect(() => other.content("A")).toThrow(unreadable);
  sqlite.run(
    "UPDATE waSessions SET creds = (SELECT creds FROM waSessions WHERE connectionId = 1), salt = (SELECT salt FROM waSessions WHERE connectionId = 1) WHERE connectionId = 2",
  );
  expect(() => vault(2).creds).toThrow(unreadable);
});

test("an id belongs to who used it first, but what we send may be sent anew", () => {
  const mine = file().vault();
  mine.keep("A", messageOf("A", "nosso", true));
  mine.keep("A", messageOf("A", "de outro"));
  expect([text(mine, "A"), mine.key("A")]).toEqual([
    "nosso",
    expect.objectContaining({ remoteJid: "1@lid", id: "A", fromMe: true }),
  ]);
  mine.keep("A", messageOf("A", "nosso, corrigido", true));
  mine.keep("B", messageOf("B", "dela"));
  mine.keep("B", messageOf("B", "de outro"));
  expect([text(mine, "A"), text(mine, "B"), text(mine, "C"), mine.key("C")]).toEqual([
    "nosso, corrigido",
    "dela",
    undefined,
    undefined,
  ]);
});

test("a group is known until it is forgotten", () => {
  const mine = file().vault();
  const group = {
    id: "1@g.us",
    subject: "Família",
    owner: undefined,
    participants: [{ id: "900002@lid", admin: "admin" }],
  } as GroupMetadata;
  mine.changeGroup("1@g.us", { subject: "ninguém" });
  expect(mine.group("1@g.us")).toBeUndefined();
  mine.keepGroup("1@g.us", group);
  mine.changeGroup("1@g.us", { subject: "Família Silva" });
  expect(mine.group("1@g.us")).toEqual({
    id: "1@g.us",
    subject: "Família Silva",
    participants: [{ id: "900002@lid", admin: "admin" }],
  } as GroupMetadata);
  mine.keepGroup("1@g.us", undefined);
  expect(mine.group("1@g.us")).toBeUndefined();
});

test("a person is one, by whichever name", () => {
  const mine = file().vault();
  const [phone, lid] = [
    { type: "phone", value: "5511988880001" } as const,
    { type: "lid", value: "900002" } as const,
  ];
  mine.keepPeople([{ phone: phone.value, name: "Bia", inBook: true }, {}]);
  mine.keepPeople([{ lid: lid.value, hasChat: true }]);
  expect([mine.people("book"), mine.people("chats")]).toEqual([
    [{ ids: [phone], name: "Bia" }],
    [{ ids: [lid], name: "" }],
  ]);
  mine.keepPeople([{ lid: lid.value, phone: phone.value }]);
  for (const list of ["book", "chats"] as const)
    expect(mine.people(list)).toEqual([{ ids: [phone, lid], name: "Bia" }]);
  mine.keepPeople([{ lid: lid.value, name: "Bia Costa", hasChat: false }]);
  expect([mine.people("book"), mine.people("chats")]).toEqual([
    [{ ids: [phone, lid], name: "Bia Costa" }],
    [],
  ]);
});

test("who has a new number or a new lid is still who they were", () => {
  const mine = file().vault();
  mine.keepPeople([
    { phone: "5511988880001", lid: "900002", name: "Bia", inBook: true },
    { phone: "5511988880002", lid: "900003", name: "Caio", inBook: true },
  ]);
  mine.keepPeople([
    { phone: "5511988880009", lid: "900002" },
    { phone: "5511988880002", lid: "900009" },
  ]);
  const names = (person: { ids: { value: string }[]; name: string }) => [
    person.name,
    ...person.ids.map(({ value }) => value),
  ];
  expect(mine.people("book").map(names)).toEqual([
    ["Bia", "5511988880009", "900002"],
    ["Caio", "5511988880002", "900009"],
  ]);
});

test("what waits is given again, oldest first and each message once, until it is done", async () => {
  const { vault, pass } = file();
  const mine = vault();
  const odd = stanza("C", { notify: "@", participant: "900002:3@lid", edit: "" });
  await arrive(mine, "b", "B", stanza("B"));
  pass(1);
  await arrive(mine, "a", "A", stanza("A"));
  await arrive(mine, "a2", "A", stanza("A"));
  await arrive(mine, "c", "C", odd);
  await arrive(mine, "lost", "D");
  const next = vault();
  const [b, a, again, c] = next.waiting();
  expect(ids([next.attempt(b!, [])!, next.attempt(a!, [])!])).toEqual(["B", "A"]);
  expect([next.attempt(again!, ["A"]), next.attempt(c!, [])]).toEqual([undefined, odd]);
  expect(ids(waiting(vault()))).toEqual(["B", "C"]);
  expect(vault().opened(["nothing", "a2"])).toEqual(Buffer.from("A"));
});

test("two people may give their messages the same id", async () => {
  const mine = file().vault();
  await arrive(mine, "a", "A", stanza("A"));
  await arrive(mine, "b", "A", stanza("A", { from: "2@lid" }));
  expect(waiting(mine).map(({ attrs }) => attrs.from)).toEqual(["1@lid", "2@lid"]);
});

test("what was tried five times in vain is set aside, whole, until it is taken up again", async () => {
  const { vault } = file();
  await arrive(vault(), "a", "A", stanza("A"));
  await arrive(vault(), "b", "B", stanza("B"));
  const first = () => {
    const mine = vault();
    return ids([mine.attempt(mine.waiting()[0]!, [])!]);
  };
  expect([1, 2, 3, 4, 5, 6].map(first)).toEqual([["A"], ["A"], ["A"], ["A"], ["A"], ["B"]]);
  const mine = vault();
  expect([mine.setAside(), mine.opened(["a"]), ids(waiting(mine))]).toEqual([
    [stanza("A")],
    Buffer.from("A"),
    ["B"],
  ]);
  mine.takeUp();
  expect([mine.setAside(), ids(waiting(mine))]).toEqual([[], ["A", "B"]]);
});

test("what only waits is never set aside, however often the box starts", async () => {
  const { vault } = file();
  await arrive(vault(), "a", "A", stanza("A"));
  await arrive(vault(), "b", "B", stanza("B"));
  for (let start = 0; start < 20; start++) expect(vault().waiting().length).toBe(2);
  const mine = vault();
  for (let count = 0; count < 20; count++) {
    mine.attempt(mine.waiting()[0]!, []);
    mine.uncount(mine.waiting()[0]!);
  }
  expect([ids(waiting(mine)), mine.setAside()]).toEqual([["A", "B"], []]);
});

test("the old is swept, but not what still waits", async () => {
  const { vault, pass } = file();
  const mine = vault();
  await arrive(mine, "a", "A", stanza("A"));
  await arrive(mine, "b", "B", stanza("B"));
  mine.keep("A", messageOf("A", "Oi"));
  mine.done("A");
  pass(3 * day);
  await arrive(mine, "c", "C", stanza("C"));
  mine.keep("C", messageOf("C", "Oi"));
  mine.done("C");
  mine.sweep();
  expect(mine.opened(["a"])).toEqual(Buffer.from("A"));
  pass(1);
  mine.sweep();
  expect([mine.opened(["a"]), mine.opened(["b"]), mine.opened(["c"]), text(mine, "A")]).toEqual([
    undefined,
    Buffer.from("B"),
    Buffer.from("C"),
    "Oi",
  ]);
  pass(27 * day);
  mine.sweep();
  expect([text(mine, "A"), text(mine, "C")]).toEqual([undefined, "Oi"]);
  expect(ids(waiting(mine))).toEqual(["B"]);
});

test("what is asked for often is found by an index", () => {
  const { sqlite, vault } = file();
  vault();
  const plan = (sql: string) =>
    (sqlite.query(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[])
      .map(({ detail }) => detail)
      .join("; ");
  const queries = [
    "SELECT value FROM waKeys WHERE connectionId = 1 AND type = 'session' AND id IN (SELECT value FROM json_each('[]'))",
    "SELECT plain FROM waInbox WHERE connectionId = 1 AND hash = ''",
    "UPDATE waInbox SET done = 1 WHERE connectionId = 1 AND messageId = 'A' AND done = 0",
    "SELECT id FROM waInbox WHERE connectionId = 1 AND done = 0 AND node IS NOT NULL AND tries < 5 ORDER BY id",
    "DELETE FROM waInbox WHERE connectionId = 1 AND done = 1 AND at < 5",
    "DELETE FROM waContents WHERE connectionId = 1 AND at < 5",
    "SELECT id FROM waPeople WHERE connectionId = 1 AND lid = '1'",
    "SELECT id FROM waPeople WHERE connectionId = 1 AND phone = '1'",
  ];
  for (const sql of queries) expect(plan(sql)).not.toMatch(/SCAN wa|TEMP B-TREE|AUTOMATIC/);
});

test("beside what is sealed stands who it is from and for, so that an erased contact's can be found", async () => {
  const { sqlite, vault } = file();
  const mine = vault();
  await arrive(
    mine,
    "h1",
    "A",
    stanza("A", { from: "900002:3@lid", sender_pn: "5511988880001@s.whatsapp.net" }),
  );
  await arrive(
    mine,
    "h2",
    "B",
    stanza("B", {
      from: "1203630001@g.us",
      participant: "900002:3@lid",
      participant_pn: "5511988880001@s.whatsapp.net",
    }),
  );
  await arrive(mine, "h3", "C");
  const [phone, lid] = [
    { type: "phone", value: "5511988880001" },
    { type: "lid", value: "900002" },
  ] as const;
  mine.keepUnopened(
    {
      id: "D",
      chat: { ids: [{ type: "group", value: "1203630001" }], name: "" },
      from: { ids: [phone, lid], name: "Bia" },
      at: 1,
      content: { kind: "unsupported", what: "notOpened" },
    },
    0,
  );
  const bia = ["lid:900002", "phone:5511988880001"];
  const people = (table: string) =>
    sqlite
      .query<{ people: string }, []>(`SELECT people FROM ${table}`)
      .all()
      .map(({ people }) => (JSON.parse(people) as string[]).sort());
  expect([people("waInbox"), people("waUnopened")]).toEqual([[bia, bia, []], [bia]]);
});

test("what could not be opened is due after a while, or at once after the last try, until it is forgotten", () => {
  const { vault, pass } = file();
  const mine = vault();
  const closed = (id: string) => ({
    id,
    chat: { ids: [], name: "Bia" },
    from: { ids: [], name: "Bia" },
    at: 1,
    content: { kind: "unsupported" as const, what: "notOpened" },
  });
  mine.keepUnopened(closed("A"), 60_000);
  mine.keepUnopened(closed("B"), 90_000);
  pass(20_000);
  mine.keepUnopened(closed("A"), 60_000);
  expect(vault().unopened()).toEqual([
    { inbound: closed("A"), wait: 40_000 },
    { inbound: closed("B"), wait: 70_000 },
  ]);
  vault().keepUnopened(closed("B"), 0);
  expect(vault().unopened()).toEqual([
    { inbound: closed("B"), wait: 0 },
    { inbound: closed("A"), wait: 40_000 },
  ]);
  const next = vault();
  next.forgetUnopened("B");
  next.forgetUnopened("C");
  expect(next.unopened().map(({ inbound }) => inbound.id)).toEqual(["A"]);
});
