import { useSignals } from "@preact/signals-react/runtime";
import { Search, Tag, UserRound, X } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../kit/IconButton.tsx";
import { me } from "../../../session.ts";
import { isSought, nothing, search, seek, shelves, wished } from "./board.ts";
import { useChoices } from "../../../kit/choices.ts";
import { tags, users } from "../choices.ts";
import { Picker } from "./Picker.tsx";
import { remember } from "./recents.ts";

/** Searches names, numbers and what was said; by tags, and for admins by who attends. Esc clears it. doc 1 §2 */
export function SearchForm() {
  useSignals();
  const { t } = useTranslation();
  const admin = me.value?.profile === "admin";
  const { text, tags: tagIds, users: userIds } = search.value;
  useChoices(tags);
  useChoices(users, admin);

  const clear = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || document.querySelector(":popover-open[role]") || !isSought(search.peek())) return;
    event.preventDefault();
    seek(text ? { text: "" } : nothing);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const first = shelves.search.rows.peek()[0];
    if (event.key === "Enter") {
      remember(text.trim());
      seek({});
    } else if (event.key === "ArrowDown" && first) {
      event.preventDefault();
      wished.value = first.id;
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
          onChange={({ target }) => seek({ text: target.value }, 500)}
          onKeyDown={press}
          className="text-body [&::-webkit-search-cancel-button]:hidden"
        />
        {text && <IconButton label={t("common.clear")} icon={X} className="btn-xs! -mr-2" onClick={() => seek({ text: "" })} />}
      </label>
      <div className="flex gap-1">
        <Picker label={t("tickets.search.tags")} icon={Tag} options={tags.rows.value ?? []} chosen={tagIds} onChange={(chosen) => seek({ tags: chosen })} />
        {admin && <Picker label={t("tickets.search.users")} icon={UserRound} options={users.rows.value ?? []} chosen={userIds} onChange={(chosen) => seek({ users: chosen })} />}
      </div>
    </search>
  );
}
