import { useSignals } from "@preact/signals-react/runtime";
import { ChevronDown, ChevronUp, Search, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { IconButton } from "../../../kit/IconButton.tsx";
import { date, useTranslation } from "../../../kit/text.ts";
import { useEscape } from "../../../kit/escape.ts";
import {
  closeFind,
  findFailed,
  findResults,
  findInTicket,
  findIndex,
  showNextHit,
  findText,
} from "../../../inbox/find-in-conversation.ts";
import { partsOf } from "../../../messages/highlight.ts";
import type { Ticket } from "../../../types.ts";

/**
 * Searches the open conversation. Enter goes to the previous hit, Shift+Enter to the next, Esc
 * closes it.
 */
export function FindBar({ ticket }: { ticket: Ticket }) {
  useSignals();
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const { id, contact } = ticket;
  const hits = findResults.value?.hits ?? [];

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
    void showNextHit(id, event.shiftKey ? -1 : 1);
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
          value={findText.value}
          onChange={({ target }) => findInTicket(id, target.value)}
          onKeyDown={press}
          className="min-w-0 [&::-webkit-search-cancel-button]:hidden"
        />
        <Result />
      </label>
      <IconButton
        label={t("messages.find.before")}
        icon={ChevronUp}
        disabled={hits.length < 2}
        onClick={() => void showNextHit(id, 1)}
      />
      <IconButton
        label={t("messages.find.after")}
        icon={ChevronDown}
        disabled={hits.length < 2}
        onClick={() => void showNextHit(id, -1)}
      />
      <IconButton label={t("messages.find.close")} icon={X} onClick={close} />
    </search>
  );
}

/** The number of the hit and of all hits. Screen readers also read the message. */
function Result() {
  useSignals();
  const { t } = useTranslation();
  const { hits, hasMore } = findResults.value ?? { hits: [], hasMore: false };
  const hit = hits[findIndex.value];
  const short = findText.value.trim().length < 2;
  const text = findFailed.value
    ? t("messages.find.failed")
    : short
      ? ""
      : !findResults.value
        ? t("messages.find.looking")
        : hit
          ? t("messages.find.position", {
              n: findIndex.value + 1,
              all: `${hits.length}${hasMore ? "+" : ""}`,
            })
          : t("messages.find.none");
  return (
    <span
      role="status"
      className={`text-small tabular shrink-0 ${findFailed.value ? "text-error" : "text-muted"}`}
    >
      {text}
      {hit && (
        <span className="sr-only">{`. ${date(hit.sentAt)}: ${partsOf(hit.text)
          .map(({ text }) => text)
          .join("")}`}</span>
      )}
    </span>
  );
}
