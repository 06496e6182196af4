import { useSignals } from "@preact/signals-react/runtime";
import { CircleAlert } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { ApiError } from "../../../kit/api.ts";
import { Dialog } from "../../../kit/Dialog.tsx";
import { DialogActions } from "../../../kit/DialogActions.tsx";
import { errorText, useTranslation } from "../../../kit/text.ts";
import { transferAll } from "../list/bulk.ts";
import { LabeledSelect } from "../../../kit/LabeledSelect.tsx";
import { useChoices } from "../../../forms/choices.ts";
import { queues } from "../../../lists/company-lists.ts";
import { transfer } from "../../../inbox/open-ticket.ts";
import type { Ticket, User } from "../../../types.ts";
import { UserPicker } from "./UserPicker.tsx";

/** Transfers tickets to another queue, or to an agent of it. rules.md#transfers */
export function Transfer({ tickets, onClose }: { tickets: Ticket[]; onClose: () => void }) {
  useSignals();
  const { t } = useTranslation();
  const id = useId();
  useChoices(queues);
  const [queueId, setQueueId] = useState(() => onlyQueueOf(tickets));
  const [user, setUser] = useState<User | null>(null);
  const [note, setNote] = useState("");
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<unknown>(null);
  const [only] = tickets;
  const wrongUser = failed instanceof ApiError && failed.fields.userId !== undefined;

  const stays = user === null && queueId === onlyQueueOf(tickets);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setFailed(null);
    if (queueId === null || stays)
      return document.getElementById(id)?.querySelector("select")?.focus();
    setBusy(true);
    try {
      const to = { queueId, userId: user?.id };
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
          action={t("tickets.transfer.do")}
          form={id}
          disabled={busy}
        />
      }
    >
      <form
        id={id}
        noValidate
        className="flex min-h-72 flex-col gap-4"
        onSubmit={(event) => void send(event)}
      >
        <LabeledSelect
          label={t("tickets.new.queue")}
          value={queueId}
          options={queues.rows.value ?? []}
          onChange={(chosen) => {
            setQueueId(chosen);
            setUser(null);
            setFailed(null);
          }}
          empty={t("tickets.new.chooseQueue")}
          error={
            tried && queueId === null
              ? t("tickets.new.queueRequired")
              : tried && stays
                ? t("tickets.transfer.stays")
                : undefined
          }
          autoFocus
        />
        <UserPicker
          key={user?.id ?? queueId}
          queueId={queueId}
          user={user}
          holderId={queueId === onlyQueueOf(tickets) ? onlyHolderOf(tickets) : null}
          onChange={(chosen) => {
            setUser(chosen);
            setFailed(null);
          }}
          error={wrongUser ? t("tickets.transfer.notOfQueue") : undefined}
        />
        {tickets.length === 1 && (
          <label className="block font-medium">
            {t("tickets.transfer.note")}
            <span className="text-muted text-small font-normal">
              {" "}
              ({t("tickets.transfer.private")})
            </span>
            <textarea
              rows={2}
              maxLength={1000}
              className="textarea field-sizing-content border-muted mt-1 max-h-40 min-h-15 w-full border-dashed font-normal"
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          </label>
        )}
        <div role="alert">
          {failed !== null && !wrongUser && (
            <p className="border-error/40 bg-error/8 flex items-start gap-2 rounded-lg border px-3 py-2.5">
              <CircleAlert size={18} aria-hidden className="text-error mt-px shrink-0" />
              {errorText(failed)}
            </p>
          )}
        </div>
      </form>
    </Dialog>
  );
}

/** The queue of these tickets, when they all have the same one. */
const onlyQueueOf = ([first, ...others]: Ticket[]) =>
  first && others.every(({ queueId }) => queueId === first.queueId) ? first.queueId : null;

/** The agent of these tickets, when they all have the same one. */
const onlyHolderOf = ([first, ...others]: Ticket[]) =>
  first && others.every(({ userId }) => userId === first.userId) ? first.userId : null;
