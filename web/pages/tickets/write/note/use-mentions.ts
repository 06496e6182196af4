import { useSignals } from "@preact/signals-react/runtime";
import { folded } from "../../../../../src/shared/search.ts";
import { useChoices } from "../../../../forms/choices.ts";
import { useTranslation } from "../../../../kit/text.ts";
import { users } from "../../../../lists/company-lists.ts";
import type { Suggestion } from "../../../../parts/writing/suggestions.ts";
import { me } from "../../../../session/session.ts";
import type { Ticket, User } from "../../../../types.ts";

const maxShown = 8;

/** Suggestions of colleagues for the word after an @ before the caret. */
export function useMentions(ticket: Ticket, text: string, caret: number): Suggestion[] {
  useSignals();
  const { t } = useTranslation();
  useChoices(users);
  const word = mentionWord(text.slice(0, caret));
  if (word === null) return [];
  const others = (users.rows.value ?? []).filter(({ id }) => id !== me.value?.id);
  return colleaguesNamed(others, word, ticket).map((user) => ({
    key: String(user.id),
    label: user.name,
    text: mayNotSee(user, ticket)
      ? t("notes.mayNotSee")
      : t(user.online ? "notes.online" : "notes.away"),
    from: caret - word.length - 1,
    with: `@${user.name} `,
  }));
}

/** The word after an @ before the caret, or null. A name may have spaces. */
export const mentionWord = (before: string) =>
  /(?<![\p{L}\p{N}])@([^@\n]{0,50})$/u.exec(before)?.[1] ?? null;

/** Colleagues with a name or a word of it that begins so, first those who see the ticket. */
export function colleaguesNamed(all: User[], word: string, ticket: Ticket): User[] {
  const typed = folded(word);
  const begins = ({ name }: User) =>
    folded(name).startsWith(typed) ||
    (typed !== "" && folded(name).split(" ").slice(1).join(" ").startsWith(typed));
  const rank = (user: User) => Number(mayNotSee(user, ticket)) * 2 + Number(!user.online);
  return all
    .filter(begins)
    .toSorted((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name))
    .slice(0, maxShown);
}

/** Whether someone is not notified, as they do not see the ticket. Rights of a role are unknown. */
export function mayNotSee(user: User, { status, queueId, userId }: Ticket): boolean {
  if (user.profile === "admin" || user.roleId !== null) return false;
  const serves =
    user.allTicket === "enabled" || queueId === null || user.queueIds.includes(queueId);
  return !serves || (status !== "pending" && userId !== user.id);
}
