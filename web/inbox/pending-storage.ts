import type { Coordinates } from "../messages/locations.ts";
import type { Message } from "../types.ts";
import { withFileStore } from "../worker/file-store.ts";

/** A file's properties without its bytes. `voice` is set for a recording made here. */
export type FileInfo = {
  name: string;
  type: string;
  size: number;
  kind: "image" | "video" | "audio" | "application";
  voice: { seconds: number; waveform: number[] } | null;
};

/** A quick message's file on the server. */
export type QuickMessageFile = {
  id: number;
  name: string;
  url: string;
  type: string;
  size: number;
};

/** A message that an agent has sent and the server has not accepted yet. */
export type PendingMessage = {
  clientId: string;
  ticketId: number;
  /** It is a note for the team, and no message. */
  isNote?: boolean;
  body: string;
  quotedMsg: Message["quotedMsg"];
  file: FileInfo | null;
  place: Coordinates | null;
  /** Contacts whose cards the message has. */
  contacts: { id: number; name: string; number: string }[] | null;
  /** The quick message of the file, which the server has already. */
  quickId?: number | null;
  /** Sending waits a moment, so that the user can undo it. */
  undo?: boolean;
  at: string;
  /** The server's refusal code. */
  refused: string | null;
};

/**
 * Pending messages survive a reload. Texts are in local storage, one key each, so tabs do not
 * overwrite each other. Files are in IndexedDB.
 */
export const storage = {
  all(userId: number): PendingMessage[] {
    const prefix = storageKey(userId, "");
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => parsed(localStorage.getItem(key)))
      .sort((one, other) => one.at.localeCompare(other.at));
  },

  keep(userId: number, pending: PendingMessage) {
    try {
      localStorage.setItem(storageKey(userId, pending.clientId), JSON.stringify(pending));
    } catch {
      // Storage is full or forbidden: the message is still sent while the page is open.
    }
  },

  forget(userId: number, clientId: string) {
    localStorage.removeItem(storageKey(userId, clientId));
    void withFileStore("readwrite", (store) => store.delete(clientId));
  },

  keepFile: (clientId: string, file: File) =>
    withFileStore("readwrite", (store) => store.put(file, clientId)),
  file: (clientId: string) =>
    withFileStore("readonly", (store) => store.get(clientId) as IDBRequest<File | undefined>),
};

const storageKey = (userId: number, clientId: string) => `outbox:${userId}:${clientId}`;

function parsed(text: string | null): PendingMessage[] {
  try {
    return text ? [JSON.parse(text) as PendingMessage] : [];
  } catch {
    return [];
  }
}
