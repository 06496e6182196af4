import type { BinaryNode } from "@whiskeysockets/baileys";
import type { Database } from "bun:sqlite";

/**
 * Another process took the session, it was wiped, or the connection is gone: nothing was written.
 */
export class OwnershipLost extends Error {
  override name = "Lost";
}

/**
 * A decrypted message: its id, its text, and its stanza. Stored together with the ratchet that
 * decrypted it, by the hash of the encrypted bytes.
 */
export type Opened = { id: string; plain: Uint8Array; node?: BinaryNode };

/**
 * A company's file. A write is all or nothing, and on disk when it returns: a key that was used and
 * is lost is used twice.
 */
export type VaultFile = {
  sqlite: Database;
  write<T>(work: () => T): T;
  /** Writes to disk at once. */ flush(): void;
};

/**
 * A person whom the phone knows, by either id or both: `lid` and `phone` are digits. A field that
 * is left out stays unchanged.
 */
export type KnownPerson = {
  lid?: string;
  phone?: string;
  name?: string;
  inBook?: boolean;
  hasChat?: boolean;
};
