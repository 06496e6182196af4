import { useSignals } from "@preact/signals-react/runtime";
import { X } from "lucide-react";
import { draftOf, setDraft } from "../../../inbox/draft.ts";
import { authorOf } from "../../../inbox/thread.ts";
import { IconButton } from "../../../kit/IconButton.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { plain } from "../../../messages/format.ts";
import { Quote } from "../../../messages/Quote.tsx";
import type { Ticket } from "../../../types.ts";
import { EnclosureRow } from "./EnclosureRow.tsx";
import { hasRecording } from "./Recorder.tsx";

type Props = {
  ticket: Ticket;
  /** The text with its variables filled in, when it differs and is visible. */
  filled: string | undefined;
  /** The variables without a value. */
  unfilled: string[];
};

/** The parts of a draft around its text: quote, file, and the text as it will be sent. */
export function DraftNotes({ ticket: { id, contact }, filled, unfilled }: Props) {
  useSignals();
  const { t } = useTranslation();
  const { quotedMsg, enclosure } = draftOf(id).value;
  return (
    <>
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
      {enclosure && !hasRecording(id) && (
        <div className="mb-1.5 px-1">
          <EnclosureRow enclosure={enclosure} onRemove={() => setDraft(id, { enclosure: null })} />
        </div>
      )}
      {filled !== undefined && (
        <p data-filled className="text-muted text-small mb-1.5 line-clamp-2 px-1">
          {t("messages.variables.says")} <span className="text-base-content">{plain(filled)}</span>
        </p>
      )}
      {unfilled.length > 0 && (
        <p className="text-waiting text-small mb-1.5 px-1 wrap-anywhere">
          {t("messages.variables.unfilled", { names: unfilled.join(", ") })}
        </p>
      )}
    </>
  );
}
