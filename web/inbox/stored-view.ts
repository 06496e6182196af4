import { me } from "../session/session.ts";

/** The list's view settings. Stored on this device for each user. */
export type StoredView = {
  tab?: string;
  lane?: string;
  showAll?: boolean;
  queueIds?: number[];
  tags?: number[];
  users?: number[];
};

const key = () => `list:${me.peek()?.companyId ?? 0}:${me.peek()?.id ?? 0}`;

export const writeStoredView = (view: StoredView) =>
  localStorage.setItem(key(), JSON.stringify(view));

/** Empty before the first choice, or when the stored view is unreadable. */
export function readStoredView(): StoredView {
  try {
    const stored = JSON.parse(localStorage.getItem(key()) ?? "{}") as Record<string, unknown>;
    return {
      tab: word(stored.tab),
      lane: word(stored.lane),
      showAll: stored.showAll === true,
      queueIds: ids(stored.queueIds),
      tags: ids(stored.tags),
      users: ids(stored.users),
    };
  } catch {
    return {};
  }
}

const word = (value: unknown) => (typeof value === "string" ? value : undefined);
const ids = (value: unknown) =>
  Array.isArray(value) ? value.filter((one): one is number => Number.isInteger(one)) : undefined;
