import { useSignals } from "@preact/signals-react/runtime";
import { Mic, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { trimmed } from "../../../../src/shared/text.ts";
import { fill, unfilledIn } from "../../../../src/shared/variables.ts";
import { IconButton } from "../../../kit/IconButton.tsx";
import { useMedia } from "../../../kit/media.ts";
import { useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { editLast } from "../../../inbox/message-actions.ts";
import { AttachMenu } from "./AttachMenu.tsx";
import { useChoices } from "../../../forms/choices.ts";
import { type Quick, quicks } from "../../../lists/company-lists.ts";
import { type Answer, dismissCollision, findCollision } from "./answer-collision.ts";
import { Collision } from "./Collision.tsx";
import { ColdNotice } from "./ColdNotice.tsx";
import { ComposerBar } from "./ComposerBar.tsx";
import { clearDraft, draftOf, saveDraft, setDraft } from "../../../inbox/draft.ts";
import { EnclosureRow } from "./EnclosureRow.tsx";
import { useVariableValues } from "./variable-values.ts";
import { plain } from "../../../messages/format.ts";
import { undoSend } from "../../../inbox/stored-toggle.ts";
import { useSuggestions } from "../../../parts/writing/suggestions.ts";
import { SuggestionList } from "../../../parts/writing/SuggestionList.tsx";
import { resolve } from "../../../inbox/resolve.ts";
import { enqueue, isAccepted } from "../../../inbox/outbox.ts";
import { addFiles } from "../../../parts/writing/files-to-send.ts";
import { MessageBox } from "../../../parts/writing/MessageBox.tsx";
import { useMessageBox } from "../../../parts/writing/use-message-box.ts";
import { reportTyping as tellTyping } from "../../../inbox/presence.ts";
import { quickWord, enclosureOf, matchingQuicks } from "../../../parts/writing/quick-messages.ts";
import { QuickList } from "./QuickList.tsx";
import { Quote } from "../../../messages/Quote.tsx";
import { startRecording } from "../../../parts/writing/recorder.ts";
import { hasRecording, Recorder } from "./Recorder.tsx";
import { signature } from "./signature.ts";
import { authorOf } from "../../../inbox/thread.ts";
import type { Ticket } from "../../../types.ts";
import { lastUndoable, offerUndo, undoLastSend } from "./undo.ts";

/** The message box. Each ticket keeps its own draft; the recipient stands above it. */
export function Composer({ ticket }: { ticket: Ticket }) {
  useSignals();
  const { t } = useTranslation();
  const { id, contact } = ticket;
  const { text, quotedMsg, enclosure } = draftOf(id).value;
  const box = useMessageBox(text);
  const writingSince = useRef(Date.now());
  const [clash, setClash] = useState<{ answer: Answer; resolves: boolean } | null>(null);
  const voice = hasRecording(id);
  const short = useMedia("(width < 64rem)");
  const all = quicks.rows.value;
  const word = quickWord(text);
  const isQuickWord = word !== null && !box.isDismissed;
  const found = isQuickWord && all ? matchingQuicks(all, word) : [];
  const facts = useVariableValues(ticket, word !== null || text.includes("{{"));
  const suggested = useSuggestions(text, box.caret, facts);
  const suggestions = isQuickWord || box.isDismissed ? [] : suggested;
  const filled = (message: string) => (facts ? fill(message, facts) : message);
  const unknown = facts ? unfilledIn(filled(text)) : [];
  const empty = trimmed(text) === "" && !enclosure;
  useChoices(quicks);

  useEffect(() => () => saveDraft(id), [id]);

  const onType = (typed: string) => {
    if (empty) writingSince.current = Date.now();
    setDraft(id, { text: typed });
    tellTyping(id, typed.trim() !== "");
    // A reading that failed is tried again.
    if (quickWord(typed) !== null) void quicks.load();
  };

  const sendNow = async (resolves: boolean) => {
    const body = trimmed(text);
    const undo = undoSend.on.peek() && !resolves;
    const clientId = enqueue(id, { body: body && signature() + body, quotedMsg, enclosure, undo });
    if (undo) offerUndo(id, clientId, { text: body, quotedMsg, enclosure });
    clearDraft(id);
    box.focus();
    // The farewell comes after the last word.
    if (resolves && (await isAccepted(clientId))) await resolve(ticket);
  };

  const send = (resolves = false) => {
    if (empty) return box.focus();
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
    box.dismiss(message);
    requestAnimationFrame(() => {
      box.focus();
      box.field.current?.setSelectionRange(message.length, message.length);
    });
  };

  const take = (index: number) =>
    found.length > 0
      ? chooseQuick(found[index] ?? found[0])
      : box.take(suggestions[index] ?? suggestions[0]);

  // Who types faster than the first reading still gets the quick message.
  const chooseOnceLoaded = async () => {
    await quicks.load();
    const rows = quicks.rows.peek();
    if (!rows) return box.dismiss(text);
    if (draftOf(id).peek().text === text) chooseQuick(matchingQuicks(rows, word ?? "")[0]);
  };

  /**
   * Sends, unless a quick message is asked for: a word that none fits is sent only when the list is
   * closed.
   */
  const onEnter = () => {
    if (found.length > 0 || suggestions.length > 0) return take(box.at);
    if (!isQuickWord) return send();
    if (!all && !quicks.failed.peek()) return void chooseOnceLoaded();
    box.dismiss(text);
  };

  const ownKeys = (
    { key, shiftKey }: KeyboardEvent,
    isControl: boolean,
  ): (() => unknown) | undefined => {
    const last = text === "" ? lastUndoable(id) : undefined;
    if (isControl && key.toLowerCase() === "z" && last) return () => undoLastSend(last);
    if (key === "Escape" && quotedMsg) return () => setDraft(id, { quotedMsg: null });
    if (key === "ArrowUp" && text === "") return () => editLast(id);
    if (key === "Enter" && isControl && shiftKey) return () => send(true);
    return key === "Enter" && isQuickWord && (isControl || !shiftKey) ? onEnter : undefined;
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
      {isQuickWord && (
        <QuickList
          suggestions={found}
          at={box.at}
          onChoose={chooseQuick}
          none={emptyText()}
          filled={filled}
        />
      )}
      {suggestions.length > 0 && (
        <SuggestionList
          label={t("messages.offers")}
          suggestions={suggestions}
          at={box.at}
          onChoose={take}
        />
      )}
      <ColdNotice ticket={ticket} />
      <ComposerBar ticket={ticket} onVariable={(name) => box.insert(`{{${name}}}`)} />
      {quotedMsg && (
        <div className="mb-1.5 flex items-start gap-1">
          <Quote quoted={quotedMsg} name={authorOf(id, quotedMsg.id) ?? contact.name} />
          <IconButton
            label={t("messages.noReply")}
            icon={X}
            side="top"
            onClick={() => setDraft(id, { quotedMsg: null })}
          />
        </div>
      )}
      {enclosure && !voice && (
        <div className="mb-1.5 px-1">
          <EnclosureRow enclosure={enclosure} onRemove={() => setDraft(id, { enclosure: null })} />
        </div>
      )}
      {filled(text) !== text && !isQuickWord && (
        <p data-filled className="text-muted text-small mb-1.5 line-clamp-2 px-1">
          {t("messages.variables.says")}{" "}
          <span className="text-base-content">{plain(filled(text))}</span>
        </p>
      )}
      {unknown.length > 0 && !isQuickWord && (
        <p className="text-waiting text-small mb-1.5 px-1 wrap-anywhere">
          {t("messages.variables.unfilled", { names: unknown.join(", ") })}
        </p>
      )}
      {voice ? (
        <Recorder ticket={ticket} />
      ) : (
        <MessageBox
          box={box}
          text={text}
          label={t("messages.writeTo", { name: contact.name })}
          placeholder={t(short ? "messages.placeholderShort" : "messages.placeholder")}
          list={{
            isOpen: isQuickWord || suggestions.length > 0,
            count: found.length || suggestions.length,
            take,
          }}
          onType={onType}
          onFiles={(files) => void addFiles(id, files)}
          onSend={() => send()}
          ownKeys={ownKeys}
          attach={<AttachMenu ticketId={id} contact={contact} />}
          isEmpty={empty}
          whileEmpty={
            <IconButton
              data-record
              label={t("messages.voice.record")}
              icon={Mic}
              side="top"
              className="btn-md! size-9!"
              onClick={() => void record()}
            />
          }
        />
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
