import { useSignals } from "@preact/signals-react/runtime";
import { CircleAlert, Lock } from "lucide-react";
import { type FormEvent, useId, useRef, useState } from "react";
import { transfer } from "../../../../inbox/open-ticket.ts";
import { ApiError } from "../../../../kit/api.ts";
import { Dialog } from "../../../../kit/Dialog.tsx";
import { DialogActions } from "../../../../kit/DialogActions.tsx";
import { errorText, useTranslation } from "../../../../kit/text.ts";
import { addTexts } from "../../../../kit/translations.ts";
import type { Ticket } from "../../../../types.ts";
import { transferAll } from "../../list/bulk.ts";
import { ReceiverPicker } from "./ReceiverPicker.tsx";
import type { Receiver } from "./receivers.ts";
import texts from "./texts.json";

addTexts(texts);

/** Transfers tickets to a user or to a queue. rules.md#transfers */
export function Transfer({ tickets, onClose }: { tickets: Ticket[]; onClose: () => void }) {
  useSignals();
  const { t } = useTranslation();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [receiver, setReceiver] = useState<Receiver | null>(null);
  const [note, setNote] = useState("");
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<unknown>(null);
  const [only] = tickets;

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setFailed(null);
    if (busy) return;
    if (!receiver) return form.current?.querySelector("input")?.focus();
    setBusy(true);
    try {
      const to =
        "user" in receiver
          ? { queueId: receiver.queueId ?? undefined, userId: receiver.user.id }
          : { queueId: receiver.queue.id };
      if (tickets.length === 1 && only)
        await transfer(only, { ...to, note: note.trim() || undefined });
      else await transferAll(tickets, to);
      onClose();
    } catch (error) {
      setBusy(false);
      setFailed(error);
    }
  };

  return (
    <Dialog
      title={
        tickets.length === 1
          ? t("tickets.transfer.title", { name: only?.contact.name })
          : t("tickets.transfer.titleMany", { count: tickets.length })
      }
      onClose={onClose}
      footer={
        <DialogActions
          onCancel={onClose}
          action={receiver ? t("transfer.doTo", { name: receiver.name }) : t("tickets.transfer.do")}
          form={id}
          disabled={busy}
        />
      }
    >
      <form
        ref={form}
        id={id}
        noValidate
        className="flex min-h-72 flex-col gap-4"
        onSubmit={(event) => void send(event)}
      >
        <ReceiverPicker
          tickets={tickets}
          chosen={receiver}
          onChoose={(chosen) => {
            setReceiver(chosen);
            setFailed(null);
          }}
          onConfirm={() => form.current?.requestSubmit()}
          error={tried && !receiver ? t("transfer.nobodyChosen") : undefined}
        />
        {tickets.length === 1 && <NoteField receiver={receiver} note={note} onWrite={setNote} />}
        <div role="alert">
          {failed !== null && (
            <p className="border-error/40 bg-error/8 flex items-start gap-2 rounded-lg border px-3 py-2.5">
              <CircleAlert size={18} aria-hidden className="text-error mt-px shrink-0" />
              {failed instanceof ApiError && failed.fields.userId
                ? t("tickets.transfer.notOfQueue")
                : errorText(failed)}
            </p>
          )}
        </div>
      </form>
    </Dialog>
  );
}

function NoteField({
  receiver,
  note,
  onWrite,
}: {
  receiver: Receiver | null;
  note: string;
  onWrite: (note: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <label className="text-small block font-medium">
      <span className="flex items-center gap-1.5">
        <Lock size={14} aria-hidden />
        {receiver ? t("transfer.noteFor", { name: receiver.name }) : t("transfer.note")}
        <span className="text-muted ml-auto font-normal">{t("transfer.private")}</span>
      </span>
      <textarea
        rows={2}
        maxLength={1000}
        className="textarea field-sizing-content border-muted mt-1 max-h-40 min-h-15 w-full text-body border-dashed font-normal"
        value={note}
        onChange={({ target }) => onWrite(target.value)}
        onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
          if (key === "Enter" && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit();
        }}
      />
    </label>
  );
}
