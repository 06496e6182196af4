import { useSignals } from "@preact/signals-react/runtime";
import { CircleAlert } from "lucide-react";
import { type FormEvent, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../kit/api.ts";
import { Dialog } from "../../../kit/Dialog.tsx";
import { errorText } from "../../../kit/text.ts";
import { me } from "../../../session.ts";
import { Choice } from "./Choice.tsx";
import { useChoices } from "../../../kit/choices.ts";
import { connections, queues } from "../choices.ts";
import { ContactBox } from "./ContactBox.tsx";
import { NewContact } from "./demanded.ts";
import { seek, start, type Trouble } from "./new-ticket.ts";
import { showTicket } from "../open-ticket.ts";
import type { Contact } from "../types.ts";

/** Begins a conversation: with whom, for which queue, on which connection. doc 1 §5 */
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
  const [trouble, setTrouble] = useState<Trouble | null>(null);

  const mine = admin || user?.allTicket === "enabled" ? (queues.rows.value ?? []) : (user?.queues ?? []);
  const lines = (connections.rows.value ?? []).filter(({ status }) => status === "CONNECTED");
  const [only] = mine;
  const queue = queueId ?? (mine.length === 1 && only ? only.id : null);
  const line = whatsappId ?? (lines.find(({ id }) => id === user?.whatsappId) ?? lines.find(({ isDefault }) => isDefault) ?? lines[0])?.id ?? null;

  useEffect(() => seek(""), []);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setMissing(!contact);
    setTrouble(null);
    if (!contact || (!queue && !admin)) return;
    setBusy(true);
    const failed = await start(contact.id, queue, line);
    setBusy(false);
    if (failed) setTrouble(failed);
    else onClose();
  };

  const noQueue = tried && !queue && !admin;
  return (
    <>
      <Dialog
        title={t("tickets.new.title")}
        onClose={onClose}
        footer={
          <>
            <button type="button" className="btn btn-ghost" onClick={onClose}>
              {t("common.cancel")}
            </button>
            <button type="submit" form={id} className="btn btn-primary" disabled={busy}>
              {t("tickets.new.start")}
            </button>
          </>
        }
      >
        <form id={id} noValidate className="flex min-h-72 flex-col gap-4" onSubmit={(event) => void send(event)}>
          <ContactBox contact={contact} onChange={setContact} onCreate={() => setCreating(true)} missing={missing && !contact} onType={() => setMissing(false)} />
          <Choice
            label={t("tickets.new.queue")}
            value={queue}
            options={mine}
            onChange={setQueueId}
            empty={admin ? t("tickets.noQueue") : t("tickets.new.chooseQueue")}
            error={noQueue ? t("tickets.new.queueRequired") : undefined}
          />
          <Choice
            label={t("tickets.new.connection")}
            value={line}
            options={lines}
            onChange={setWhatsappId}
            empty={lines.length === 0 ? t("tickets.new.noneConnected") : undefined}
            error={tried && lines.length === 0 ? t("tickets.new.noneConnectedText") : undefined}
          />
          <div role="alert">{trouble && <Told trouble={trouble} onClose={onClose} />}</div>
        </form>
      </Dialog>
      {creating && <NewContact onDone={setContact} onClose={() => setCreating(false)} />}
    </>
  );
}

function Told({ trouble, onClose }: { trouble: Trouble; onClose: () => void }) {
  const { t } = useTranslation();
  const { refused, other, user } = trouble;
  const doubled = refused instanceof ApiError && refused.code === "ERR_OTHER_OPEN_TICKET";
  return (
    <div className="border-error/40 bg-error/8 flex items-start gap-2 rounded-lg border px-3 py-2.5">
      <CircleAlert size={18} aria-hidden className="text-error mt-px shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{t(doubled ? "tickets.otherOpen" : "tickets.new.failed")}</p>
        <p className="text-small">{doubled ? user && t("tickets.new.withUser", { user }) : errorText(refused)}</p>
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
