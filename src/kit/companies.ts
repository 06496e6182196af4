import { join } from "node:path";
import type { Clock } from "./clock.ts";
import { Fault } from "./fault.ts";
import { Files, privateFolder } from "./files.ts";
import { openFile, Store, type About, type Control, type Told } from "./store.ts";

type Listener = (told: Told[], store: Store) => void;
type Open = { store: Store; usedAt: number; holders: number };

/** Every company's file: opened when asked for, shared while in use, closed when idle. */
export class Companies {
  readonly #open = new Map<number, Open>();
  readonly #listeners: Listener[] = [];

  constructor(
    readonly control: Control,
    private readonly folder: string,
    private readonly key: Uint8Array,
    private readonly now: Clock,
    private readonly opened = openFile,
  ) {
    privateFolder(join(folder, "companies"));
  }

  /** The company's store. Throws a missing Fault where there is no such company, NewerFile where its file is ahead of us. */
  open(id: number): Store {
    const known = this.#open.get(id);
    if (known) {
      known.usedAt = this.now();
      return known.store;
    }
    const exists = this.control.sqlite.query("SELECT 1 FROM companies WHERE id = ?").get(id);
    if (!exists) throw new Fault("missing", "ERR_NO_COMPANY_FOUND");
    const sqlite = this.opened(join(this.folder, "companies", `${id}.sqlite`), "company");
    const store = new Store(id, sqlite, this.files(id), this.now, (told, store) => this.#tell(told, store), () => this.#about(id));
    this.#open.set(id, { store, usedAt: this.now(), holders: 0 });
    return store;
  }

  /** A company's media, without opening its file: a link is checked before anything is touched. */
  files(id: number): Files {
    return new Files(id, join(this.folder, "media", String(id)), this.key, this.now);
  }

  /** Keeps a company open while a socket or a channel lives on it. Returns the release. */
  hold(id: number): () => void {
    this.open(id);
    const entry = this.#open.get(id)!;
    entry.holders += 1;
    return once(() => {
      entry.holders -= 1;
      entry.usedAt = this.now();
    });
  }

  /** Hears every company's events, after their commit. */
  listen(listener: Listener) {
    this.#listeners.push(listener);
  }

  /** Closes what nobody holds and nobody asked for within `age` ms. */
  closeIdle(age: number) {
    let closed = 0;
    for (const [id, entry] of this.#open) {
      if (entry.holders > 0 || this.now() - entry.usedAt < age) continue;
      this.#open.delete(id);
      close(entry.store);
      closed += 1;
    }
    // A closed file lets go of its handles when its statements are collected. Later, since the last store still stands on this stack.
    if (closed > 0) setTimeout(() => Bun.gc(true)).unref();
  }

  closeAll() {
    for (const { store } of this.#open.values()) close(store);
    this.#open.clear();
  }

  /** The stores that are open now. */
  stores(): Store[] {
    return [...this.#open.values()].map((entry) => entry.store);
  }

  #about(id: number): About {
    const { name, timezone, useOpenAi, useIntegrations } = this.control.sqlite
      .query<{ name: string; timezone: string; useOpenAi: number; useIntegrations: number }, [number]>("SELECT c.name, timezone, useOpenAi, useIntegrations FROM companies c JOIN plans p ON p.id = planId WHERE c.id = ?").get(id)!;
    return { name, timezone, plan: { useOpenAi: useOpenAi === 1, useIntegrations: useIntegrations === 1 } };
  }

  #tell(told: Told[], store: Store) {
    for (const listener of this.#listeners) listener(told, store);
  }
}

function close(store: Store) {
  store.sqlite.run("PRAGMA optimize");
  store.sqlite.run("PRAGMA wal_checkpoint(TRUNCATE)");
  store.sqlite.close();
}

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    work();
  };
}
