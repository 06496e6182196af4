import { useSignals } from "@preact/signals-react/runtime";
import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { Avatar } from "../kit/Avatar.tsx";
import { Dialog } from "../kit/Dialog.tsx";
import { useCombobox } from "../kit/use-combobox.ts";
import { matches } from "../kit/combos.ts";
import { Highlighted } from "../messages/Formatted.tsx";
import { snippetParts } from "../messages/search-hits.ts";
import { Kbd } from "../kit/Kbd.tsx";
import { useTranslation } from "../kit/text.ts";
import { useChoices } from "../forms/choices.ts";
import { macros } from "../parts/macros/macros.ts";
import { comboFor, keys } from "./keys/keys.ts";
import { searchResults, searchFor, searchState } from "./palette-search.ts";
import { type PaletteItem, paletteItems } from "./palette-items.ts";

/** Finds pages and actions by a few letters. */
export function Palette({ onClose }: { onClose: () => void }) {
  useSignals();
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState("");
  useChoices(macros);
  const groups = paletteItems(text);
  const items = groups.flatMap((group) => group.items);
  const { at, reset, onKey, input, list, option } = useCombobox(items.length, (index) =>
    take(items[index]),
  );

  useEffect(() => () => searchFor(""), []);

  const take = (item: PaletteItem | undefined) => {
    if (!item) return;
    onClose();
    // Run after the dialog has returned the focus; otherwise it would take it from the new place.
    setTimeout(item.run);
  };

  const key = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const own = keys.find(({ does }) => does === "palette");
    if (own && matches(comboFor(own), event.nativeEvent)) {
      event.preventDefault();
      return onClose();
    }
    onKey(event);
  };

  const isSearching =
    searchState.value === "searching" ||
    (text.trim().length > 1 &&
      searchResults.value?.text !== text.trim() &&
      searchState.value !== "failed");
  const statusText =
    searchState.value === "failed"
      ? t("menu.palette.failed")
      : isSearching
        ? t("menu.palette.looking")
        : items.length === 0
          ? t("menu.palette.none", { text: text.trim() })
          : "";
  let index = -1;
  return (
    <Dialog title={t("menu.palette.title")} onClose={onClose}>
      <label className="input mt-1">
        <Search size={18} aria-hidden className="text-muted" />
        <input
          {...input}
          data-autofocus
          aria-label={t("menu.palette.label")}
          placeholder={t("menu.palette.placeholder")}
          maxLength={200}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            searchFor(target.value);
            reset();
          }}
          onKeyDown={key}
        />
      </label>
      <div className="-mx-2.5 mt-2 h-[min(26rem,55dvh)] overflow-y-auto">
        <div {...list} aria-label={t("menu.palette.title")}>
          {groups.map(({ name, items: these }) => (
            <div key={name} role="group" aria-labelledby={`${id}-${name}`} className="mb-1.5">
              <p
                id={`${id}-${name}`}
                className="text-muted text-small px-2.5 pt-1.5 pb-1 font-medium"
              >
                {t(`menu.palette.groups.${name}`)}
              </p>
              {these.map((item) => {
                index += 1;
                return (
                  <div
                    key={item.id}
                    {...option(index)}
                    className={`menu-item ${index === at ? "bg-primary/12!" : ""}`}
                  >
                    <PaletteItemView item={item} />
                  </div>
                );
              })}
            </div>
          ))}
        </div>
        <p role="status" className="text-muted px-2.5 py-2 empty:hidden">
          {statusText}
        </p>
      </div>
    </Dialog>
  );
}

export function PaletteItemView({
  item: { label, icon: Icon, contact, beside, hit, combo },
}: {
  item: PaletteItem;
}) {
  return (
    <>
      {contact && (
        <Avatar name={contact.name} url={contact.profilePicUrl} group={contact.isGroup} size={28} />
      )}
      {Icon && <Icon size={18} aria-hidden className="text-muted shrink-0" />}
      <span className="min-w-0 flex-1 truncate">
        {label}
        {beside && <span className="text-muted text-small ml-2">{beside}</span>}
        {hit && (
          <span className="text-muted text-small ml-2">
            <Highlighted parts={snippetParts(hit)} />
          </span>
        )}
      </span>
      {combo && (
        <span className="pointer-coarse:hidden">
          <Kbd combo={combo} />
        </span>
      )}
    </>
  );
}
