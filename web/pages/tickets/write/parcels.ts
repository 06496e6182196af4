import type { Coordinates } from "../talk/places.ts";
import type { Message } from "../types.ts";

/** What a file is, apart from its bytes. `voice` when it was recorded here. */
export type Carried = { name: string; type: string; size: number; kind: "image" | "video" | "audio" | "application"; voice: { seconds: number; waveform: number[] } | null };

/** A quick message's file, which the server has. */
export type Enclosure = { id: number; name: string; url: string; type: string; size: number };

/** What an agent sent and the server has not taken yet. */
export type Parcel = {
  clientId: string;
  ticketId: number;
  body: string;
  quotedMsg: Message["quotedMsg"];
  file: Carried | null;
  place: Coordinates | null;
  /** Whose cards it carries. */
  contacts: { id: number; name: string; number: string }[] | null;
  /** The quick message whose file it carries: the server has that already. */
  quickId?: number | null;
  /** It may be taken back for a moment. */
  undo?: boolean;
  at: string;
  /** The code under which the server refused it. */
  refused: string | null;
};

/** Parcels outlive a reload: texts in local storage, one key each so that tabs don't overwrite each other, files in IndexedDB. */
export const depot = {
  all(userId: number): Parcel[] {
    const prefix = address(userId, "");
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => readable(localStorage.getItem(key)))
      .sort((one, other) => one.at.localeCompare(other.at));
  },

  keep(userId: number, parcel: Parcel) {
    try {
      localStorage.setItem(address(userId, parcel.clientId), JSON.stringify(parcel));
    } catch {
      // Full or forbidden: it still goes out while the page lives.
    }
  },

  forget(userId: number, clientId: string) {
    localStorage.removeItem(address(userId, clientId));
    void files("readwrite", (store) => store.delete(clientId));
  },

  keepFile: (clientId: string, file: File) => files("readwrite", (store) => store.put(file, clientId)),
  file: (clientId: string) => files("readonly", (store) => store.get(clientId) as IDBRequest<File | undefined>),
};

const address = (userId: number, clientId: string) => `outbox:${userId}:${clientId}`;

function readable(text: string | null): Parcel[] {
  try {
    return text ? [JSON.parse(text) as Parcel] : [];
  } catch {
    return [];
  }
}

async function files<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  try {
    const base = await (opened ??= openBase());
    return await answer(act(base.transaction("files", mode).objectStore("files")));
  } catch {
    return undefined;
  }
}

let opened: Promise<IDBDatabase> | undefined;

function openBase() {
  const request = indexedDB.open("balcao", 2);
  request.onupgradeneeded = () => {
    for (const old of request.result.objectStoreNames) request.result.deleteObjectStore(old);
    request.result.createObjectStore("files");
  };
  return answer(request);
}

const answer = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("storage"));
  });
