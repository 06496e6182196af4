import { useSignals } from "@preact/signals-react/runtime";
import { Mic, SendHorizontal, X } from "lucide-react";
import { type ChangeEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { trimmed } from "../../../../src/shared/text.ts";
import { fill } from "../../../../src/shared/variables.ts";
import { IconButton } from "../../../kit/IconButton.tsx";
import { useMedia } from "../../../kit/media.ts";
import { toast } from "../../../kit/Toast.tsx";
import { editLast } from "../talk/message-actions.ts";
import { AttachMenu } from "./AttachMenu.tsx";
import { useChoices } from "../../../kit/choices.ts";
import { type Quick, quicks } from "../choices.ts";
import { type Answer, dismissCollision, findCollision } from "./answer-collision.ts";
import { Collision } from "./Collision.tsx";
import { ComposerBar } from "./ComposerBar.tsx";
import { clearDraft, draftOf, saveDraft, setDraft } from "./draft.ts";
import { EmojiButton } from "./EmojiButton.tsx";
import { rememberEmoji } from "./emojis.ts";
import { EnclosureRow } from "./EnclosureRow.tsx";
import { useVariableValues } from "./variable-values.ts";
import { plain } from "../talk/format.ts";
import { enterSends, undoSend } from "./stored-toggle.ts";
import { useSuggestions } from "./suggestions.ts";
import { SuggestionList } from "./SuggestionList.tsx";
import { resolve } from "../open-ticket.ts";
import { enqueue, isAccepted } from "./outbox.ts";
import { pasteFiles } from "./files-to-send.ts";
import { reportTyping as tellTyping } from "../presence.ts";
import { quickWord, enclosureOf, matchingQuicks } from "./quick-messages.ts";
import { QuickList } from "./QuickList.tsx";
import { Quote } from "../talk/Quote.tsx";
import { startRecording } from "./recorder.ts";
import { hasRecording, Recorder } from "./Recorder.tsx";
import { signature } from "./signature.ts";
import { authorOf } from "../talk/thread.ts";
import type { Ticket } from "../types.ts";
import { markOf, toggleMark, insertText } from "./edit-text.ts";
import { lastUndoable, offerUndo, undoLastSend } from "./undo.ts";

/** Five rows of text, then it scrolls. */
const maxHeight = 5 * 21.6 + 18;

/** The message box. Each ticket keeps its own draft; the recipient stands above it. */
export function Composer({ ticket }: { ticket: Ticket }) {
  useSignals();
  const { t } = useTranslation();
  const { id, contact } = ticket;
  const { text, quotedMsg, enclosure } = draftOf(id).value;
  const area = useRef<HTMLTextAreaElement>(null);
  const writingSince = useRef(Date.now());
  const [at, setAt] = useState(0);
  const [caret, setCaret] = useState(text.length);
  const [clash, setClash] = useState<{ answer: Answer; resolves: boolean } | null>(null);
  const voice = hasRecording(id);
  const short = useMedia("(width < 64rem)");
  const all = quicks.rows.value;
  const word = quickWord(text);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const isQuickWord = word !== null && text !== dismissed;
  const found = isQuickWord && all ? matchingQuicks(all, word) : [];
  const facts = useVariableValues(ticket, word !== null || text.includes("{{"));
  const suggested = useSuggestions(text, caret, facts);
  const suggestions = isQuickWord || text === dismissed ? [] : suggested;
  const listed = found.length || suggestions.length;
  const filled = (message: string) => (facts ? fill(message, facts) : message);
  const empty = trimmed(text) === "" && !enclosure;
  useChoices(quicks);

  useLayoutEffect(() => {
    const box = area.current;
    if (!box) return;
    box.style.height = "auto";
    box.style.height = `${Math.min(maxHeight, box.scrollHeight)}px`;
    box.style.overflowY = box.scrollHeight > maxHeight ? "auto" : "hidden";
  }, [text]);

  // With a physical keyboard the field has the focus at once, also after a voice message.
  useEffect(() => {
    if (matchMedia("(pointer: fine)").matches) area.current?.focus({ preventScroll: true });
  }, [id, voice]);
  useEffect(() => () => saveDraft(id), [id]);

  const onType = ({ target }: ChangeEvent<HTMLTextAreaElement>) => {
    if (empty) writingSince.current = Date.now();
    setDraft(id, { text: target.value });
    tellTyping(id, target.value.trim() !== "");
    setAt(0);
    setCaret(target.selectionStart);
    setDismissed(null);
    // A reading that failed is tried again.
    if (quickWord(target.value) !== null) void quicks.load();
  };

  const sendNow = async (resolves: boolean) => {
    const body = trimmed(text);
    const undo = undoSend.on.peek() && !resolves;
    const clientId = enqueue(id, { body: body && signature() + body, quotedMsg, enclosure, undo });
    if (undo) offerUndo(id, clientId, { text: body, quotedMsg, enclosure });
    clearDraft(id);
    area.current?.focus();
    // The farewell comes after the last word.
    if (resolves && (await isAccepted(clientId))) await resolve(ticket);
  };

  const send = (resolves = false) => {
    if (empty) return area.current?.focus();
    const answer = findCollision(id, writingSince.current);
    if (answer) return setClash({ answer, resolves });
    void sendNow(resolves);
  };

  const record = async () => {
    const problem = await startRecording(id);
    if (problem) toast.error(t(`messages.voice.${problem}`));
  };

  const chooseQuick = (quick: Quick | undefined) => {
    if (!quick) return;
    const message = filled(quick.message);
    setDraft(id, { text: message, enclosure: enclosureOf(quick) ?? enclosure });
    setDismissed(message);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(message.length, message.length);
    });
  };

  const takeSuggestion = (index: number) => {
    const chosen = suggestions[index] ?? suggestions[0];
    if (!chosen || !area.current) return;
    insertText(area.current, chosen.with, chosen.from, caret);
  };

  const insert = (words: string) => area.current && insertText(area.current, words);

  // Who types faster than the first reading still gets the quick message.
  const chooseOnceLoaded = async () => {
    await quicks.load();
    const rows = quicks.rows.peek();
    if (!rows) return setDismissed(text);
    if (draftOf(id).peek().text === text) chooseQuick(matchingQuicks(rows, word ?? "")[0]);
  };

  /** Sends, unless a quick message is asked for: a word that none fits is sent only when the list is closed. */
  const onEnter = () => {
    if (suggestions.length > 0) return takeSuggestion(at);
    if (!isQuickWord) return send();
    if (!all && !quicks.failed.peek()) return void chooseOnceLoaded();
    if (found.length === 0) return setDismissed(text);
    chooseQuick(found[at] ?? found[0]);
  };

  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isControl = event.ctrlKey || event.metaKey;
    const action = event.nativeEvent.isComposing || event.altKey ? undefined : actionFor(event, isControl);
    if (!action) return;
    event.preventDefault();
    action();
  };

  const actionFor = (event: KeyboardEvent<HTMLTextAreaElement>, isControl: boolean): (() => unknown) | undefined => {
    const { key, shiftKey, currentTarget } = event;
    const mark = isControl ? markOf(event) : undefined;
    const last = text === "" ? lastUndoable(id) : undefined;
    if (mark) return () => toggleMark(currentTarget, mark);
    if (isControl && key.toLowerCase() === "z" && last) return () => undoLastSend(last);
    if (listed > 0 && !isControl && !shiftKey) {
      if (key === "ArrowDown") return () => setAt((at + 1) % listed);
      if (key === "ArrowUp") return () => setAt((at - 1 + listed) % listed);
      if (key === "Tab") return () => (found.length > 0 ? chooseQuick(found[at]) : takeSuggestion(at));
      if (key === "Enter") return onEnter;
    }
    if (key === "Escape" && (isQuickWord || suggestions.length > 0)) return () => setDismissed(text);
    if (key === "Escape" && quotedMsg) return () => setDraft(id, { quotedMsg: null });
    if (key === "ArrowUp" && text === "") return () => editLast(id);
    if (key !== "Enter") return undefined;
    if (isControl && shiftKey) return () => send(true);
    if (isControl) return isQuickWord ? onEnter : () => send();
    return shiftKey || (!enterSends.on.value && !isQuickWord) ? undefined : onEnter;
  };

  const emptyText = () => {
    if (!all) return t(quicks.failed.value ? "messages.quickFailed" : "messages.quickLoading");
    return all.length === 0 ? t("messages.quickNothing") : t("messages.quickNone", { word: text });
  };

  return (
    <form
      className="bg-base-100 border-line relative border-t px-3 pt-1.5 pb-3 md:px-4"
      onSubmit={(event) => {
        event.preventDefault();
        onEnter();
      }}
    >
      {isQuickWord && <QuickList suggestions={found} at={at} onChoose={chooseQuick} none={emptyText()} filled={filled} />}
      {suggestions.length > 0 && <SuggestionList label={t("messages.offers")} suggestions={suggestions} at={at} onChoose={takeSuggestion} />}
      <ComposerBar ticket={ticket} onVariable={(name) => insert(`{{${name}}}`)} />
      {quotedMsg && (
        <div className="mb-1.5 flex items-start gap-1">
          <Quote quoted={quotedMsg} name={authorOf(id, quotedMsg.id) ?? contact.name} />
          <IconButton label={t("messages.noReply")} icon={X} side="top" onClick={() => setDraft(id, { quotedMsg: null })} />
        </div>
      )}
      {enclosure && !voice && (
        <div className="mb-1.5 px-1">
          <EnclosureRow enclosure={enclosure} onRemove={() => setDraft(id, { enclosure: null })} />
        </div>
      )}
      {filled(text) !== text && !isQuickWord && (
        <p data-filled className="text-muted text-small mb-1.5 line-clamp-2 px-1">
          {t("messages.variables.says")} <span className="text-base-content">{plain(filled(text))}</span>
        </p>
      )}
      {voice ? (
        <Recorder ticket={ticket} />
      ) : (
        <div className="border-(--field-line) focus-within:border-primary focus-within:outline-primary rounded-bubble flex items-end gap-0.5 border p-1 focus-within:outline-1">
          <AttachMenu ticketId={id} />
          <EmojiButton
            onChoose={(emoji) => {
              rememberEmoji(emoji);
              insert(emoji);
            }}
          />
          <textarea
            ref={area}
            data-composer
            rows={1}
            value={text}
            maxLength={65_000}
            aria-label={t("messages.writeTo", { name: contact.name })}
            aria-controls={listed > 0 ? "suggestions" : undefined}
            aria-activedescendant={listed > 0 ? `suggestion-${at}` : undefined}
            aria-autocomplete="list"
            placeholder={t(short ? "messages.placeholderShort" : "messages.placeholder")}
            onChange={onType}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
            onKeyDown={onKey}
            onPaste={(event) => pasteFiles(id, event)}
            className="text-talk placeholder:text-muted max-h-32 min-h-9 min-w-0 flex-1 resize-none bg-transparent px-1 py-[7px] leading-[21.6px] outline-none"
          />
          {empty ? (
            <IconButton data-record label={t("messages.voice.record")} icon={Mic} side="top" className="btn-md! size-9!" onClick={() => void record()} />
          ) : (
            <button type="submit" aria-label={t("messages.send")} className="btn btn-primary btn-square size-9">
              <SendHorizontal size={18} aria-hidden />
            </button>
          )}
        </div>
      )}
      {clash && (
        <Collision
          ticket={ticket}
          answer={clash.answer}
          onConfirm={() => void sendNow(clash.resolves)}
          onClose={() => {
            dismissCollision(id);
            setClash(null);
          }}
        />
      )}
    </form>
  );
}
