import { signal } from "@preact/signals-react";
import { api, ApiError } from "../../../kit/api.ts";
import { errorText, language, t } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { languageTags } from "../../../kit/translations.ts";
import { showTicketList, openTicket, expectingRemoval, undo } from "../../../inbox/open-ticket.ts";
import { deselect } from "./selection.ts";
import type { Tag, Ticket } from "../../../types.ts";
import "./texts.ts";

/** Whether many tickets are changing. */
export const isChanging = signal(false);

/** Closes many tickets, with the closing texts or, if `silent`, without. */
export async function resolveAll(tickets: Ticket[], silent: boolean) {
  const done = await tryChange(tickets, { status: "closed", silent });
  if (done.length === 0) return;
  toast.success(t("tickets.select.resolved", { count: done.length }), {
    label: t("tickets.undo"),
    run: () => void Promise.all(done.map(({ id }) => undo(id))),
  });
  deselect(done.map(({ id }) => id));
  if (done.some(({ id }) => id === openTicket.peek()?.id)) showTicketList();
}

/** Accepts many waiting tickets. */
export async function acceptAll(tickets: Ticket[]) {
  const done = await tryChange(tickets, { status: "open" });
  if (done.length === 0) return;
  toast.success(t("bulk.accepted", { count: done.length }), {
    label: t("tickets.undo"),
    run: () => void Promise.all(done.map(({ id }) => undo(id))),
  });
  deselect(done.map(({ id }) => id));
}

/** Makes many tickets look unread, for all who see them. */
export async function markAllUnread(tickets: Ticket[]) {
  const done = await tryChange(tickets, { markedUnread: true });
  if (done.length === 0) return;
  const read = done.filter(({ markedUnread }) => !markedUnread);
  toast.success(t("bulk.unread", { count: done.length }), {
    label: t("tickets.undo"),
    run: () => void (read.length > 0 && tryChange(read, { markedUnread: false })),
  });
  deselect(done.map(({ id }) => id));
}

/** Puts many tickets away until a time or until their customers write. */
export async function snoozeAll(tickets: Ticket[], snoozedUntil: string) {
  const done = await tryChange(tickets, { snoozedUntil });
  if (done.length === 0) return;
  toast.success(t("tickets.select.snoozed", { count: done.length }), {
    label: t("tickets.undo"),
    run: () => void tryChange(done, { snoozedUntil: null }),
  });
  deselect(done.map(({ id }) => id));
}

/** Adds these tags to many tickets. */
export async function tagAll(tickets: Ticket[], tags: Tag[]) {
  const done = await tryChange(tickets, { tags: tags.map(({ id }) => id) });
  if (done.length === 0) return;
  toast.success(t("tickets.select.labelled", { count: done.length }), {
    label: t("tickets.undo"),
    run: () =>
      void Promise.all(done.map(restoreTags)).catch((refused: unknown) => toast.error(refused)),
  });
}

/**
 * Transfers many tickets to another queue, or to an agent of it. Throws `Refused` when all requests
 * fail.
 */
export async function transferAll(tickets: Ticket[], to: { queueId?: number; userId?: number }) {
  const done = await changeTickets(tickets, to);
  if (done.length === 0) return;
  toast.success(t("tickets.transfer.doneMany", { count: done.length }), {
    label: t("tickets.undo"),
    run: () => void Promise.all(done.map(({ id }) => undo(id))),
  });
  deselect(done.map(({ id }) => id));
  if (done.some(({ id }) => id === openTicket.peek()?.id)) showTicketList();
}

type Change =
  | { status: "open" }
  | { markedUnread: boolean }
  | { status: "closed"; silent: boolean }
  | { tags: number[] }
  | { snoozedUntil: string | null }
  | { queueId?: number; userId?: number };
type Answer = { done: number[]; refused: { id: number; error: string }[] };

async function tryChange(tickets: Ticket[], what: Change): Promise<Ticket[]> {
  isChanging.value = true;
  try {
    return await changeTickets(tickets, what);
  } catch (error) {
    toast.error(error);
    return [];
  } finally {
    isChanging.value = false;
  }
}

/**
 * Requests the same change for many tickets, and names those that the server refused. Returns the
 * others as they were before.
 */
async function changeTickets(tickets: Ticket[], what: Change): Promise<Ticket[]> {
  const ids = tickets.map(({ id }) => id);
  const { done, refused } = await expectingRemoval(ids, () =>
    api.post<Answer>("/tickets/bulk", { ids, ...what }),
  );
  reportRefusals(tickets, refused);
  return tickets.filter(({ id }) => done.includes(id));
}

function reportRefusals(tickets: Ticket[], refused: Answer["refused"]) {
  for (const [error, all = []] of Object.entries(Object.groupBy(refused, ({ error }) => error))) {
    const names = all.map(
      ({ id }) => tickets.find((ticket) => ticket.id === id)?.contact.name ?? "",
    );
    toast.error(
      t("tickets.select.refused", {
        names: joinNames(names),
        why:
          error === "ERR_VALIDATION"
            ? t("tickets.transfer.notOfQueue")
            : errorText(new ApiError(409, { error })),
      }),
    );
  }
}

/** Three names, and the number of the others. */
function joinNames(names: string[]) {
  const rest = names.length - 3;
  const visible =
    rest > 0 ? [...names.slice(0, 3), t("tickets.select.others", { count: rest })] : names;
  return new Intl.ListFormat(languageTags[language.peek()]).format(visible);
}

const restoreTags = ({ id, tags }: Ticket) =>
  api.post("/tags/sync", { ticketId: id, tags: tags.map((tag) => ({ id: tag.id })) });
