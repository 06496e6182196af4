import { useSignals } from "@preact/signals-react/runtime";
import {
  CalendarDays,
  ChevronDown,
  CircleDot,
  Layers,
  type LucideIcon,
  Search,
  Tag,
  UserRound,
  X,
} from "lucide-react";
import type { KeyboardEvent } from "react";
import { ticketStates } from "../../../../src/shared/states.ts";
import { IconButton } from "../../../kit/IconButton.tsx";
import { me } from "../../../session/session.ts";
import { changeSearch, ticketLists, focusTarget } from "../../../inbox/list-state.ts";
import { emptySearch, hasSearch, searchInput } from "../../../inbox/ticket-search.ts";
import { useChoices } from "../../../forms/choices.ts";
import { queues, tags, users } from "../../../lists/company-lists.ts";
import { FilterMenu } from "../../../kit/FilterMenu.tsx";
import { Menu } from "../../../kit/Menu.tsx";
import { useTranslation } from "../../../kit/text.ts";
import "./texts.ts";
import { rememberSearch } from "./recent-searches.ts";

/**
 * Searches names, numbers, messages and notes; also by state, queue, date and tags, and for admins
 * by agent. Esc clears it. rules.md#searching
 */
export function SearchForm() {
  useSignals();
  const { t } = useTranslation();
  const { text } = searchInput.value;

  const clear = (event: KeyboardEvent) => {
    if (
      event.key !== "Escape" ||
      document.querySelector(":popover-open[role]") ||
      !hasSearch(searchInput.peek())
    )
      return;
    event.preventDefault();
    changeSearch(text ? { text: "" } : emptySearch);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const first = ticketLists.search.rows.peek()[0];
    if (event.key === "Enter") {
      rememberSearch(text.trim());
      changeSearch({});
    } else if (event.key === "ArrowDown" && first) {
      event.preventDefault();
      focusTarget.value = first.id;
    }
  };

  return (
    <search className="flex flex-col gap-1.5 px-3 pt-2.5 pb-2" onKeyDown={clear}>
      <label className="input input-sm h-9 w-full">
        <Search size={16} aria-hidden className="text-muted" />
        <input
          data-search
          type="search"
          autoFocus
          maxLength={200}
          enterKeyHint="search"
          aria-label={t("tickets.search.label")}
          placeholder={t("tickets.search.placeholder")}
          value={text}
          onChange={({ target }) => changeSearch({ text: target.value }, 500)}
          onKeyDown={press}
          className="text-body [&::-webkit-search-cancel-button]:hidden"
        />
        {text && (
          <IconButton
            label={t("common.clear")}
            icon={X}
            className="btn-xs! -mr-2"
            onClick={() => changeSearch({ text: "" })}
          />
        )}
      </label>
      <Filters />
    </search>
  );
}

/** By state, queue, date and tags; for admins also by agent. */
function Filters() {
  useSignals();
  const { t } = useTranslation();
  const admin = me.value?.profile === "admin";
  const { tags: tagIds, users: userIds, queueIds, status, days } = searchInput.value;
  useChoices(tags);
  useChoices(queues);
  useChoices(users, admin);
  return (
    <div className="-mx-1 flex flex-wrap gap-y-0.5 [&_.btn]:gap-1 [&_.btn]:px-2">
      <ChoiceMenu
        label={t("tickets.search.status")}
        icon={CircleDot}
        values={[null, ...ticketStates]}
        value={status}
        text={(value) =>
          value === null ? t("tickets.search.anyStatus") : t(`tickets.past.${value}`)
        }
        onChange={(chosen) => changeSearch({ status: chosen })}
      />
      <FilterMenu
        label={t("tickets.search.queues")}
        icon={Layers}
        options={queues.rows.value ?? []}
        chosen={queueIds}
        onChange={(chosen) => changeSearch({ queueIds: chosen })}
      />
      <ChoiceMenu
        label={t("tickets.search.period")}
        icon={CalendarDays}
        values={periods}
        value={days}
        text={(value) => t(`tickets.search.days.${value}`)}
        onChange={(chosen) => changeSearch({ days: chosen })}
      />
      <FilterMenu
        label={t("tickets.search.tags")}
        icon={Tag}
        options={tags.rows.value ?? []}
        chosen={tagIds}
        onChange={(chosen) => changeSearch({ tags: chosen })}
      />
      {admin && (
        <FilterMenu
          label={t("tickets.search.users")}
          icon={UserRound}
          options={users.rows.value ?? []}
          chosen={userIds}
          onChange={(chosen) => changeSearch({ users: chosen })}
        />
      )}
    </div>
  );
}

/** How many days back a search reaches; 0 for any date. */
const periods = [0, 1, 7, 30, 90, 365] as const;

/** A menu with one choice, of which the first is none. The button shows the chosen one. */
function ChoiceMenu<Value extends string | number | null>({
  label,
  icon: Icon,
  values,
  value,
  text,
  onChange,
}: {
  label: string;
  icon: LucideIcon;
  values: readonly Value[];
  value: Value;
  text: (value: Value) => string;
  onChange: (value: Value) => void;
}) {
  const isSet = value !== values[0];
  return (
    <Menu
      label={`${label}: ${text(value)}`}
      align="start"
      tip={false}
      className={`btn btn-sm min-w-0 shrink flex-nowrap font-normal ${isSet ? "btn-soft btn-primary" : "btn-ghost"}`}
      items={values.map((one) => ({
        label: text(one),
        checked: one === value,
        onSelect: () => onChange(one),
      }))}
    >
      <Icon size={16} aria-hidden className="shrink-0" />
      <span className="truncate">{isSet ? text(value) : label}</span>
      <ChevronDown size={14} aria-hidden className="shrink-0 opacity-60" />
    </Menu>
  );
}
