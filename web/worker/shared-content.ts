import { withFileStore } from "./file-store.ts";

/**
 * Content that another app shared with this one, until a conversation is chosen. `ticket`: the
 * conversation of an answer that could not be sent from its notification. rules.md#sharing
 */
export type SharedContent = {
  text: string;
  files: File[];
  /** The names of files that no message may hold. */
  tooLarge: string[];
  ticket?: { id: number; path: string };
};

/** The key beside the outbox's files, whose keys are client ids. */
const key = "shared";

export const storeShared = (content: SharedContent) =>
  withFileStore("readwrite", (store) => store.put(content, key));

export const readShared = () =>
  withFileStore("readonly", (store) => store.get(key) as IDBRequest<SharedContent | undefined>);

export const forgetShared = () => withFileStore("readwrite", (store) => store.delete(key));
