import { useSignals } from "@preact/signals-react/runtime";
import { AtSign } from "lucide-react";
import { trimmed } from "../../../../../src/shared/text.ts";
import { noteDraftOf, setNoteDraft } from "../../../../inbox/note-draft.ts";
import { enqueue } from "../../../../inbox/outbox.ts";
import { IconButton } from "../../../../kit/IconButton.tsx";
import { useTranslation } from "../../../../kit/text.ts";
import { addTexts } from "../../../../kit/translations.ts";
import { MessageBox } from "../../../../parts/writing/MessageBox.tsx";
import { SuggestionList } from "../../../../parts/writing/SuggestionList.tsx";
import { useMessageBox } from "../../../../parts/writing/use-message-box.ts";
import type { Ticket } from "../../../../types.ts";
import { Modes, NoteLock } from "../Modes.tsx";
import texts from "./texts.json";
import { useMentions } from "./use-mentions.ts";

addTexts(texts);

/** The length of a note, in characters. rules.md#form-limits */
const length = { min: 2, max: 5000 };

/** Writes a note for the team in place of a reply. It has its own draft. rules.md#ticket-notes */
export function NoteComposer({ ticket }: { ticket: Ticket }) {
  useSignals();
  const { t } = useTranslation();
  const { id, contact } = ticket;
  const text = noteDraftOf(id).value;
  const box = useMessageBox(text);
  const suggested = useMentions(ticket, text, box.caret);
  const suggestions = box.isDismissed ? [] : suggested;
  const take = (index: number) => box.take(suggestions[index] ?? suggestions[0]);
  const isEmpty = trimmed(text).length < length.min;

  const keep = () => {
    box.focus();
    if (isEmpty) return;
    enqueue(id, { body: trimmed(text), isNote: true });
    setNoteDraft(id, "");
  };

  return (
    <form
      className="bg-base-200 border-line relative border-t px-3 pt-1.5 pb-3 md:px-4"
      onSubmit={(event) => {
        event.preventDefault();
        keep();
      }}
    >
      {suggestions.length > 0 && (
        <SuggestionList
          label={t("notes.colleagues")}
          suggestions={suggestions.map((one) => ({ ...one, label: `@${one.label}` }))}
          at={box.at}
          onChoose={take}
        />
      )}
      <div className="text-small text-muted mb-1 flex min-h-8 items-center gap-2 pl-1 md:pl-0">
        <Modes ticketId={id} />
        <p className="min-w-0 flex-1 truncate">{t("notes.private")}</p>
      </div>
      <MessageBox
        isNote
        box={box}
        text={text}
        maxLength={length.max}
        label={t("notes.about", { name: contact.name })}
        placeholder={t("notes.placeholder")}
        list={{ isOpen: suggestions.length > 0, count: suggestions.length, take }}
        onType={(typed) => setNoteDraft(id, typed)}
        onSend={keep}
        attach={
          <IconButton
            label={t("notes.mention")}
            icon={AtSign}
            side="top"
            className="btn-md! size-9!"
            onClick={() => box.insert(/(^|\s)$/.test(text.slice(0, box.caret)) ? "@" : " @")}
          />
        }
        beside={<NoteLock ticketId={id} />}
        isEmpty={isEmpty}
        submit={
          <button type="submit" disabled={isEmpty} className="btn btn-primary h-9">
            {t("notes.keep")}
          </button>
        }
      />
    </form>
  );
}
