import {
  AlarmClockPlus,
  ArrowRightLeft,
  CalendarClock,
  Link2,
  MegaphoneOff,
  PanelRight,
  ReceiptText,
  Search,
  Trash2,
  Undo2,
  Wand,
} from "lucide-react";
import { copy } from "../../../kit/copy.ts";
import { type MenuItem } from "../../../kit/Menu.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { can } from "../../../session/can.ts";
import {
  macroFor,
  optOutOf,
  reminderFor,
  scheduleFor,
  ticketToDelete,
  ticketsToTransfer,
} from "../../../inbox/open-dialogs.ts";
import { maySell, toggleBudgets } from "../../../inbox/open-budgets.ts";
import { openFind } from "../../../inbox/find-in-conversation.ts";
import { returnToQueue } from "../../../inbox/open-ticket.ts";
import { togglePanel } from "../../../inbox/panel-state.ts";
import { mayOptOut } from "../../../parts/contacts/lazy-dialogs.ts";
import { maySchedule } from "../../../parts/schedules/lazy-dialog.ts";
import type { Ticket } from "../../../types.ts";

type Texts = ReturnType<typeof useTranslation>["t"];

export type TicketAction = MenuItem & { icon: NonNullable<MenuItem["icon"]> };

/** The actions beside the main one, which a narrow header has in its menu. */
export const secondaryActions = (ticket: Ticket, busy: boolean, t: Texts): TicketAction[] => [
  ...(ticket.status === "open"
    ? [
        {
          label: t("tickets.return"),
          icon: Undo2,
          disabled: busy,
          onSelect: () => void returnToQueue(ticket),
        },
      ]
    : []),
  ...(ticket.status === "closed"
    ? []
    : [
        {
          label: t("tickets.transfer.do"),
          icon: ArrowRightLeft,
          disabled: busy,
          onSelect: () => (ticketsToTransfer.value = [ticket]),
        },
      ]),
];

/** Opens what is beside the conversation. */
export const sideItems = (ticket: Ticket, budgets: string, t: Texts): MenuItem[] => [
  ...(maySell.value
    ? [{ label: budgets, icon: ReceiptText, onSelect: () => toggleBudgets(ticket.id) }]
    : []),
  { label: t("tickets.panel.toggle"), icon: PanelRight, onSelect: togglePanel },
];

export const menuItems = (ticket: Ticket, t: Texts): MenuItem[] => [
  ...(maySchedule.value
    ? [
        {
          label: t("tickets.schedule"),
          icon: CalendarClock,
          onSelect: () => (scheduleFor.value = { contact: ticket.contact }),
        },
      ]
    : []),
  {
    label: t("tickets.keys.macro"),
    icon: Wand,
    onSelect: () => (macroFor.value = { tickets: [ticket] }),
  },
  {
    label: t("tickets.remind"),
    icon: AlarmClockPlus,
    onSelect: () => (reminderFor.value = ticket),
  },
  ...(mayOptOut.value && !ticket.isGroup
    ? [
        {
          label: t("tickets.panel.optOut"),
          icon: MegaphoneOff,
          onSelect: () => (optOutOf.value = ticket.contact),
        },
      ]
    : []),
  { label: t("tickets.findIn"), icon: Search, onSelect: openFind },
  {
    label: t("tickets.copyLink"),
    icon: Link2,
    onSelect: () => void copyLink(ticket, t("tickets.linkCopied"), t("tickets.linkNotCopied")),
  },
  ...(can("ticket-options:deleteTicket")
    ? [
        {
          label: t("common.delete"),
          icon: Trash2,
          danger: true,
          onSelect: () => (ticketToDelete.value = ticket),
        },
      ]
    : []),
];

async function copyLink({ uuid }: Ticket, done: string, failed: string) {
  if (await copy(`${location.origin}/tickets/${uuid}`)) toast.success(done);
  else toast.error(failed);
}
