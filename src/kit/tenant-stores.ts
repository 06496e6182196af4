import { statSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "./clock.ts";
import { Fault, isDamage, unavailable } from "./fault.ts";
import { Files, privateFolder } from "./files.ts";
import { log, trace } from "./log.ts";
import { NewerFile } from "./migrate.ts";
import { openFile, openExistingFile, Store, UnusableFile, type About, type Control, type FileTrouble, type CommittedEvent } from "./store.ts";

type Listener = (events: CommittedEvent[], store: Store) => void;
type Open = { store: Store; usedAt: number; holders: number };

/** A company that is shut, since its file can't be used: why, and since when (epoch ms). */
export type ShutCompany = { company: number; why: FileTrouble; since: number };

/** How companies' files are come by. */
type FileOpeners = { create: typeof openFile; open: typeof openFile };

/** Every company's file: made when the company is, opened when asked for, shared while in use, closed when idle. rules.md#unusable-company-files */
export class TenantStores {
  readonly #open = new Map<number, Open>();
  readonly #listeners: Listener[] = [];
  readonly #shut = new Map<number, ShutCompany & { look: string }>();
  readonly #watchers: ((shut: ShutCompany, isShut: boolean) => void)[] = [];

  constructor(
    readonly control: Control,
    private readonly folder: string,
    private readonly key: Uint8Array,
    private readonly now: Clock,
    private readonly ways: FileOpeners = { create: openFile, open: openExistingFile },
  ) {
    privateFolder(join(folder, "companies"));
  }

  /** The company's store. Throws a missing Fault where there is no such company, an unready one where its file can't be used, NewerFile where it is ahead of us. */
  open(id: number): Store {
    const known = this.#open.get(id);
    if (known) {
      known.usedAt = this.now();
      return known.store;
    }
    if (!this.control.sqlite.query("SELECT 1 FROM companies WHERE id = ?").get(id)) throw new Fault("missing", "ERR_NO_COMPANY_FOUND");
    // Its people ask again and again: whether it was put back is looked up by the clock.
    if (this.#shut.has(id)) throw unavailable();
    try {
      return this.#enter(id, this.ways.open);
    } catch (thrown) {
      if (thrown instanceof NewerFile) throw thrown;
      this.#shutFor(id, thrown);
      throw unavailable();
    }
  }

  /** The store of a company that is being made, in the transaction that makes its row. What a making that was cut short has left is taken up. */
  create(id: number): Store {
    return this.#open.get(id)?.store ?? this.#enter(id, this.ways.create);
  }

  /** Whether this store is the one that its company is open with. */
  isOpen(store: Store): boolean {
    return this.#open.get(store.company)?.store === store;
  }

  /** Companies that are shut. */
  shutCompanies(): ShutCompany[] {
    return [...this.#shut.values()].map(({ look: _, ...shut }) => shut);
  }

  /** Hears when a company is shut, and when its file can be used again. */
  onShut(watcher: (shut: ShutCompany, isShut: boolean) => void) {
    this.#watchers.push(watcher);
  }

  /** Opens companies again whose files were put back meanwhile. */
  reopenRestored() {
    for (const [id, shut] of this.#shut) {
      const look = this.#lookOf(id);
      if (look === shut.look && shut.why !== "unreadable") continue;
      shut.look = look;
      try {
        if (!isSound(this.#enter(id, this.ways.open))) throw new UnusableFile(this.#path(id), "damaged");
      } catch (thrown) {
        this.#leave(id);
        this.#shutFor(id, thrown);
        continue;
      }
      this.#shut.delete(id);
      log("info", "companyBack", { company: id });
      for (const watcher of this.#watchers) watcher(shut, false);
    }
  }

  /** Does something with each company that is open. What goes wrong with one stops no other, and one whose file is damaged is shut. */
  each(what: string, work: (store: Store) => void) {
    for (const store of this.openStores()) {
      try {
        work(store);
      } catch (thrown) {
        log("error", what, { company: store.company, ...trace(thrown) });
        this.checkDamage(thrown, store.company);
      }
    }
  }

  /** Shuts the company whose file is damaged, where that is what went wrong. Without a word of whose it is, all that are open are looked at. */
  checkDamage(thrown: unknown, company?: number) {
    if (!isDamage(thrown)) return;
    for (const [id, { store }] of this.#open) {
      if ((company !== undefined && company !== id) || isSound(store)) continue;
      this.#leave(id);
      this.#shutFor(id, thrown);
    }
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
  onCommit(listener: Listener) {
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
  openStores(): Store[] {
    return [...this.#open.values()].map((entry) => entry.store);
  }

  #enter(id: number, way: FileOpeners["open"]): Store {
    const sqlite = way(this.#path(id), "company");
    const store = new Store(id, sqlite, this.files(id), this.now, (events, store) => this.#tell(events, store), () => this.#about(id));
    this.#open.set(id, { store, usedAt: this.now(), holders: 0 });
    return store;
  }

  #leave(id: number) {
    const entry = this.#open.get(id);
    this.#open.delete(id);
    try {
      if (entry) close(entry.store);
    } catch (thrown) {
      log("error", "company", { company: id, ...trace(thrown) });
    }
  }

  #shutFor(id: number, thrown: unknown) {
    const why = thrown instanceof UnusableFile ? thrown.why : isDamage(thrown) ? "damaged" : "unreadable";
    const before = this.#shut.get(id);
    if (before?.why === why) return;
    const shut = { company: id, why, since: before?.since ?? this.now(), look: this.#lookOf(id) };
    this.#shut.set(id, shut);
    log("error", "companyShut", { company: id, file: this.#path(id), why, ...trace(thrown) });
    for (const watcher of this.#watchers) watcher(shut, true);
  }

  #path(id: number): string {
    return join(this.folder, "companies", `${id}.sqlite`);
  }

  // One that is put back is another file, or has another size or hour.
  #lookOf(id: number): string {
    const { ino, size, mtimeMs } = statSync(this.#path(id), { throwIfNoEntry: false }) ?? {};
    return [ino, size, mtimeMs].join();
  }

  #about(id: number): About {
    const { name, timezone, useOpenAi, useIntegrations } = this.control.sqlite
      .query<{ name: string; timezone: string; useOpenAi: number; useIntegrations: number }, [number]>("SELECT c.name, timezone, useOpenAi, useIntegrations FROM companies c JOIN plans p ON p.id = planId WHERE c.id = ?").get(id)!;
    return { name, timezone, plan: { useOpenAi: useOpenAi === 1, useIntegrations: useIntegrations === 1 } };
  }

  #tell(events: CommittedEvent[], store: Store) {
    for (const listener of this.#listeners) listener(events, store);
  }
}

function isSound({ sqlite }: Store): boolean {
  try {
    return (sqlite.query("PRAGMA quick_check(1)").get() as { quick_check: string }).quick_check === "ok";
  } catch {
    return false;
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
