import { useSignals } from "@preact/signals-react/runtime";
import { Search, X } from "lucide-react";
import { type FocusEvent, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { IconButton } from "../../kit/IconButton.tsx";
import { Kbds } from "../../kit/Kbd.tsx";
import { useTranslation } from "../../kit/text.ts";
import { useCombobox } from "../../kit/use-combobox.ts";
import { highlightParts, wordsOf } from "../../messages/highlight.ts";
import { can } from "../../session/can.ts";
import { findEntries, type Hit } from "./find-entries.ts";

/** Finds a setting by its name, its sentence or another word for it. Enter opens it. */
export function SettingsSearch() {
  useSignals();
  const { t } = useTranslation();
  const [, go] = useLocation();
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const hits = isOpen ? findEntries(typed) : [];
  const combobox = useCombobox(hits.length, (index) => go(hits[index]!.href));
  useFocusOnSlash(field);
  // On a touch screen the focus would open the keyboard over the page.
  useEffect(() => {
    if (matchMedia("(pointer: fine)").matches) field.current?.focus();
  }, []);
  const clear = () => {
    setTyped("");
    field.current?.focus();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) =>
    !currentTarget.contains(relatedTarget) && setOpen(false);

  return (
    <div role="search" className="relative max-w-140" onBlur={onBlur}>
      <label className="input rounded-card h-11 w-full gap-2.5 px-3.5">
        <Search size={18} aria-hidden className="shrink-0" />
        <input
          {...combobox.input}
          ref={field}
          className="min-w-0 grow text-[0.9375rem]"
          placeholder={t("settings.search.placeholder")}
          aria-label={t("settings.search.label")}
          value={typed}
          onFocus={() => setOpen(true)}
          onChange={({ target }) => {
            setTyped(target.value);
            setOpen(true);
            combobox.reset();
          }}
          onKeyDown={(event) => {
            if (event.key === "Escape" && isOpen && typed) {
              event.stopPropagation();
              setOpen(false);
            } else combobox.onKey(event);
          }}
        />
        {typed ? (
          <IconButton label={t("settings.search.clear")} icon={X} onClick={clear} />
        ) : (
          <span className="max-phone:hidden">
            <Kbds keys={["/"]} />
          </span>
        )}
      </label>
      <p role="status" className="sr-only">
        {isOpen && typed.trim().length > 1 && t("settings.search.count", { count: hits.length })}
      </p>
      {isOpen && typed.trim().length > 1 && (
        <div className="bg-base-100 border-line shadow-float rounded-card absolute inset-x-0 top-full z-20 mt-2 border p-1.5">
          {hits.length > 0 ? (
            <ul {...combobox.list} aria-label={t("settings.title")}>
              {hits.map((hit, index) => (
                <li key={hit.key} {...combobox.option(index)} onMouseDown={keepFocus}>
                  <HitRow hit={hit} typed={typed} isChosen={index === combobox.at} />
                </li>
              ))}
            </ul>
          ) : (
            <p className="text-muted px-2.5 py-3">{t("settings.search.none")}</p>
          )}
          {can("helps.read") && (
            <p className="border-line text-small text-muted mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t px-2.5 pt-2 pb-1">
              <span className="flex items-center gap-1.5 max-phone:hidden">
                <Kbds keys={["↑", "↓"]} /> {t("settings.search.choose")} <Kbds keys={["Esc"]} />{" "}
                {t("settings.search.close")}
              </span>
              <span>
                {t("settings.search.notThere")}{" "}
                <Link href="/helps" className="link text-base-content">
                  {t("settings.search.help")}
                </Link>
              </span>
            </p>
          )}
        </div>
      )}
    </div>
  );
}

function HitRow({ hit, typed, isChosen }: { hit: Hit; typed: string; isChosen: boolean }) {
  return (
    <div
      className={`flex cursor-pointer items-center gap-3 rounded-lg px-2.5 py-1.5 ${isChosen ? "bg-hover" : ""}`}
    >
      <div className="min-w-0 flex-1">
        <p className="text-[0.9375rem] font-medium">
          {highlightParts(hit.label, wordsOf(typed)).map(({ text, isMatch }, index) =>
            isMatch ? (
              <mark key={index} className="bg-primary/12 rounded-sm text-inherit">
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </p>
        <p className="text-muted text-small">{hit.place}</p>
      </div>
      {hit.value && (
        <span
          className={`text-small max-w-[45%] truncate text-right ${hit.isWrong ? "text-error" : "text-muted"}`}
        >
          {hit.value}
        </span>
      )}
      {isChosen && (
        <span className="max-phone:hidden">
          <Kbds keys={["Enter"]} />
        </span>
      )}
    </div>
  );
}

const keepFocus = (event: { preventDefault: () => void }) => event.preventDefault();

/** The key "/" goes to the field, unless the user types elsewhere. */
function useFocusOnSlash(field: { current: HTMLInputElement | null }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      const isTyping = target instanceof HTMLElement && target.closest("input, textarea, select");
      if (event.key !== "/" || isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [field]);
}
