import type { Message } from "./types.ts";

/** What an agent sent and the server has not taken yet. */
export type Parcel = {
  clientId: string;
  ticketId: number;
  body: string;
  quotedMsg: Message["quotedMsg"];
  image: { name: string; width: number; height: number } | null;
  at: string;
  /** The code under which the server refused it. */
  refused: string | null;
};

/** Parcels outlive a reload: texts in local storage, one key each so that tabs don't overwrite each other, pictures in IndexedDB. */
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
    void pictures("readwrite", (store) => store.delete(clientId));
  },

  keepPicture: (clientId: string, file: File) => pictures("readwrite", (store) => store.put(file, clientId)),
  picture: (clientId: string) => pictures("readonly", (store) => store.get(clientId) as IDBRequest<File | undefined>),
};

const address = (userId: number, clientId: string) => `outbox:${userId}:${clientId}`;

function readable(text: string | null): Parcel[] {
  try {
    return text ? [JSON.parse(text) as Parcel] : [];
  } catch {
    return [];
  }
}

async function pictures<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  try {
    const base = await (opened ??= openBase());
    return await answer(act(base.transaction("pictures", mode).objectStore("pictures")));
  } catch {
    return undefined;
  }
}

let opened: Promise<IDBDatabase> | undefined;

function openBase() {
  const request = indexedDB.open("balcao", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("pictures");
  return answer(request);
}

const answer = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("storage"));
  });
