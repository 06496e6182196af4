import { useSignals } from "@preact/signals-react/runtime";
import { Search, Tag, UserRound, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../kit/IconButton.tsx";
import { me } from "../../session.ts";
import { ask, search, searchTags, searchUsers } from "./board.ts";
import { tags, useChoices, users } from "./choices.ts";
import { Picker } from "./Picker.tsx";

/** Searches names, numbers and what was said; by tags, and for admins by who attends. doc 1 §2 */
export function SearchForm() {
  useSignals();
  const { t } = useTranslation();
  const admin = me.value?.profile === "admin";
  useChoices(tags);
  useChoices(users, admin);
  return (
    <search className="flex flex-col gap-1.5 px-3 pt-2.5 pb-2">
      <label className="input input-sm h-9 w-full">
        <Search size={16} aria-hidden className="text-muted" />
        <input
          type="search"
          autoFocus
          maxLength={200}
          aria-label={t("tickets.search.label")}
          placeholder={t("tickets.search.placeholder")}
          value={search.value}
          onChange={({ target }) => ask(() => (search.value = target.value), 500)}
          className="[&::-webkit-search-cancel-button]:hidden"
        />
        {search.value && <IconButton label={t("common.clear")} icon={X} className="btn-xs! -mr-2" onClick={() => ask(() => (search.value = ""))} />}
      </label>
      <div className="flex gap-1">
        <Picker label={t("tickets.search.tags")} icon={Tag} options={tags.rows.value ?? []} chosen={searchTags.value} onChange={(chosen) => ask(() => (searchTags.value = chosen))} />
        {admin && <Picker label={t("tickets.search.users")} icon={UserRound} options={users.rows.value ?? []} chosen={searchUsers.value} onChange={(chosen) => ask(() => (searchUsers.value = chosen))} />}
      </div>
    </search>
  );
}
