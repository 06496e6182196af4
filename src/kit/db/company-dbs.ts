import { existsSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { AboutReader } from "./about-reader.ts";
import { close } from "./close-company-db.ts";
import type { Clock } from "../process/clock.ts";
import { begins, isSetAside, workOf } from "../process/current-work.ts";
import { Fault, isDamage, unavailable } from "../fault.ts";
import { privateFolder } from "../files/disk.ts";
import { Files } from "../files/files.ts";
import { log, trace } from "../process/log.ts";
import type { CommittedEvent } from "./committed-event.ts";
import { isSound } from "./is-sound.ts";
import { NewerFile, refuseNewerHeader } from "./migrate.ts";
import { CompanyDb, type Control } from "./company-db.ts";
import { openFile, openExistingFile, UnusableFile, type FileTrouble } from "./open-file.ts";

type Listener = (events: CommittedEvent[], db: CompanyDb) => void;
type Open = { db: CompanyDb; usedAt: number; holders: number };

/** A company that is shut because its file can't be used: the reason, and since when (epoch ms). */
export type ShutCompany = { company: number; why: FileTrouble; since: number };

/** The functions that create and open a company's file; tests use files in memory. */
type FileOpeners = { create: typeof openFile; open: typeof openFile };

/**
 * Every company's file. It is made with the company, opened on demand, shared while in use, and
 * closed when idle. rules.md#unusable-company-files
 */
export class CompanyDbs {
  readonly #open = new Map<number, Open>();
  readonly #listeners: Listener[] = [];
  readonly #about: AboutReader;
  readonly #shut = new Map<number, ShutCompany & { fingerprint: string }>();
  readonly #watchers: ((shut: ShutCompany, isShut: boolean) => void)[] = [];

  constructor(
    readonly control: Control,
    /** The data folder. */
    readonly folder: string,
    private readonly key: Uint8Array,
    private readonly now: Clock,
    private readonly openers: FileOpeners = { create: openFile, open: openExistingFile },
  ) {
    privateFolder(join(folder, "companies"));
    this.#about = new AboutReader(control);
  }

  /**
   * The company's store. Throws a missing Fault where there is no such company, and an unready one
   * where its file can't be used. Throws NewerFile when the file needs a newer executable.
   */
  open(id: number): CompanyDb {
    const opened = this.#open.get(id);
    if (opened) {
      opened.usedAt = this.now();
      return opened.db;
    }
    if (!this.control.sqlite.query("SELECT 1 FROM companies WHERE id = ?").get(id))
      throw new Fault("missing", "ERR_NO_COMPANY_FOUND");
    // Requests do not check whether the file was restored: `reopenRestored` does.
    if (this.#shut.has(id)) throw unavailable();
    const opening = workOf("open", "company", id);
    if (isSetAside(opening)) throw unavailable();
    begins(opening);
    try {
      return this.#openStore(id, this.openers.open);
    } catch (thrown) {
      if (thrown instanceof NewerFile) throw thrown;
      this.#shutBecause(id, thrown);
      throw unavailable();
    }
  }

  /**
   * Throws NewerFile where the header of the company's file needs a newer executable. It doesn't
   * open the file.
   */
  refuseNewer(id: number) {
    refuseNewerHeader(this.#path(id), "company");
  }

  /**
   * The store of a new company, in the transaction that makes its row. It uses a file that an
   * interrupted attempt left.
   */
  create(id: number): CompanyDb {
    return this.#open.get(id)?.db ?? this.#openStore(id, this.openers.create);
  }

  /** Whether its company is open with this store. */
  isOpen(db: CompanyDb): boolean {
    return this.#open.get(db.company)?.db === db;
  }

  /** Companies that are shut. */
  shutCompanies(): ShutCompany[] {
    return [...this.#shut.values()].map(({ fingerprint: _, ...shut }) => shut);
  }

  /** Calls back when a company is shut, and when its file can be used again. */
  onShut(watcher: (shut: ShutCompany, isShut: boolean) => void) {
    this.#watchers.push(watcher);
  }

  /** Reopens companies whose files were restored meanwhile. */
  reopenRestored() {
    for (const [id, shut] of this.#shut) {
      const fingerprint = this.#fingerprintOf(id);
      if (fingerprint === shut.fingerprint && shut.why !== "unreadable") continue;
      shut.fingerprint = fingerprint;
      try {
        if (!isSound(this.#openStore(id, this.openers.open)))
          throw new UnusableFile(this.#path(id), "damaged");
      } catch (thrown) {
        this.#closeStore(id);
        this.#shutBecause(id, thrown);
        continue;
      }
      this.#shut.delete(id);
      log("info", "companyBack", { company: id });
      for (const watcher of this.#watchers) watcher(shut, false);
    }
  }

  /**
   * Runs some work for each open company, after its writes are on disk: the work may send them out.
   * An error in one company does not stop the others, and shuts a company whose file is damaged.
   */
  each(what: string, work: (db: CompanyDb) => void) {
    for (const db of this.openDbs()) {
      const current = workOf("clock", what, db.company);
      if (isSetAside(current)) continue;
      begins(current);
      try {
        db.flush();
        work(db);
      } catch (thrown) {
        log("error", what, { company: db.company, ...trace(thrown) });
        this.checkDamage(thrown, db.company);
      }
    }
    begins("");
  }

  /**
   * Shuts the company whose file is damaged, if the error reports damage. Without `company` it
   * checks all open ones.
   */
  checkDamage(thrown: unknown, company?: number) {
    if (!isDamage(thrown)) return;
    for (const [id, { db }] of this.#open) {
      if ((company !== undefined && company !== id) || isSound(db)) continue;
      this.#closeStore(id);
      this.#shutBecause(id, thrown);
    }
  }

  /** A company's media, without opening its database: links are checked before anything else. */
  files(id: number): Files {
    return new Files(id, join(this.folder, "media", String(id)), this.key, this.now);
  }

  /** Holds a company open while something uses it. Returns the release. */
  hold(id: number): () => void {
    this.open(id);
    const entry = this.#open.get(id)!;
    entry.holders += 1;
    return once(() => {
      entry.holders -= 1;
      entry.usedAt = this.now();
    });
  }

  /** Whether a socket, a channel, a job or a request still uses a company. */
  isHeld(id: number): boolean {
    return (this.#open.get(id)?.holders ?? 0) > 0;
  }

  /**
   * Closes a company and moves its file and media into a folder of their own, given by its path in
   * the data folder.
   */
  takeAway(id: number, folder: string) {
    this.#closeStore(id);
    this.#shut.delete(id);
    const target = privateFolder(join(this.folder, folder));
    for (const suffix of ["", "-wal", "-shm"])
      moveIfThere(`${this.#path(id)}${suffix}`, join(target, `company.sqlite${suffix}`));
    moveIfThere(join(this.folder, "media", String(id)), join(target, "media"));
  }

  /** The name under which a company that is deleted now is stored. */
  deletedName(id: number): string {
    return `${id}-${new Date(this.now()).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}`;
  }

  /** Calls back with every company's events, after their commit. */
  onCommit(listener: Listener) {
    this.#listeners.push(listener);
  }

  /** Closes stores that have no holder and were not opened within `age` ms. */
  closeIdle(age: number) {
    let closed = 0;
    for (const [id, entry] of this.#open) {
      if (entry.holders > 0 || this.now() - entry.usedAt < age) continue;
      this.#open.delete(id);
      close(entry.db);
      closed += 1;
    }
    // A closed file holds its handles until its statements are collected. The collection runs
    // later: this stack still has the last store.
    if (closed > 0) setTimeout(() => Bun.gc(true)).unref();
  }

  closeAll() {
    for (const { db } of this.#open.values()) close(db);
    this.#open.clear();
  }

  /** The stores that are open now. */
  openDbs(): CompanyDb[] {
    return [...this.#open.values()].map((entry) => entry.db);
  }

  #openStore(id: number, way: FileOpeners["open"]): CompanyDb {
    const sqlite = way(this.#path(id), "company");
    const db = new CompanyDb(
      id,
      sqlite,
      this.files(id),
      this.now,
      (events, db) => this.#notify(events, db),
      () => this.#about.read(id),
    );
    this.#open.set(id, { db, usedAt: this.now(), holders: 0 });
    return db;
  }

  #closeStore(id: number) {
    const entry = this.#open.get(id);
    this.#open.delete(id);
    try {
      if (entry) close(entry.db);
    } catch (thrown) {
      log("error", "company", { company: id, ...trace(thrown) });
    }
  }

  #shutBecause(id: number, thrown: unknown) {
    const why =
      thrown instanceof UnusableFile ? thrown.why : isDamage(thrown) ? "damaged" : "unreadable";
    const before = this.#shut.get(id);
    if (before?.why === why) return;
    const shut = {
      company: id,
      why,
      since: before?.since ?? this.now(),
      fingerprint: this.#fingerprintOf(id),
    };
    this.#shut.set(id, shut);
    log("error", "companyShut", { company: id, file: this.#path(id), why, ...trace(thrown) });
    for (const watcher of this.#watchers) watcher(shut, true);
  }

  #path(id: number): string {
    return join(this.folder, "companies", `${id}.sqlite`);
  }

  // A restored file has another inode, size or time.
  #fingerprintOf(id: number): string {
    const { ino, size, mtimeMs } = statSync(this.#path(id), { throwIfNoEntry: false }) ?? {};
    return [ino, size, mtimeMs].join();
  }

  #notify(events: CommittedEvent[], db: CompanyDb) {
    for (const listener of this.#listeners) listener(events, db);
  }
}

function moveIfThere(from: string, to: string) {
  if (existsSync(from)) renameSync(from, to);
}

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    work();
  };
}
