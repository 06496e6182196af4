import { expect } from "bun:test";
import { day, minute, stoppedClock, test, world } from "../testing/world.ts";
import { TenantStores } from "./tenant-stores.ts";
import { Control, openFile, type Store, type CommittedEvent, type Tx } from "./store.ts";

const tell = (tx: Tx, id = 1) => tx.emit("tag", "update", { tag: { id } }, { to: "everyone" });

/** A row that is there or not. */
const keep = (store: Store, value: string) => store.sqlite.run("INSERT INTO settings VALUES ('probe', ?1) ON CONFLICT DO UPDATE SET value = ?1", [value]);
const kept = (store: Store) => (store.sqlite.query("SELECT value FROM settings WHERE key = 'probe'").get() as { value: string } | null)?.value;

test("an event is told after its rows are committed, and in the order of its writing", () => {
  const shop = world();
  const seen: unknown[] = [];
  shop.stores.onCommit((events, store) => seen.push([events.map(({ seq }) => seq), kept(store), store.sqlite.inTransaction]));
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
  expect(() => store.write((tx) => {
    keep(store, "dentro");
    tell(tx);
    throw new Error("não");
  })).toThrow("não");
  expect(kept(store)).toBeUndefined();
  expect(events).toEqual([]);
  expect(store.eventsSince(0)).toEqual([]);
  store.write((tx) => tell(tx));
  expect(events).toHaveLength(1);
});

test("a write inside a write is refused, and takes the outer one with it", () => {
  const { store, events } = world();
  expect(() => store.write((tx) => {
    keep(store, "fora");
    tell(tx);
    store.write(() => {});
  })).toThrow("a write inside a write");
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
  for (const id of [1, 2, 3]) store.write((tx) => tx.emit("tag", "update", { tag: { id, name: "Fiel" } }, { to: "admins" }, { to: "everyone" }));
  expect(store.seq()).toBe(3);
  expect(store.eventsSince(1)).toEqual(events.slice(1) as CommittedEvent[]);
  expect(events[0]).toMatchObject({ frame: '{"seq":1,"event":"tag","action":"update","tag":{"id":1,"name":"Fiel"}}', deleteFrame: '{"seq":1,"event":"tag","action":"delete","tagId":1}' });
  expect(store.eventsSince(3)).toEqual([]);
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
  const pragma = (name: string) => Object.values(store.sqlite.query(`PRAGMA ${name}`).get() as object)[0] as unknown;
  expect(["journal_mode", "synchronous", "foreign_keys", "busy_timeout"].map(pragma)).toEqual(["wal", 2, 1, 5000]);
  store.sqlite.close();
  expect(openFile(`${home}/companies/1.sqlite`, "company").query("SELECT count(*) AS count FROM users").get()).toEqual({ count: 0 });
});
