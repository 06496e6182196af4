import { api } from "../../kit/api.ts";
import { t } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";

export type Filter = { searchParam: string; contactTag?: number[] };

/** Contacts by their ids, or all that a filter leaves. */
export type Contacts = { ids: number[] } | { filter: Filter };
export type TagChange = { add?: number[]; remove?: number[] };

type Changed = { tagId: number; contactIds: number[] }[];
type Answer = { count: number; added: Changed; removed: Changed };

const change = (who: Contacts, what: TagChange) =>
  api.post<Answer>("/contacts/tags", { ...who, ...what });

/** Changes the tags of many contacts, and offers to undo only what has changed. */
export async function tagContacts(who: Contacts, what: TagChange) {
  const { count, added, removed } = await change(who, what);
  const changed = new Set([...added, ...removed].flatMap(({ contactIds }) => contactIds)).size;
  if (changed === 0) return toast.info(t("contacts.select.unchanged", { count }));
  toast.success(
    t(what.add ? "contacts.select.tagged" : "contacts.select.untagged", { count: changed }),
    {
      label: t("tickets.undo"),
      run: () => void undo(added, removed).catch((error: unknown) => toast.error(error)),
    },
  );
}

const undo = (added: Changed, removed: Changed) =>
  Promise.all([
    ...withSome(added).map(({ tagId, contactIds }) =>
      change({ ids: contactIds }, { remove: [tagId] }),
    ),
    ...withSome(removed).map(({ tagId, contactIds }) =>
      change({ ids: contactIds }, { add: [tagId] }),
    ),
  ]);

const withSome = (all: Changed) => all.filter(({ contactIds }) => contactIds.length > 0);
