import { expect } from "bun:test";
import { join } from "node:path";
import { day, folder, minute, stoppedClock, test, world } from "../../testing/world.ts";
import type { CommittedEvent } from "./committed-event.ts";
import { CompanyDbs } from "./company-dbs.ts";
import { Control, type CompanyDb, type Tx } from "./company-db.ts";
import { openFile } from "./open-file.ts";

const tell = (tx: Tx, id = 1) => tx.emit("tag", "update", { tag: { id } }, { to: "everyone" });

/** A row that exists or not. */
const keep = (db: CompanyDb, value: string) =>
  db.sqlite.run("INSERT INTO settings VALUES ('probe', ?1) ON CONFLICT DO UPDATE SET value = ?1", [
    value,
  ]);
const stored = (db: CompanyDb) =>
  (
    db.sqlite.query("SELECT value FROM settings WHERE key = 'probe'").get() as {
      value: string;
    } | null
  )?.value;

test("an event is told after its rows are committed, and in the order of its writing", () => {
  const shop = world();
  const seen: unknown[] = [];
  shop.dbs.onCommit((events, db) =>
    seen.push([events.map(({ seq }) => seq), stored(db), db.sqlite.inTransaction]),
  );
  const answer = shop.db.write((tx) => {
    tell(tx);
    keep(shop.db, "dentro");
    tell(tx);
    expect(seen).toEqual([]);
    return "pronto";
  });
  expect(answer).toBe("pronto");
  expect(seen).toEqual([[[1, 2], "dentro", false]]);
});

test("what is rolled back is told to nobody, then or later", () => {
  const { db, events } = world();
  expect(() =>
    db.write((tx) => {
      keep(db, "dentro");
      tell(tx);
      throw new Error("não");
    }),
  ).toThrow("não");
  expect(stored(db)).toBeUndefined();
  expect(events).toEqual([]);
  expect(db.eventsSince(0)).toEqual([]);
  db.write((tx) => tell(tx));
  expect(events).toHaveLength(1);
});

test("a write inside a write is refused, and takes the outer one with it", () => {
  const { db, events } = world();
  expect(() =>
    db.write((tx) => {
      keep(db, "fora");
      tell(tx);
      db.write(() => {});
    }),
  ).toThrow("a write inside a write");
  expect([stored(db), events]).toEqual([undefined, []]);
  db.write(() => void keep(db, "depois"));
  expect(stored(db)).toBe("depois");
});

test("writes of a whole are all or nothing, and told at its end", async () => {
  const { db, events } = world();
  const both = (fails: boolean) =>
    db.whole(() => {
      for (const value of ["um", "dois"])
        db.write((tx) => {
          keep(db, value);
          tell(tx);
        });
      db.flush();
      expect(events).toEqual([]);
      if (fails) throw new Error("não");
      return stored(db);
    });
  expect(() => both(true)).toThrow("não");
  expect([stored(db), events, db.sqlite.inTransaction]).toEqual([undefined, [], false]);
  const other = db.together(() => db.write(() => db.sqlite.run("DELETE FROM settings")));
  expect(() => both(true)).toThrow("não");
  expect(stored(db)).toBeUndefined();
  await other;
  expect(both(false)).toBe("dois");
  expect([events.length, db.sqlite.inTransaction]).toEqual([2, false]);
  expect(() => db.write(() => db.whole(() => 1))).toThrow("a write inside a write");
});

test("a write that is refused in a whole takes only itself back", () => {
  const { db } = world();
  db.whole(() => {
    db.write(() => void keep(db, "um"));
    try {
      db.write(() => {
        keep(db, "dois");
        throw new Error("não");
      });
    } catch {}
  });
  expect(stored(db)).toBe("um");
});

test("a promise is no write", () => {
  const never = (db: CompanyDb, control: Control) => {
    // @ts-expect-error SQLite would commit before it settles
    void db.write(async () => {});
    // @ts-expect-error nor here
    void control.write(async (tx) => tx);
    db.write(() => 1);
  };
  expect(never).toBeFunction();
});

test("who was away hears what was told, in order and as it was", () => {
  const { db, events } = world();
  for (const id of [1, 2, 3])
    db.write((tx) =>
      tx.emit("tag", "update", { tag: { id, name: "Fiel" } }, { to: "admins" }, { to: "everyone" }),
    );
  expect(db.seq()).toBe(3);
  expect(db.eventsSince(1)).toEqual(events.slice(1) as CommittedEvent[]);
  expect(events[0]).toMatchObject({
    frame: '{"seq":1,"event":"tag","action":"update","tag":{"id":1,"name":"Fiel"}}',
    deleteFrame: '{"seq":1,"event":"tag","action":"delete","tagId":1}',
  });
  expect(db.eventsSince(3)).toEqual([]);
  db.write((tx) => tx.emit("contact", "reload", {}, { to: "everyone" }));
  expect(db.eventsSince(3)).toMatchObject([
    { frame: '{"seq":4,"event":"contact","action":"reload"}', payload: {} },
  ]);
});

test("who was away too long, or comes from another file, is told so", () => {
  const { db, clock } = world();
  for (const _ of [1, 2]) db.write((tx) => tell(tx));
  clock.pass(day + 1);
  db.write((tx) => tell(tx));
  db.dropEvents(day);
  expect(db.eventsSince(0)).toBeUndefined();
  expect(db.eventsSince(1)).toBeUndefined();
  expect(db.eventsSince(2)).toHaveLength(1);
  expect(db.eventsSince(4)).toBeUndefined();
});

test("thousands of events are not caught up with one by one", () => {
  const { db } = world();
  db.write((tx) => {
    for (let count = 0; count < 2001; count++) tell(tx);
  });
  expect(db.eventsSince(0)).toBeUndefined();
  expect(db.eventsSince(1)).toHaveLength(2000);
});

test("numbers go on when old events are gone", () => {
  const { db, clock } = world();
  db.write((tx) => tell(tx));
  clock.pass(2 * day);
  db.dropEvents(minute);
  expect(db.eventsSince(0)).toHaveLength(1);
  db.write((tx) => tell(tx));
  expect(db.seq()).toBe(2);
});

test("a listener of one company hears nothing of another", () => {
  const shop = world();
  shop.dbs.open(2).write((tx) => tell(tx));
  expect(shop.events).toEqual([]);
  expect(shop.dbs.open(2).seq()).toBe(1);
  expect(shop.db.seq()).toBe(0);
});

test("a file is kept as this box keeps files", () => {
  const { home, control } = world();
  const clock = stoppedClock();
  const db = new CompanyDbs(control, home, new Uint8Array(32), clock.now).create(1);
  const pragma = (name: string) =>
    Object.values(db.sqlite.query(`PRAGMA ${name}`).get() as object)[0] as unknown;
  expect(["journal_mode", "synchronous", "foreign_keys", "busy_timeout"].map(pragma)).toEqual([
    "wal",
    2,
    1,
    5000,
  ]);
  db.sqlite.close();
  expect(
    openFile(`${home}/companies/1.sqlite`, "company")
      .query("SELECT count(*) AS count FROM users")
      .get(),
  ).toEqual({ count: 0 });
});

test("writes that come together share a commit, and are told and answered after it, in order", async () => {
  const shop = world();
  const seen: unknown[] = [];
  shop.dbs.onCommit((events, db) =>
    seen.push([events.map(({ seq }) => seq), stored(db), db.sqlite.inTransaction]),
  );
  const writes = [1, 2].map((id) =>
    shop.db
      .together(() => shop.db.write((tx) => (keep(shop.db, `${id}`), tell(tx), id)))
      .then((value) => seen.push(value)),
  );
  expect([seen, stored(shop.db), shop.db.sqlite.inTransaction]).toEqual([[], "2", true]);
  await Promise.all(writes);
  expect(seen).toEqual([[[1, 2], "2", false], 1, 2]);
  expect(shop.db.settled).toBeUndefined();
});

test("of writes that come together one that fails is undone alone, the first as any other", async () => {
  for (const wrong of [0, 1]) {
    const { db, events } = world();
    const failing = () =>
      db.write((tx) => {
        keep(db, "falha");
        tell(tx, 2);
        throw new Error("não");
      });
    const good = () => db.write((tx) => (keep(db, "bom"), tell(tx, 1)));
    const settled = await Promise.allSettled(
      (wrong ? [good, failing] : [failing, good]).map((verb) => db.together(verb as () => void)),
    );
    expect(settled.map(({ status }) => status)).toEqual(
      wrong ? ["fulfilled", "rejected"] : ["rejected", "fulfilled"],
    );
    expect([stored(db), events.map(({ payload }) => payload)]).toEqual([
      "bom",
      [{ tag: { id: 1 } }],
    ]);
  }
});

test("a write by itself is on disk at once, with all that came before it", async () => {
  const { db, events } = world();
  const before = db.together(() => db.write((tx) => tell(tx, 1)));
  db.write((tx) => tell(tx, 2));
  expect([db.sqlite.inTransaction, events.length]).toEqual([false, 2]);
  await before;
});

test("after writes that SQLite rolled back by itself, as on a full disk, the next is stored and answered", async () => {
  const { db } = world();
  const lost = db.together(() => db.write(() => keep(db, "perdido")));
  db.sqlite.run("ROLLBACK");
  const next = db.together(() => db.write(() => keep(db, "guardado")));
  const settled = await Promise.allSettled([lost, next]);
  expect([settled.map(({ status }) => status), stored(db)]).toEqual([
    ["rejected", "fulfilled"],
    "guardado",
  ]);
});

test("what can't be committed is said to all who wait for it, and told to nobody", async () => {
  const { db, events } = world();
  db.sqlite.run("PRAGMA foreign_keys = ON");
  const good = () => db.write((tx) => (keep(db, "bom"), tell(tx)));
  const owing = () =>
    db.write((tx) => {
      db.sqlite.run("PRAGMA defer_foreign_keys = ON");
      db.sqlite.run("INSERT INTO userQueues (userId, queueId) VALUES (999, 999)");
      tell(tx);
    });
  const waiting = Promise.allSettled([db.together(good), db.together(owing)]);
  expect((await waiting).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect([stored(db), events, db.sqlite.inTransaction]).toEqual([undefined, [], false]);
  await db.together(() => db.write((tx) => tell(tx)));
  expect(events).toHaveLength(1);
});

test("who asks for the newest number gets it with its events told", async () => {
  const { db, events } = world();
  const write = db.together(() => db.write((tx) => tell(tx)));
  expect([db.seq(), events.length]).toEqual([1, 1]);
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
