import { useSignals } from "@preact/signals-react/runtime";
import { CircleAlert } from "lucide-react";
import { type FormEvent, useEffect, useId, useState } from "react";
import { ApiError } from "../../../kit/api.ts";
import { Dialog } from "../../../kit/Dialog.tsx";
import { DialogActions } from "../../../kit/DialogActions.tsx";
import { errorText, useTranslation } from "../../../kit/text.ts";
import { me } from "../../../session/session.ts";
import { LabeledSelect } from "../../../kit/LabeledSelect.tsx";
import { useChoices } from "../../../forms/choices.ts";
import { connections, queues } from "../../../lists/company-lists.ts";
import { ContactPicker } from "../../../parts/contacts/ContactPicker.tsx";
import { NewContact } from "../../../parts/contacts/lazy-dialogs.ts";
import { RestrictionNotice } from "../../../parts/RestrictionNotice.tsx";
import { searchContacts, startTicket, type NewTicketProblem } from "../../../inbox/new-ticket.ts";
import { showTicket } from "../../../inbox/open-ticket.ts";
import type { Contact } from "../../../types.ts";
import "../../../parts/texts.ts";

/** Starts a conversation: contact, queue and connection. rules.md#starting-tickets */
export function NewTicket({ guest, onClose }: { guest: Contact | null; onClose: () => void }) {
  useSignals();
  const { t } = useTranslation();
  const id = useId();
  const user = me.value;
  const admin = user?.profile === "admin";
  useChoices(queues);
  useChoices(connections);
  const [contact, setContact] = useState(guest);
  const [queueId, setQueueId] = useState<number | null>(null);
  const [whatsappId, setWhatsappId] = useState<number | null>(null);
  const [creating, setCreating] = useState(false);
  const [tried, setTried] = useState(false);
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<NewTicketProblem | null>(null);

  const mine =
    admin || user?.allTicket === "enabled" ? (queues.rows.value ?? []) : (user?.queues ?? []);
  const connected = (connections.rows.value ?? []).filter(({ status }) => status === "CONNECTED");
  const [only] = mine;
  const queue = queueId ?? (mine.length === 1 && only ? only.id : null);
  const connectionId =
    whatsappId ??
    (
      connected.find(({ id }) => id === user?.whatsappId) ??
      connected.find(({ isDefault }) => isDefault) ??
      connected[0]
    )?.id ??
    null;

  useEffect(() => searchContacts(""), []);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setMissing(!contact);
    setProblem(null);
    if (!contact || (!queue && !admin)) return;
    setBusy(true);
    const failed = await startTicket(contact.id, queue, connectionId);
    setBusy(false);
    if (failed) setProblem(failed);
    else onClose();
  };

  const noQueue = tried && !queue && !admin;
  return (
    <>
      <Dialog
        title={t("tickets.new.title")}
        onClose={onClose}
        footer={
          <DialogActions
            onCancel={onClose}
            action={t("tickets.new.start")}
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
          <ContactPicker
            contact={contact}
            onChange={setContact}
            onCreate={() => setCreating(true)}
            missing={missing && !contact}
            onType={() => setMissing(false)}
          />
          <LabeledSelect
            label={t("tickets.new.queue")}
            value={queue}
            options={mine}
            onChange={setQueueId}
            empty={admin ? t("tickets.noQueue") : t("tickets.new.chooseQueue")}
            error={noQueue ? t("tickets.new.queueRequired") : undefined}
          />
          <LabeledSelect
            label={t("tickets.new.connection")}
            value={connectionId}
            options={connected}
            onChange={setWhatsappId}
            empty={connected.length === 0 ? t("tickets.new.noneConnected") : undefined}
            error={tried && connected.length === 0 ? t("tickets.new.noneConnectedText") : undefined}
          />
          <RestrictionNotice
            restriction={connected.find(({ id }) => id === connectionId)?.restriction ?? null}
          />
          <div role="alert">{problem && <ProblemText problem={problem} onClose={onClose} />}</div>
        </form>
      </Dialog>
      {creating && <NewContact onDone={setContact} onClose={() => setCreating(false)} />}
    </>
  );
}

function ProblemText({ problem, onClose }: { problem: NewTicketProblem; onClose: () => void }) {
  const { t } = useTranslation();
  const { error, other, user } = problem;
  const hasOtherTicket = error instanceof ApiError && error.code === "ERR_OTHER_OPEN_TICKET";
  return (
    <div className="border-error/40 bg-error/8 flex items-start gap-2 rounded-lg border px-3 py-2.5">
      <CircleAlert size={18} aria-hidden className="text-error mt-px shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {t(hasOtherTicket ? "tickets.otherOpen" : "tickets.new.failed")}
        </p>
        <p className="text-small">
          {hasOtherTicket ? user && t("tickets.new.withUser", { user }) : errorText(error)}
        </p>
      </div>
      {other && (
        <button
          type="button"
          className="link link-primary shrink-0 font-medium"
          onClick={() => {
            onClose();
            showTicket({ uuid: other });
          }}
        >
          {t("tickets.openIt")}
        </button>
      )}
    </div>
  );
}
