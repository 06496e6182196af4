import type { Database } from "bun:sqlite";
import { emptyLog } from "../../kit/db/checkpoint.ts";
import type { PhoneMessage, Receipts } from "../../shared/practice.ts";
import { isWindowOpenOn } from "./network-window.ts";
import {
  type KeptFile,
  type MessageExtras,
  messageOf,
  type NetworkMessage,
  type PendingAction,
  type PhoneAction,
  type Row,
  type SentFile,
  extrasOf,
  shownOnPhone,
} from "./network-message.ts";
import { NetworkFiles } from "./network-files.ts";
import { openNetwork } from "./open-network.ts";

/**
 * The phone network of one company inside the box: phones, and their sent and received messages. It
 * outlives a restart, as a real one would.
 */
export class Network {
  readonly #sqlite: Database;
  readonly #files: NetworkFiles;

  /** `path`: its database. Sent files are in the folder of the same name beside it. */
  constructor(
    path: string,
    readonly now: () => number,
  ) {
    this.#files = new NetworkFiles(path.replace(/\.sqlite$/, ""));
    this.#sqlite = openNetwork(path);
  }

  /** The database, for the parts of the network in files of their own. */
  get sqlite(): Database {
    return this.#sqlite;
  }

  linked(connection: number): boolean {
    return (
      this.#sqlite
        .query("SELECT 1 FROM links WHERE connection = ? AND linked = 1")
        .get(connection) !== null
    );
  }

  link(connection: number, linked: boolean) {
    this.#sqlite.run(
      "INSERT INTO links (connection, linked) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET linked = ?2",
      [connection, linked ? 1 : 0],
    );
  }

  /** The receipts that a connection's phones send by themselves; null until they are set. */
  receipts(connection: number): Receipts | null {
    return (
      (
        this.#sqlite.query("SELECT receipts FROM links WHERE connection = ?").get(connection) as {
          receipts: Receipts | null;
        } | null
      )?.receipts ?? null
    );
  }

  setReceipts(connection: number, receipts: Receipts) {
    this.#sqlite.run(
      "INSERT INTO links (connection, linked, receipts) VALUES (?1, 0, ?2) ON CONFLICT DO UPDATE SET receipts = ?2",
      [connection, receipts],
    );
  }

  /** The shop's messages that have not come so far, oldest first. */
  below(connection: number, level: number): string[] {
    return (
      this.#sqlite
        .query(
          "SELECT id FROM messages WHERE connection = ? AND fromShop = 1 AND ack < ? ORDER BY seq",
        )
        .all(connection, level) as { id: string }[]
    ).map(({ id }) => id);
  }

  /** The file of a message. */
  file(connection: number, id: string): { path: string; type: string; size: number } | undefined {
    const row = this.#sqlite
      .query("SELECT file FROM messages WHERE connection = ? AND id = ?")
      .get(connection, id) as Pick<Row, "file"> | null;
    if (!row?.file) return undefined;
    const { name, type, size } = JSON.parse(row.file) as KeptFile;
    return { path: this.#files.pathOf(connection, name), type, size };
  }

  /**
   * Carries a message, with a copy of its file, since the shop may forget its own. One that it
   * carried before stays as it is.
   */
  async carry(
    connection: number,
    message: Omit<PhoneMessage, "ack" | "at" | "from" | "media" | "reaction"> &
      MessageExtras & { file?: SentFile },
    fromShop: boolean,
  ): Promise<NetworkMessage> {
    const file =
      message.file && !this.find(connection, message.id)
        ? await this.#files.copy(connection, message.file)
        : undefined;
    const carried = this.#sqlite
      .query(`INSERT INTO messages (connection, id, fromShop, number, name, body, type, file, fileName, quotedMsgId, groupId, subject, ack, arrived, at, more)
      VALUES ($connection, $id, $fromShop, $number, $name, $body, $type, $file, $fileName, $quotedMsgId, $groupId, $subject, 1, $fromShop, $at, $more) ON CONFLICT DO NOTHING RETURNING *`)
      .get({
        connection,
        id: message.id,
        fromShop: fromShop ? 1 : 0,
        number: message.number,
        name: message.name,
        body: message.body,
        type: message.type,
        file: file ? JSON.stringify(file) : null,
        fileName: message.fileName ?? null,
        quotedMsgId: message.quotedMsgId,
        groupId: message.group?.id ?? null,
        subject: message.group?.subject ?? null,
        at: this.now(),
        more: JSON.stringify(extrasOf(message)),
      }) as Row | null;
    if (carried) return shownOnPhone(carried);
    // The same message was carried before, or while its file was copied.
    if (file) this.#files.remove(connection, file);
    return this.find(connection, message.id)!;
  }

  /** Whether the official channel takes free text to a customer now. */
  isWindowOpen = (connection: number, number: string) =>
    isWindowOpenOn(this.#sqlite, connection, number, this.now());

  find(connection: number, id: string): NetworkMessage | undefined {
    const row = this.#sqlite
      .query("SELECT * FROM messages WHERE connection = ? AND id = ?")
      .get(connection, id) as Row | null;
    return row ? shownOnPhone(row) : undefined;
  }

  /**
   * The oldest messages that customers wrote and the shop has not taken yet, with their content, at
   * most so many.
   */
  waiting(connection: number, limit: number): NetworkMessage[] {
    return (
      this.#sqlite
        .query("SELECT * FROM messages WHERE connection = ? AND arrived = 0 ORDER BY seq LIMIT ?")
        .all(connection, limit) as Row[]
    ).map(messageOf);
  }

  /** Notes that the shop has taken customers' messages. */
  arrived(connection: number, ids: string[]) {
    this.#sqlite
      .query(
        "UPDATE messages SET arrived = 1, ack = max(ack, 2) WHERE connection = ? AND id IN (SELECT value FROM json_each(?))",
      )
      .run(connection, JSON.stringify(ids));
  }

  /** Raises a message's state. Undefined when there is no such message. */
  ack(connection: number, id: string, level: number): NetworkMessage | undefined {
    this.#sqlite.run("UPDATE messages SET ack = max(ack, ?) WHERE connection = ? AND id = ?", [
      level,
      connection,
      id,
    ]);
    return this.find(connection, id);
  }

  /** Changes a message. Undefined when there is no such message. */
  change(
    connection: number,
    id: string,
    values: Partial<Pick<Row, "body" | "reaction" | "answer" | "edited" | "deleted">>,
  ): NetworkMessage | undefined {
    const set = Object.keys(values)
      .map((column) => `${column} = $${column}`)
      .join(", ");
    this.#sqlite
      .query(`UPDATE messages SET ${set} WHERE connection = $connection AND id = $id`)
      .run({ connection, id, ...values });
    return this.find(connection, id);
  }

  /**
   * A customer acts on a message: the phone shows it at once, and the shop is notified later.
   * Undefined when there is no such message.
   */
  applyAction(connection: number, { to, does, body }: PhoneAction): NetworkMessage | undefined {
    if (!this.find(connection, to)) return undefined;
    this.#sqlite.run(
      "INSERT INTO actions (connection, message, does, body, at) VALUES (?, ?, ?, ?, ?)",
      [connection, to, does, body, this.now()],
    );
    return this.change(
      connection,
      to,
      does === "edits"
        ? { body, edited: 1 }
        : does === "deletes"
          ? { deleted: 1 }
          : { answer: body },
    );
  }

  /** The oldest customer action that the shop was not notified of. */
  nextAction(connection: number): PendingAction | undefined {
    return (
      (this.#sqlite
        .query(
          'SELECT seq, message AS "to", does, body, at FROM actions WHERE connection = ? ORDER BY seq LIMIT 1',
        )
        .get(connection) as PendingAction | null) ?? undefined
    );
  }

  /** Notes that the shop was notified of a customer's action. */
  actionDelivered(seq: number) {
    this.#sqlite.run("DELETE FROM actions WHERE seq = ?", [seq]);
  }

  /** A customer's phone: both sides of its conversation, oldest first, the last 100. */
  conversation(connection: number, number: string): NetworkMessage[] {
    const rows = this.#sqlite
      .query(
        "SELECT * FROM (SELECT * FROM messages WHERE connection = ? AND number = ? ORDER BY seq DESC LIMIT 100) ORDER BY seq",
      )
      .all(connection, number) as Row[];
    return rows.map(shownOnPhone);
  }

  /** The phones that wrote or were written to, the latest first. */
  phones(connection: number): { number: string; name: string }[] {
    return this.#sqlite
      .query(
        "SELECT number, coalesce(nullif(max(name), ''), number) AS name FROM messages WHERE connection = ? AND groupId IS NULL GROUP BY number ORDER BY max(seq) DESC",
      )
      .all(connection) as { number: string; name: string }[];
  }

  /** A group's latest subject, and the people who wrote in it. */
  group(
    connection: number,
    id: string,
  ): { subject: string; people: { number: string; name: string }[] } {
    const rows = this.#sqlite
      .query(
        "SELECT number, max(name) AS name, subject FROM messages WHERE connection = ? AND groupId = ? AND fromShop = 0 GROUP BY number ORDER BY max(seq) DESC",
      )
      .all(connection, id) as { number: string; name: string; subject: string }[];
    return {
      subject: rows[0]?.subject ?? "",
      people: rows.map(({ number, name }) => ({ number, name })),
    };
  }

  /** Deletes all that the phones with these numbers wrote and received, on every connection. */
  forgetPhones(numbers: string[]) {
    const theirs = "number IN (SELECT value FROM json_each(?))";
    const values = [JSON.stringify(numbers)];
    this.#sqlite.run(
      `DELETE FROM actions WHERE (connection, message) IN (SELECT connection, id FROM messages WHERE ${theirs})`,
      values,
    );
    const rows = this.#sqlite
      .query<{ connection: number; file: string | null }, string[]>(
        `DELETE FROM messages WHERE ${theirs} RETURNING connection, file`,
      )
      .all(...values);
    for (const { connection, file } of rows)
      if (file) this.#files.remove(connection, JSON.parse(file) as KeptFile);
    // Older executables freed pages without overwriting them.
    if (rows.length > 0) this.#sqlite.run("VACUUM");
    emptyLog(this.#sqlite);
  }

  /** Everything about a connection that is gone. */
  forget(connection: number) {
    for (const table of ["messages", "actions", "links", "templates"])
      this.#sqlite.run(`DELETE FROM ${table} WHERE connection = ?`, [connection]);
    this.#files.removeAll(connection);
  }

  close() {
    this.#sqlite.close();
  }
}
