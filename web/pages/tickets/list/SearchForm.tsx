import { useSignals } from "@preact/signals-react/runtime";
import { Search, Tag, UserRound, X } from "lucide-react";
import type { KeyboardEvent } from "react";
import { IconButton } from "../../../kit/IconButton.tsx";
import { me } from "../../../session/session.ts";
import {
  hasSearch,
  emptySearch,
  searchInput,
  changeSearch,
  ticketLists,
  focusTarget,
} from "../../../inbox/list-state.ts";
import { useChoices } from "../../../forms/choices.ts";
import { tags, users } from "../../../lists/company-lists.ts";
import { FilterMenu } from "../../../kit/FilterMenu.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { rememberSearch } from "./recent-searches.ts";

/**
 * Searches names, numbers and messages; also by tags, and for admins by agent. Esc clears it.
 * rules.md#searching
 */
export function SearchForm() {
  useSignals();
  const { t } = useTranslation();
  const admin = me.value?.profile === "admin";
  const { text, tags: tagIds, users: userIds } = searchInput.value;
  useChoices(tags);
  useChoices(users, admin);

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
      <div className="flex gap-1">
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
    </search>
  );
}
