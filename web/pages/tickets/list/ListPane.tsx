import { useSignals } from "@preact/signals-react/runtime";
import {
  ArrowDown,
  EllipsisVertical,
  Hourglass,
  Keyboard,
  Layers,
  ListChecks,
  MessageSquarePlus,
  Rows2,
  Rows3,
  UsersRound,
} from "lucide-react";
import { IconButton } from "../../../kit/IconButton.tsx";
import { Menu, type MenuItem } from "../../../kit/Menu.tsx";
import { t, useTranslation } from "../../../kit/text.ts";
import { can } from "../../../session/can.ts";
import { changePreferences, preferences } from "../../../session/preferences.ts";
import { me } from "../../../session/session.ts";
import {
  changeFilters,
  showList,
  type Lane,
  lane,
  lanes,
  queueIds,
  shownListName,
  ticketLists,
  showAll,
  type Tab,
  tab,
  tabs,
} from "../../../inbox/list-state.ts";
import { onDemand } from "../../../kit/on-demand.ts";
import { useChoices } from "../../../forms/choices.ts";
import { queues } from "../../../lists/company-lists.ts";
import { compact } from "./density.ts";
import { newTicketFor, ticketsToTag } from "../../../inbox/open-dialogs.ts";
import { isKeysHelpOpen } from "../../../shell/keys/keys.ts";
import { FilterMenu } from "../../../kit/FilterMenu.tsx";
import { beginSelection, selecting } from "./selection.ts";
import { Tabs } from "../../../kit/Tabs.tsx";
import { TicketList } from "./TicketList.tsx";

const SearchForm = onDemand(async () => (await import("./SearchForm.tsx")).SearchForm);
const BulkBar = onDemand(async () => (await import("./BulkBar.tsx")).BulkBar);
const TagAllDialog = onDemand(async () => (await import("./TagAllDialog.tsx")).TagAllDialog);

/** The left side: the choice of list, and its tickets. */
export function ListPane() {
  useSignals();
  const { t } = useTranslation();
  const name = shownListName();
  return (
    <section
      aria-label={t("tickets.title")}
      className="bg-base-100 border-line flex h-full min-h-0 flex-col md:border-r"
    >
      {selecting.value ? <BulkBar /> : <Top />}
      <Tabs
        label={t("tickets.title")}
        values={tabs}
        value={tab.value}
        text={(value) => t(`tickets.tabs.${value}`)}
        onChange={(value: Tab) => showList({ tab: value })}
        variant="line"
      />
      {tab.value === "search" && <SearchForm />}
      {tab.value === "open" && (
        <div className="px-3 pt-1 pb-0.75">
          <Tabs
            label={t("tickets.tabs.open")}
            values={lanes}
            value={lane.value}
            text={(value) => t(`tickets.lanes.${value}`)}
            counts={{
              assigned: ticketLists.assigned.total.value,
              pending: ticketLists.pending.total.value,
            }}
            onChange={(value: Lane) => showList({ lane: value })}
            variant="box"
          />
        </div>
      )}
      <div
        role="tabpanel"
        aria-label={t(`tickets.lists.${name}`)}
        className="border-line flex min-h-0 flex-1 flex-col border-t"
      >
        <TicketList key={name} name={name} />
      </div>
      {ticketsToTag.value && (
        <TagAllDialog tickets={ticketsToTag.value} onClose={() => (ticketsToTag.value = null)} />
      )}
    </section>
  );
}

function Top() {
  useSignals();
  const { t } = useTranslation();
  return (
    <header className="flex h-10 shrink-0 items-center gap-0.5 pr-2 pl-4">
      <h1 className="text-title min-w-0 flex-1 truncate font-semibold">{t("tickets.title")}</h1>
      {tab.value !== "search" && <Filters />}
      <Menu label={t("tickets.listOptions")} items={options}>
        <EllipsisVertical size={18} aria-hidden />
      </Menu>
      <IconButton
        label={t("tickets.new.title")}
        icon={MessageSquarePlus}
        className="btn-soft btn-primary ml-1"
        onClick={() => (newTicketFor.value = "anyone")}
      />
    </header>
  );
}

const options = (): MenuItem[] => [
  { label: t("tickets.select.begin"), icon: ListChecks, onSelect: beginSelection },
  {
    label: t("tickets.rows.usual"),
    icon: Rows2,
    checked: !compact.on.peek(),
    onSelect: () => compact.set(false),
  },
  {
    label: t("tickets.rows.compact"),
    icon: Rows3,
    checked: compact.on.peek(),
    onSelect: () => compact.set(true),
  },
  {
    label: t("tickets.order.longestWait"),
    icon: Hourglass,
    heading: t("tickets.order.title"),
    checked: preferences.peek().ticketOrder === "longestWait",
    onSelect: () => void changePreferences({ ticketOrder: "longestWait" }),
  },
  {
    label: t("tickets.order.newest"),
    icon: ArrowDown,
    checked: preferences.peek().ticketOrder === "newest",
    onSelect: () => void changePreferences({ ticketOrder: "newest" }),
  },
  {
    label: t("tickets.keys.title"),
    icon: Keyboard,
    parted: true,
    onSelect: () => (isKeysHelpOpen.value = true),
  },
];

function Filters() {
  useSignals();
  const { t } = useTranslation();
  useChoices(queues, queueIds.value.length > 0);
  const user = me.value;
  const all = queues.rows.value ?? [];
  const options =
    user?.profile === "admin" || user?.allTicket === "enabled" ? all : (user?.queues ?? []);
  return (
    <>
      <FilterMenu
        iconOnly
        label={t("tickets.queues")}
        icon={Layers}
        options={options}
        chosen={queueIds.value}
        onChange={(chosen) => changeFilters(() => (queueIds.value = chosen))}
        onOpen={() => void queues.load()}
      />
      {can("tickets-manager:showall") && (
        <IconButton
          role="switch"
          aria-checked={showAll.value}
          label={t("tickets.showAll")}
          icon={UsersRound}
          className={showAll.value ? "btn-soft btn-primary" : ""}
          onClick={() => changeFilters(() => (showAll.value = !showAll.peek()))}
        />
      )}
    </>
  );
}
