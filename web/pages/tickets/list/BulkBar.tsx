import { useSignals } from "@preact/signals-react/runtime";
import {
  ArrowRightLeft,
  CheckCheck,
  CircleCheckBig,
  EllipsisVertical,
  Hand,
  MailOpen,
  Tag,
  Wand,
  X,
} from "lucide-react";
import { IconButton } from "../../../kit/IconButton.tsx";
import { Menu, type MenuItem } from "../../../kit/Menu.tsx";
import { toast } from "../../../kit/Toast.tsx";
import { shownListName, ticketLists } from "../../../inbox/list-state.ts";
import { acceptAll, isChanging, markAllUnread, resolveAll, snoozeAll } from "./bulk.ts";
import { SnoozeMenu } from "../snooze/lazy-menus.ts";
import { useChoices } from "../../../forms/choices.ts";
import { connections, queues } from "../../../lists/company-lists.ts";
import { mayHaveClosingText } from "../../../inbox/closing-text.ts";
import { macroFor, ticketsToTag, ticketsToTransfer } from "../../../inbox/open-dialogs.ts";
import { useEscape } from "../../../kit/escape.ts";
import { t, useTranslation } from "../../../kit/text.ts";
import { endSelection, mostSelected, selectEvery, selected } from "./selection.ts";
import type { Ticket } from "../../../types.ts";
import "./texts.ts";

/** Replaces the list's title: the number of selected tickets, and the actions on all of them. */
export function BulkBar() {
  useSignals();
  const { t } = useTranslation();
  const tickets = [...selected.value.values()];
  const live = tickets.filter(({ status }) => status !== "closed");
  const busy = isChanging.value;
  useEscape(true, endSelection);
  return (
    <div
      data-selection
      role="toolbar"
      aria-label={t("tickets.select.label")}
      className="bg-primary/8 border-line flex h-10 shrink-0 items-center gap-1 border-b px-2"
    >
      <IconButton label={t("tickets.select.end")} icon={X} onClick={endSelection} />
      <p role="status" className="tabular min-w-0 flex-1 truncate font-semibold">
        {tickets.length === 0
          ? t("tickets.select.none")
          : t("tickets.select.count", { count: tickets.length })}
      </p>
      <IconButton
        label={t("tickets.select.tag")}
        icon={Tag}
        disabled={busy || tickets.length === 0}
        onClick={() => (ticketsToTag.value = tickets)}
      />
      {live.length > 0 && (
        <SnoozeMenu tickets={live} choose={(until) => void snoozeAll(live, until)} />
      )}
      <IconButton
        label={t("tickets.transfer.do")}
        icon={ArrowRightLeft}
        disabled={busy || live.length === 0}
        onClick={() => (ticketsToTransfer.value = live)}
      />
      <Menu label={t("bulk.more")} items={() => moreItems(tickets)}>
        <EllipsisVertical size={18} aria-hidden />
      </Menu>
      <Resolve tickets={live} busy={busy} />
    </div>
  );
}

/** The other actions; those for which no ticket is selected are off. */
function moreItems(tickets: Ticket[]): MenuItem[] {
  const waiting = tickets.filter(({ status }) => status === "pending");
  const { total, count } = ticketLists[shownListName()];
  const all = Math.max(total.peek(), count.peek());
  return [
    {
      label: t("bulk.selectEvery", { count: Math.min(all, mostSelected) }),
      icon: CheckCheck,
      disabled: all <= tickets.length,
      onSelect: () => void selectEvery().catch((error: unknown) => toast.error(error)),
    },
    {
      label: t("tickets.accept"),
      icon: Hand,
      disabled: isChanging.peek() || waiting.length === 0,
      onSelect: () => void acceptAll(waiting),
    },
    {
      label: t("bulk.markUnread"),
      icon: MailOpen,
      disabled: isChanging.peek() || tickets.length === 0,
      onSelect: () => void markAllUnread(tickets),
    },
    {
      label: t("tickets.keys.macro"),
      icon: Wand,
      disabled: tickets.length === 0,
      onSelect: () => (macroFor.value = { tickets }),
    },
  ];
}

/** Closes tickets. Where customers would receive a text, the agent chooses whether to send it. */
function Resolve({ tickets, busy }: { tickets: Ticket[]; busy: boolean }) {
  useSignals();
  const { t } = useTranslation();
  useChoices(connections);
  useChoices(queues);
  const withClosingText = tickets.filter(mayHaveClosingText);
  const inside = (
    <>
      <CircleCheckBig size={18} aria-hidden />
      {/* The list is 320 px wide in between. */}
      <span className="max-[22.5rem]:hidden md:max-[90rem]:hidden">{t("tickets.resolve")}</span>
    </>
  );
  if (withClosingText.length === 0) {
    return (
      <button
        type="button"
        aria-label={t("tickets.resolve")}
        className="btn btn-primary btn-sm ml-1"
        disabled={busy || tickets.length === 0}
        onClick={() => void resolveAll(tickets, false)}
      >
        {inside}
      </button>
    );
  }
  return (
    <Menu
      label={t("tickets.resolve")}
      tip={false}
      className="btn btn-primary btn-sm ml-1"
      header={
        <p className="text-muted text-small max-w-60">
          {t("tickets.select.farewell", { count: withClosingText.length })}
        </p>
      }
      items={[
        { label: t("tickets.resolveSaying"), onSelect: () => void resolveAll(tickets, false) },
        { label: t("tickets.resolveSilent"), onSelect: () => void resolveAll(tickets, true) },
      ]}
    >
      {inside}
    </Menu>
  );
}
