import { useSignals } from "@preact/signals-react/runtime";
import { Mic } from "lucide-react";
import { type KeyboardEvent, useEffect } from "react";
import { trimmed } from "../../../../src/shared/text.ts";
import { draftOf, saveDraft, setDraft } from "../../../inbox/draft.ts";
import { editLast } from "../../../inbox/message-actions.ts";
import { reportTyping } from "../../../inbox/presence.ts";
import { IconButton } from "../../../kit/IconButton.tsx";
import { useMedia } from "../../../kit/media.ts";
import { useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { quicks } from "../../../lists/company-lists.ts";
import { addFiles } from "../../../parts/writing/files-to-send.ts";
import { MessageBox } from "../../../parts/writing/MessageBox.tsx";
import { quickWord } from "../../../parts/writing/quick-messages.ts";
import { startRecording } from "../../../parts/writing/recorder.ts";
import { SuggestionList } from "../../../parts/writing/SuggestionList.tsx";
import { useMessageBox } from "../../../parts/writing/use-message-box.ts";
import type { Ticket } from "../../../types.ts";
import { AttachMenu } from "./AttachMenu.tsx";
import { ColdNotice } from "./ColdNotice.tsx";
import { Collision } from "./Collision.tsx";
import { ComposerBar } from "./ComposerBar.tsx";
import { DraftNotes } from "./DraftNotes.tsx";
import { QuickList } from "./QuickList.tsx";
import { NoteLock } from "./Modes.tsx";
import { hasRecording, Recorder } from "./Recorder.tsx";
import { lastUndoable, undoLastSend } from "./undo.ts";
import { useCompletions } from "./use-completions.ts";
import { useSending } from "./use-sending.ts";

/** The message box, with the recipient above it. Each ticket has its own draft. */
export function Composer({ ticket }: { ticket: Ticket }) {
  useSignals();
  const { t } = useTranslation();
  const { id } = ticket;
  const { text } = draftOf(id).value;
  const box = useMessageBox(text);
  const sending = useSending(ticket, box.focus);
  const completions = useCompletions(ticket, box);
  const { isQuickWord, matching, suggestions, filled, unfilled, take } = completions;

  useEffect(() => () => saveDraft(id), [id]);

  return (
    <form
      className="bg-base-100 border-line relative border-t px-3 pt-1.5 pb-3 md:px-4"
      onSubmit={(event) => {
        event.preventDefault();
        completions.takeOr(sending.send);
      }}
    >
      {isQuickWord && (
        <QuickList
          suggestions={matching}
          at={box.at}
          onChoose={completions.chooseQuick}
          none={completions.noQuickText()}
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
      <DraftNotes
        ticket={ticket}
        filled={filled(text) !== text && !isQuickWord ? filled(text) : undefined}
        unfilled={isQuickWord ? [] : unfilled}
      />
      {hasRecording(id) ? (
        <Recorder ticket={ticket} />
      ) : (
        <TextBox ticket={ticket} box={box} sending={sending} completions={completions} />
      )}
      {sending.collision && (
        <Collision
          ticket={ticket}
          answer={sending.collision.answer}
          onConfirm={sending.sendAnyway}
          onClose={sending.dismiss}
        />
      )}
    </form>
  );
}

type TextBoxProps = {
  ticket: Ticket;
  box: ReturnType<typeof useMessageBox>;
  sending: ReturnType<typeof useSending>;
  completions: ReturnType<typeof useCompletions>;
};

function TextBox({ ticket, box, sending, completions }: TextBoxProps) {
  useSignals();
  const { t } = useTranslation();
  const isNarrow = useMedia("(width < 64rem)");
  const { id, contact } = ticket;
  const { text, quotedMsg, enclosure } = draftOf(id).value;
  const { isQuickWord, matching, suggestions, take, takeOr } = completions;
  const isEmpty = trimmed(text) === "" && !enclosure;

  const onType = (typed: string) => {
    if (isEmpty) sending.begin();
    setDraft(id, { text: typed });
    reportTyping(id, typed.trim() !== "");
    // A failed load is tried again.
    if (quickWord(typed) !== null) void quicks.load();
  };

  const ownKeys = (
    { key, shiftKey }: KeyboardEvent,
    isControl: boolean,
  ): (() => unknown) | undefined => {
    const last = text === "" ? lastUndoable(id) : undefined;
    if (isControl && key.toLowerCase() === "z" && last) return () => undoLastSend(last);
    if (key === "Escape" && quotedMsg) return () => setDraft(id, { quotedMsg: null });
    if (key === "ArrowUp" && text === "") return () => editLast(id);
    if (key === "Enter" && isControl && shiftKey) return () => sending.send(true);
    return key === "Enter" && isQuickWord && (isControl || !shiftKey)
      ? () => takeOr(sending.send)
      : undefined;
  };

  const record = async () => {
    const problem = await startRecording(id);
    if (problem) toast.error(t(`messages.voice.${problem}`));
  };

  return (
    <MessageBox
      box={box}
      text={text}
      label={t("messages.writeTo", { name: contact.name })}
      placeholder={t(isNarrow ? "messages.placeholderShort" : "messages.placeholder")}
      list={{
        isOpen: isQuickWord || suggestions.length > 0,
        count: matching.length || suggestions.length,
        take,
      }}
      onType={onType}
      onFiles={(files) => void addFiles(id, files)}
      onSend={() => sending.send()}
      ownKeys={ownKeys}
      attach={<AttachMenu ticket={ticket} />}
      beside={<NoteLock ticketId={id} />}
      isEmpty={isEmpty}
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
  );
}
