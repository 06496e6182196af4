import { useSignals } from "@preact/signals-react/runtime";
import { Mic, SendHorizontal, X } from "lucide-react";
import { type ChangeEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../kit/IconButton.tsx";
import { useMedia } from "../../kit/media.ts";
import { toast } from "../../kit/Toast.tsx";
import { editLast } from "./acts.ts";
import { AttachMenu } from "./AttachMenu.tsx";
import { type Quick, quicks, useChoices } from "./choices.ts";
import { clear, draftOf, write } from "./draft.ts";
import { post } from "./outbox.ts";
import { paste } from "./picked.ts";
import { asked, fitting } from "./quick.ts";
import { QuickList } from "./QuickList.tsx";
import { Quote } from "./Quote.tsx";
import { begin } from "./recorder.ts";
import { recorded, Recorder } from "./Recorder.tsx";
import { setSigned, signature, signed } from "./signature.ts";
import { authorOf } from "./thread.ts";
import type { Ticket } from "./types.ts";

/** Five rows of text, then it scrolls. doc 1 §2 */
const tallest = 5 * 21.6 + 18;

/** Where one answers. Each ticket keeps its own draft; to whom stands above it. */
export function Composer({ ticket }: { ticket: Ticket }) {
  useSignals();
  const { t } = useTranslation();
  const { id, contact } = ticket;
  const { text, quotedMsg } = draftOf(id).value;
  const area = useRef<HTMLTextAreaElement>(null);
  const [at, setAt] = useState(0);
  const voice = recorded(id);
  const short = useMedia("(width < 64rem)");
  const all = quicks.rows.value;
  const word = asked(text);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const asking = word !== null && text !== dismissed;
  const found = asking && all ? fitting(all, word) : [];
  useChoices(quicks);

  useLayoutEffect(() => {
    const box = area.current;
    if (!box) return;
    box.style.height = "auto";
    box.style.height = `${Math.min(tallest, box.scrollHeight)}px`;
    box.style.overflowY = box.scrollHeight > tallest ? "auto" : "hidden";
  }, [text]);

  // Where there is a keyboard, one can write at once: also when a voice has gone.
  useEffect(() => {
    if (matchMedia("(pointer: fine)").matches) area.current?.focus({ preventScroll: true });
  }, [id, voice]);

  const typed = ({ target }: ChangeEvent<HTMLTextAreaElement>) => {
    write(id, { text: target.value });
    setAt(0);
    setDismissed(null);
    // A reading that failed is tried again.
    if (asked(target.value) !== null) void quicks.load();
  };

  const send = () => {
    const body = text.trim();
    if (body) {
      post(id, { body: signature() + body, quotedMsg });
      clear(id);
    }
    area.current?.focus();
  };

  const record = async () => {
    const trouble = await begin(id);
    if (trouble) toast.error(t(`messages.voice.${trouble}`));
  };

  const choose = (quick: Quick | undefined) => {
    if (!quick) return;
    write(id, { text: quick.message });
    setDismissed(quick.message);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(quick.message.length, quick.message.length);
    });
  };

  // Who types faster than the first reading still gets the quick message.
  const whenHere = async () => {
    await quicks.load();
    const rows = quicks.rows.peek();
    if (!rows) return setDismissed(text);
    if (draftOf(id).peek().text === text) choose(fitting(rows, word ?? "")[0]);
  };

  /** Sends, unless a quick message is asked for: a word that none fits is sent only when the list is closed. */
  const enter = () => {
    if (!asking) return send();
    if (!all && !quicks.failed.peek()) return void whenHere();
    if (found.length === 0) return setDismissed(text);
    choose(found[at] ?? found[0]);
  };

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (found.length > 0) {
      const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
      if (to !== undefined) {
        event.preventDefault();
        return setAt((to + found.length) % found.length);
      }
      if (event.key === "Tab" && !event.shiftKey) {
        event.preventDefault();
        return choose(found[at]);
      }
    }
    if (event.key === "Escape" && asking) {
      event.preventDefault();
      return setDismissed(text);
    }
    if (event.key === "Escape" && quotedMsg) {
      event.preventDefault();
      return write(id, { quotedMsg: null });
    }
    if (event.key === "ArrowUp" && text === "") {
      event.preventDefault();
      return editLast(id);
    }
    if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      enter();
    }
  };

  const nothing = () => {
    if (!all) return t(quicks.failed.value ? "messages.quickFailed" : "messages.quickLoading");
    return all.length === 0 ? t("messages.quickNothing") : t("messages.quickNone", { word: text });
  };

  return (
    <form
      className="bg-base-100 border-line relative border-t px-3 pt-2 pb-3 md:px-4"
      onSubmit={(event) => {
        event.preventDefault();
        enter();
      }}
    >
      {asking && <QuickList offers={found} at={at} onChoose={choose} none={nothing()} />}
      <div className="text-small text-muted mb-1.5 flex min-h-6 items-center justify-between gap-3 px-1">
        <p className="min-w-0 truncate">
          {t("messages.to")} <strong className="text-base-content font-semibold">{contact.name}</strong>
        </p>
        <label className="flex shrink-0 cursor-pointer items-center gap-2">
          {t("messages.sign")}
          <input type="checkbox" role="switch" className="toggle toggle-xs toggle-primary" checked={signed.value} onChange={() => setSigned(!signed.peek())} />
        </label>
      </div>
      {quotedMsg && (
        <div className="mb-1.5 flex items-start gap-1">
          <Quote quoted={quotedMsg} name={authorOf(id, quotedMsg.id) ?? contact.name} />
          <IconButton label={t("messages.noReply")} icon={X} side="top" onClick={() => write(id, { quotedMsg: null })} />
        </div>
      )}
      {voice ? (
        <Recorder ticket={ticket} />
      ) : (
        <div className="border-(--field-line) focus-within:border-primary focus-within:outline-primary rounded-bubble flex items-end gap-1 border p-1 focus-within:outline-1">
          <AttachMenu ticketId={id} />
          <textarea
            ref={area}
            data-composer
            rows={1}
            value={text}
            maxLength={65_000}
            aria-label={t("messages.writeTo", { name: contact.name })}
            aria-controls={found.length > 0 ? "quick-list" : undefined}
            aria-activedescendant={found.length > 0 ? `quick-${found[at]?.id}` : undefined}
            aria-autocomplete="list"
            placeholder={t(short ? "messages.placeholderShort" : "messages.placeholder")}
            onChange={typed}
            onKeyDown={press}
            onPaste={(event) => paste(id, event)}
            className="text-talk placeholder:text-muted max-h-32 min-h-9 flex-1 resize-none bg-transparent px-1 py-[7px] leading-[21.6px] outline-none"
          />
          {text.trim() === "" ? (
            <IconButton data-record label={t("messages.voice.record")} icon={Mic} side="top" className="btn-md! size-9!" onClick={() => void record()} />
          ) : (
            <button type="submit" aria-label={t("messages.send")} className="btn btn-primary btn-square size-9">
              <SendHorizontal size={18} aria-hidden />
            </button>
          )}
        </div>
      )}
    </form>
  );
}
