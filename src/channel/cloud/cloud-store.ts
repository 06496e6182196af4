import type { Database } from "bun:sqlite";
import type { MediaRef } from "./content.ts";
import type { WebhookPart } from "./envelope.ts";
import type { CloudAccount } from "./graph.ts";

/** The company's file, as far as a channel writes it. */
export type CloudFileAccess = {
  sqlite: Database;
  write(work: () => void): void;
  settled(): Promise<void> | undefined;
};

/** The account of a connection, and whether it is in use; undefined without credentials. */
export type ReadAccount = () => (CloudAccount & { isLinked: boolean }) | undefined;

/** After so many tries in vain a part waits for a person. rules.md#no-message-lost */
const mostTries = 5;

/** The least time (ms) between two writes of how many webhooks were forged. */
const forgedEvery = 60_000;

/** An id of a file is good for seven days; a download is tried no longer. */
const mediaAge = 30 * 86_400_000;

/** The rows of one connection: ids of files at Meta, and parts of webhooks that were not stored. */
export class CloudStore {
  readonly #sql;
  #forged = 0;
  #forgedAt = -Infinity;

  constructor(
    private readonly file: CloudFileAccess,
    private readonly connection: number,
    readonly account: ReadAccount,
    private readonly now: () => number,
  ) {
    this.#sql = statements(file.sqlite);
  }

  /** Resolves once all that was written so far is on disk. */
  get settled() {
    return this.file.settled();
  }

  /** Stops or allows the use of the account. */
  setLinked(isLinked: boolean) {
    this.file.write(() => void this.#sql.setLinked.run(Number(isLinked), this.connection));
  }

  /** A webhook with a good signature came. */
  heard() {
    this.file.write(() => void this.#sql.heard.run(this.now(), this.connection));
  }

  /** A webhook came with a wrong signature. A flood of them is written once in a while. */
  forged() {
    this.#forged += 1;
    if (this.now() - this.#forgedAt < forgedEvery) return;
    this.#forgedAt = this.now();
    const count = this.#forged;
    this.#forged = 0;
    this.file.write(() => void this.#sql.noteForged.run(count, this.now(), this.connection));
  }

  /** Meta has forgotten these ids. */
  forgetOldMedia() {
    this.file.write(() => void this.#sql.forgetMedia.run(this.connection, this.now() - mediaAge));
  }

  keepMedia(messageId: string, { mediaId, sha256 }: MediaRef) {
    this.file.write(
      () => void this.#sql.keepMedia.run(this.connection, messageId, mediaId, sha256, this.now()),
    );
  }

  media = (messageId: string): MediaRef | undefined =>
    this.#sql.media.get(this.connection, messageId) ?? undefined;

  /** Keeps a part that could not be stored, with the people that it names. */
  setAside(part: WebhookPart, people: string[]) {
    this.file.write(
      () =>
        void this.#sql.setAside.run(
          this.connection,
          JSON.stringify(part),
          JSON.stringify(people),
          this.now(),
        ),
    );
  }

  /** The parts to be tried again; `all` of them when a person asks for it. */
  parts(all: boolean): { id: number; part: WebhookPart; at: number }[] {
    return this.#sql.parts
      .all(this.connection, all ? 1_000_000 : mostTries)
      .map(({ id, part, at }) => ({ id, part: JSON.parse(part) as WebhookPart, at }));
  }

  /** How many parts wait for a person. */
  get waiting(): number {
    return this.#sql.waiting.get(this.connection, mostTries)?.count ?? 0;
  }

  tried(id: number) {
    this.file.write(() => void this.#sql.tried.run(id));
  }

  stored(id: number) {
    this.file.write(() => void this.#sql.stored.run(id));
  }
}

function statements(sqlite: Database) {
  const put = (sql: string) => sqlite.prepare<unknown, (string | number)[]>(sql);
  const read = <Row>(sql: string) => sqlite.prepare<Row, (string | number)[]>(sql);
  return {
    setLinked: put("UPDATE cloudAccounts SET isLinked = ? WHERE connectionId = ?"),
    heard: put("UPDATE cloudAccounts SET lastWebhookAt = ? WHERE connectionId = ?"),
    noteForged: put(
      "UPDATE cloudAccounts SET forged = forged + ?, forgedAt = ? WHERE connectionId = ?",
    ),
    keepMedia: put(
      "INSERT INTO cloudMedia (connectionId, messageId, mediaId, sha256, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET mediaId = excluded.mediaId, sha256 = excluded.sha256",
    ),
    forgetMedia: put("DELETE FROM cloudMedia WHERE connectionId = ? AND at < ?"),
    media: read<MediaRef>(
      "SELECT mediaId, sha256 FROM cloudMedia WHERE connectionId = ? AND messageId = ?",
    ),
    setAside: put(
      "INSERT INTO cloudSetAside (connectionId, part, people, at, tries) VALUES (?, ?, ?, ?, 1)",
    ),
    parts: read<{ id: number; part: string; at: number }>(
      "SELECT id, part, at FROM cloudSetAside WHERE connectionId = ? AND tries < ? ORDER BY id",
    ),
    waiting: read<{ count: number }>(
      "SELECT count(*) AS count FROM cloudSetAside WHERE connectionId = ? AND tries >= ?",
    ),
    tried: put("UPDATE cloudSetAside SET tries = tries + 1 WHERE id = ?"),
    stored: put("DELETE FROM cloudSetAside WHERE id = ?"),
  };
}
