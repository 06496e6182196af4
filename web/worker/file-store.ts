/** Runs a request on this browser's store of files. Undefined where storage is full or forbidden. */
export async function withFileStore<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const base = await (database ??= openDatabase());
    return await resultOf(act(base.transaction("files", mode).objectStore("files")));
  } catch {
    return undefined;
  }
}

let database: Promise<IDBDatabase> | undefined;

function openDatabase() {
  const request = indexedDB.open("balcao", 2);
  request.onupgradeneeded = () => {
    for (const old of request.result.objectStoreNames) request.result.deleteObjectStore(old);
    request.result.createObjectStore("files");
  };
  return resultOf(request);
}

const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("storage"));
  });
