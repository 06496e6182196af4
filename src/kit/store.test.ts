import { expect } from "bun:test";
import { join } from "node:path";
import { day, folder, minute, stoppedClock, test, world } from "../testing/world.ts";
import { TenantStores } from "./tenant-stores.ts";
import { Control, openFile, type Store, type CommittedEvent, type Tx } from "./store.ts";

const tell = (tx: Tx, id = 1) => tx.emit("tag", "update", { tag: { id } }, { to: "everyone" });

/** A row that is there or not. */
const keep = (store: Store, value: string) =>
  store.sqlite.run(
    "INSERT INTO settings VALUES ('probe', ?1) ON CONFLICT DO UPDATE SET value = ?1",
    [value],
  );
const kept = (store: Store) =>
  (
    store.sqlite.query("SELECT value FROM settings WHERE key = 'probe'").get() as {
      value: string;
    } | null
  )?.value;

test("an event is told after its rows are committed, and in the order of its writing", () => {
  const shop = world();
  const seen: unknown[] = [];
  shop.stores.onCommit((events, store) =>
    seen.push([events.map(({ seq }) => seq), kept(store), store.sqlite.inTransaction]),
  );
  const answer = shop.store.write((tx) => {
    tell(tx);
    keep(shop.store, "dentro");
    tell(tx);
    expect(seen).toEqual([]);
    return "pronto";
  });
  expect(answer).toBe("pronto");
  expect(seen).toEqual([[[1, 2], "dentro", false]]);
});

test("what is rolled back is told to nobody, then or later", () => {
  const { store, events } = world();
  expect(() =>
    store.write((tx) => {
      keep(store, "dentro");
      tell(tx);
      throw new Error("não");
    }),
  ).toThrow("não");
  expect(kept(store)).toBeUndefined();
  expect(events).toEqual([]);
  expect(store.eventsSince(0)).toEqual([]);
  store.write((tx) => tell(tx));
  expect(events).toHaveLength(1);
});

test("a write inside a write is refused, and takes the outer one with it", () => {
  const { store, events } = world();
  expect(() =>
    store.write((tx) => {
      keep(store, "fora");
      tell(tx);
      store.write(() => {});
    }),
  ).toThrow("a write inside a write");
  expect([kept(store), events]).toEqual([undefined, []]);
  store.write(() => void keep(store, "depois"));
  expect(kept(store)).toBe("depois");
});

test("a promise is no write", () => {
  const never = (store: Store, control: Control) => {
    // @ts-expect-error SQLite would commit before it settles
    void store.write(async () => {});
    // @ts-expect-error nor here
    void control.write(async (tx) => tx);
    store.write(() => 1);
  };
  expect(never).toBeFunction();
});

test("who was away hears what was told, in order and as it was", () => {
  const { store, events } = world();
  for (const id of [1, 2, 3])
    store.write((tx) =>
      tx.emit("tag", "update", { tag: { id, name: "Fiel" } }, { to: "admins" }, { to: "everyone" }),
    );
  expect(store.seq()).toBe(3);
  expect(store.eventsSince(1)).toEqual(events.slice(1) as CommittedEvent[]);
  expect(events[0]).toMatchObject({
    frame: '{"seq":1,"event":"tag","action":"update","tag":{"id":1,"name":"Fiel"}}',
    deleteFrame: '{"seq":1,"event":"tag","action":"delete","tagId":1}',
  });
  expect(store.eventsSince(3)).toEqual([]);
  store.write((tx) => tx.emit("contact", "reload", {}, { to: "everyone" }));
  expect(store.eventsSince(3)).toMatchObject([
    { frame: '{"seq":4,"event":"contact","action":"reload"}', payload: {} },
  ]);
});

test("who was away too long, or comes from another file, is told so", () => {
  const { store, clock } = world();
  for (const _ of [1, 2]) store.write((tx) => tell(tx));
  clock.pass(day + 1);
  store.write((tx) => tell(tx));
  store.dropEvents(day);
  expect(store.eventsSince(0)).toBeUndefined();
  expect(store.eventsSince(1)).toBeUndefined();
  expect(store.eventsSince(2)).toHaveLength(1);
  expect(store.eventsSince(4)).toBeUndefined();
});

test("thousands of events are not caught up with one by one", () => {
  const { store } = world();
  store.write((tx) => {
    for (let count = 0; count < 2001; count++) tell(tx);
  });
  expect(store.eventsSince(0)).toBeUndefined();
  expect(store.eventsSince(1)).toHaveLength(2000);
});

test("numbers go on when old events are gone", () => {
  const { store, clock } = world();
  store.write((tx) => tell(tx));
  clock.pass(2 * day);
  store.dropEvents(minute);
  expect(store.eventsSince(0)).toHaveLength(1);
  store.write((tx) => tell(tx));
  expect(store.seq()).toBe(2);
});

test("a listener of one company hears nothing of another", () => {
  const shop = world();
  shop.stores.open(2).write((tx) => tell(tx));
  expect(shop.events).toEqual([]);
  expect(shop.stores.open(2).seq()).toBe(1);
  expect(shop.store.seq()).toBe(0);
});

test("a file is kept as this box keeps files", () => {
  const { home, control } = world();
  const clock = stoppedClock();
  const store = new TenantStores(control, home, new Uint8Array(32), clock.now).create(1);
  const pragma = (name: string) =>
    Object.values(store.sqlite.query(`PRAGMA ${name}`).get() as object)[0] as unknown;
  expect(["journal_mode", "synchronous", "foreign_keys", "busy_timeout"].map(pragma)).toEqual([
    "wal",
    2,
    1,
    5000,
  ]);
  store.sqlite.close();
  expect(
    openFile(`${home}/companies/1.sqlite`, "company")
      .query("SELECT count(*) AS count FROM users")
      .get(),
  ).toEqual({ count: 0 });
});

test("writes that come together share a commit, and are told and answered after it, in order", async () => {
  const shop = world();
  const seen: unknown[] = [];
  shop.stores.onCommit((events, store) =>
    seen.push([events.map(({ seq }) => seq), kept(store), store.sqlite.inTransaction]),
  );
  const writes = [1, 2].map((id) =>
    shop.store
      .together(() => shop.store.write((tx) => (keep(shop.store, `${id}`), tell(tx), id)))
      .then((value) => seen.push(value)),
  );
  expect([seen, kept(shop.store), shop.store.sqlite.inTransaction]).toEqual([[], "2", true]);
  await Promise.all(writes);
  expect(seen).toEqual([[[1, 2], "2", false], 1, 2]);
  expect(shop.store.settled).toBeUndefined();
});

test("of writes that come together one that fails is undone alone, the first as any other", async () => {
  for (const wrong of [0, 1]) {
    const { store, events } = world();
    const failing = () =>
      store.write((tx) => {
        keep(store, "falha");
        tell(tx, 2);
        throw new Error("não");
      });
    const good = () => store.write((tx) => (keep(store, "bom"), tell(tx, 1)));
    const settled = await Promise.allSettled(
      (wrong ? [good, failing] : [failing, good]).map((verb) => store.together(verb as () => void)),
    );
    expect(settled.map(({ status }) => status)).toEqual(
      wrong ? ["fulfilled", "rejected"] : ["rejected", "fulfilled"],
    );
    expect([kept(store), events.map(({ payload }) => payload)]).toEqual([
      "bom",
      [{ tag: { id: 1 } }],
    ]);
  }
});

test("a write by itself is on disk at once, with all that came before it", async () => {
  const { store, events } = world();
  const before = store.together(() => store.write((tx) => tell(tx, 1)));
  store.write((tx) => tell(tx, 2));
  expect([store.sqlite.inTransaction, events.length]).toEqual([false, 2]);
  await before;
});

test("after writes that SQLite rolled back by itself, as on a full disk, the next is stored and answered", async () => {
  const { store } = world();
  const lost = store.together(() => store.write(() => keep(store, "perdido")));
  store.sqlite.run("ROLLBACK");
  const next = store.together(() => store.write(() => keep(store, "guardado")));
  const settled = await Promise.allSettled([lost, next]);
  expect([settled.map(({ status }) => status), kept(store)]).toEqual([
    ["rejected", "fulfilled"],
    "guardado",
  ]);
});

test("what can't be committed is said to all who wait for it, and told to nobody", async () => {
  const { store, events } = world();
  store.sqlite.run("PRAGMA foreign_keys = ON");
  const good = () => store.write((tx) => (keep(store, "bom"), tell(tx)));
  const owing = () =>
    store.write((tx) => {
      store.sqlite.run("PRAGMA defer_foreign_keys = ON");
      store.sqlite.run("INSERT INTO userQueues (userId, queueId) VALUES (999, 999)");
      tell(tx);
    });
  const waiting = Promise.allSettled([store.together(good), store.together(owing)]);
  expect((await waiting).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect([kept(store), events, store.sqlite.inTransaction]).toEqual([undefined, [], false]);
  await store.together(() => store.write((tx) => tell(tx)));
  expect(events).toHaveLength(1);
});

test("who asks for the newest number gets it with its events told", async () => {
  const { store, events } = world();
  const write = store.together(() => store.write((tx) => tell(tx)));
  expect([store.seq(), events.length]).toEqual([1, 1]);
  await write;
});

test("a file that another process has for a moment is waited for", async () => {
  const path = join(folder(), "1.sqlite");
  const steps = ["PRAGMA journal_mode = WAL", "PRAGMA locking_mode = EXCLUSIVE", "BEGIN IMMEDIATE"];
  const script = `const file = new (require("bun:sqlite").Database)(process.argv[1]); for (const step of ${JSON.stringify(steps)}) file.run(step); console.log("has it"); setTimeout(() => process.exit(), 500);`;
  const other = Bun.spawn([process.execPath, "-e", script, path], { stdout: "pipe" });
  expect(new TextDecoder().decode((await other.stdout.getReader().read()).value)).toBe("has it\n");
  expect(openFile(path, "company").query("SELECT count(*) AS count FROM users").get()).toEqual({
    count: 0,
  });
});
