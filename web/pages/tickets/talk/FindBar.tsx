import { useSignals } from "@preact/signals-react/runtime";
import { ChevronDown, ChevronUp, Search, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../kit/IconButton.tsx";
import { date } from "../../../kit/text.ts";
import { useEscape } from "../keys/escape.ts";
import { closeFind, failed, found, look, shown, turn, wanted } from "./finding.ts";
import { partsOf } from "./marks.ts";
import type { Ticket } from "../types.ts";

/** Looks for words in the open conversation. Enter goes to what was said before, Shift+Enter to what was said after, Esc ends it. */
export function FindBar({ ticket }: { ticket: Ticket }) {
  useSignals();
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const { id, contact } = ticket;
  const hits = found.value?.hits ?? [];

  const close = () => {
    closeFind();
    document.querySelector<HTMLElement>("[data-composer]")?.focus();
  };
  useEscape(true, close);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => closeFind, [id]);

  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    turn(id, event.shiftKey ? -1 : 1);
  };

  return (
    <search className="bg-base-100 border-line flex shrink-0 items-center gap-1 border-b px-3 py-1.5 md:px-4">
      <label className="input input-sm h-9 min-w-0 flex-1">
        <Search size={16} aria-hidden className="text-muted" />
        <input
          ref={field}
          data-find
          type="search"
          maxLength={200}
          enterKeyHint="search"
          aria-label={t("messages.find.label", { name: contact.name })}
          placeholder={t("messages.find.placeholder")}
          value={wanted.value}
          onChange={({ target }) => look(id, target.value)}
          onKeyDown={press}
          className="min-w-0 [&::-webkit-search-cancel-button]:hidden"
        />
        <Result />
      </label>
      <IconButton label={t("messages.find.before")} icon={ChevronUp} disabled={hits.length < 2} onClick={() => turn(id, 1)} />
      <IconButton label={t("messages.find.after")} icon={ChevronDown} disabled={hits.length < 2} onClick={() => turn(id, -1)} />
      <IconButton label={t("messages.find.close")} icon={X} onClick={close} />
    </search>
  );
}

/** Which of how many; read aloud with what it says. */
function Result() {
  useSignals();
  const { t } = useTranslation();
  const { hits, count } = found.value ?? { hits: [], count: 0 };
  const hit = hits[shown.value];
  const short = wanted.value.trim().length < 2;
  const text = failed.value ? t("messages.find.failed") : short ? "" : !found.value ? t("messages.find.looking") : hit ? t("messages.find.position", { n: shown.value + 1, all: count }) : t("messages.find.none");
  return (
    <span role="status" className={`text-small tabular shrink-0 ${failed.value ? "text-error" : "text-muted"}`}>
      {text}
      {hit && <span className="sr-only">{`. ${date(hit.sentAt)}: ${partsOf(hit.text).map(({ text }) => text).join("")}`}</span>}
    </span>
  );
}
