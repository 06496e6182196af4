import { useSignals } from "@preact/signals-react/runtime";
import {
  ChevronDown,
  CircleCheckBig,
  EllipsisVertical,
  Hand,
  PanelRight,
  ReceiptText,
  RotateCcw,
} from "lucide-react";
import { IconButton } from "../../../kit/IconButton.tsx";
import { useMedia } from "../../../kit/media.ts";
import { Menu } from "../../../kit/Menu.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { useChoices } from "../../../forms/choices.ts";
import { connections, queues } from "../../../lists/company-lists.ts";
import { mayHaveClosingText } from "../../../inbox/closing-text.ts";
import {
  budgetsTicketId,
  maySell,
  openBudgets,
  toggleBudgets,
  useOpenBudgets,
} from "../../../inbox/open-budgets.ts";
import { accept, changingTicketId, reopen } from "../../../inbox/open-ticket.ts";
import {
  isPanelColumnOpen,
  isPanelOverlayOpen,
  wideEnough,
  togglePanel,
} from "../../../inbox/panel-state.ts";
import { resolve } from "../../../inbox/resolve.ts";
import { SnoozeMenu } from "../snooze/lazy-menus.ts";
import type { Ticket } from "../../../types.ts";
import { menuItems, secondaryActions, sideItems, type TicketAction } from "./ticket-menu.ts";
import { ClosingText } from "./ClosingText.tsx";

/** The actions on a ticket in its status. In a narrow header, the menu has all but the first. */
export function TicketActions({
  ticket,
  room,
}: {
  ticket: Ticket;
  room: "tight" | "icons" | "names";
}) {
  useSignals();
  const { t } = useTranslation();
  const wide = useMedia(wideEnough);
  const tight = room === "tight";
  const busy = changingTicketId.value === ticket.id;
  const { status } = ticket;
  useOpenBudgets(ticket.contactId);
  const openCount = openBudgets.value?.length ?? 0;
  const budgets =
    openCount === 0 ? t("tickets.budgets") : t("tickets.budgetsOpen", { count: openCount });
  const secondary = secondaryActions(ticket, busy, t);
  const items = [
    ...(tight ? [...secondary, ...sideItems(ticket, budgets, t)] : []),
    ...menuItems(ticket, t),
  ];
  return (
    <div className="flex shrink-0 items-center gap-1">
      {status !== "closed" && (
        <span className="size-8">
          <SnoozeMenu tickets={[ticket]} name="snooze" />
        </span>
      )}
      {!tight &&
        secondary.map((action) => (
          <SecondaryAction key={action.label} action={action} named={room === "names"} />
        ))}
      {status === "pending" && (
        <MainAction
          icon={Hand}
          label={t("tickets.accept")}
          busy={busy}
          run={() => void accept(ticket)}
        />
      )}
      {status === "closed" && (
        <MainAction
          icon={RotateCcw}
          label={t("tickets.reopen")}
          busy={busy}
          run={() => void reopen(ticket)}
        />
      )}
      {status === "open" && <Resolve ticket={ticket} busy={busy} />}
      {!tight && maySell.value && <BudgetsButton ticketId={ticket.id} label={budgets} />}
      {!tight && (
        <IconButton
          label={t("tickets.panel.toggle")}
          icon={PanelRight}
          aria-expanded={wide ? isPanelColumnOpen.value : isPanelOverlayOpen.value}
          onClick={togglePanel}
        />
      )}
      <Menu label={t("common.actionsOf", { name: ticket.contact.name })} items={items} tip={false}>
        <EllipsisVertical size={18} aria-hidden />
      </Menu>
    </div>
  );
}

function BudgetsButton({ ticketId, label }: { ticketId: number; label: string }) {
  useSignals();
  const count = openBudgets.value?.length ?? 0;
  return (
    <span className="relative inline-flex">
      <IconButton
        label={label}
        icon={ReceiptText}
        data-show-budgets
        aria-expanded={budgetsTicketId.value === ticketId}
        onClick={() => toggleBudgets(ticketId)}
      />
      {count > 0 && (
        <span
          aria-hidden
          className="bg-primary text-primary-content tabular pointer-events-none absolute -top-0.5 -right-0.5 grid h-4 min-w-4 place-items-center rounded-full px-1 text-xs font-semibold"
        >
          {count}
        </span>
      )}
    </span>
  );
}

function SecondaryAction({
  action: { label, icon: Icon, disabled, onSelect },
  named,
}: {
  action: TicketAction;
  named: boolean;
}) {
  if (!named)
    return <IconButton label={label} icon={Icon} disabled={disabled} onClick={onSelect} />;
  return (
    <button type="button" className="btn btn-ghost btn-sm" disabled={disabled} onClick={onSelect}>
      <Icon size={18} aria-hidden />
      {label}
    </button>
  );
}

/**
 * Closes the ticket. Where the customer would receive a text, the agent chooses whether to send it.
 */
function Resolve({ ticket, busy }: { ticket: Ticket; busy: boolean }) {
  useSignals();
  const { t } = useTranslation();
  useChoices(connections);
  useChoices(queues);
  const main = (
    <MainAction
      icon={CircleCheckBig}
      label={t("tickets.resolve")}
      busy={busy}
      run={() => void resolve(ticket)}
    />
  );
  if (!mayHaveClosingText(ticket)) return main;
  return (
    <div className="flex [&>button:first-child]:rounded-r-none [&>button:last-of-type]:rounded-l-none">
      {main}
      <Menu
        label={t("tickets.resolveHow")}
        tip={false}
        className="btn btn-primary btn-sm border-l-primary-content/30 w-7 px-0"
        items={[
          { label: t("tickets.resolveSaying"), onSelect: () => void resolve(ticket) },
          {
            label: t("tickets.resolveSilent"),
            onSelect: () => void resolve(ticket, { silent: true }),
          },
        ]}
        header={<ClosingText ticketId={ticket.id} />}
      >
        <ChevronDown size={16} aria-hidden />
      </Menu>
    </div>
  );
}

function MainAction({
  icon: Icon,
  label,
  busy,
  run,
}: {
  icon: typeof Hand;
  label: string;
  busy: boolean;
  run: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      className="btn btn-primary btn-sm shrink-0"
      disabled={busy}
      onClick={run}
    >
      <Icon size={18} aria-hidden />
      <span className="max-[22.5rem]:hidden">{label}</span>
    </button>
  );
}
