import { ArrowRight, CircleAlert, CircleCheck, Forward as Icon } from "lucide-react";
import { useState } from "react";
import type { ApiError } from "../../../kit/api.ts";
import { Dialog } from "../../../kit/Dialog.tsx";
import { DialogActions } from "../../../kit/DialogActions.tsx";
import { errorText, useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { useBusy } from "../../../kit/use-busy.ts";
import { endMessageSelection } from "./message-selection.ts";
import { ContactsPicker } from "../../../parts/contacts/ContactsPicker.tsx";
import { type ForwardResult, forward } from "./forward.ts";
import { kindIcons, summaryOf } from "../../../messages/message-kinds.ts";
import { showTicket } from "../../../inbox/open-ticket.ts";
import type { MessageBubble } from "../../../messages/bubble.ts";
import type { Contact } from "../../../types.ts";

/** Forwards messages to contacts, and shows which arrived. */
export function Forward({ messages, onClose }: { messages: MessageBubble[]; onClose: () => void }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Contact[]>([]);
  const [missing, setMissing] = useState(false);
  const [busy, run] = useBusy();
  const [results, setResults] = useState<ForwardResult[] | null>(null);

  const send = async () => {
    if (chosen.length === 0) return setMissing(true);
    const all = await forward(messages, chosen);
    endMessageSelection();
    const [one] = all;
    if (all.length > 1 || !one?.uuid || one.refused) return setResults(all);
    onClose();
    const { uuid } = one;
    toast.success(t("messages.forward.done", { name: one.contact.name }), {
      label: t("messages.forward.open"),
      run: () => showTicket({ uuid }),
    });
  };

  if (results) return <ForwardResults all={results} onClose={onClose} />;
  return (
    <Dialog
      title={t("messages.forward.title", { count: messages.length })}
      onClose={onClose}
      footer={
        <DialogActions
          onCancel={onClose}
          action={t("messages.menu.forward")}
          icon={Icon}
          onAction={() => void run(send)}
          disabled={busy}
        />
      }
    >
      <div className="flex flex-col gap-4">
        <ForwardedMessages messages={messages} />
        <ContactsPicker
          chosen={chosen}
          onChange={setChosen}
          missing={missing}
          onType={() => setMissing(false)}
        />
      </div>
    </Dialog>
  );
}

/** The first of the forwarded messages. */
function ForwardedMessages({ messages }: { messages: MessageBubble[] }) {
  const { t } = useTranslation();
  const few = messages.slice(0, 3);
  return (
    <ul className="bg-base-200 rounded-lg px-3 py-2">
      {few.map(({ key, kind, body }) => {
        const Kind = kindIcons[kind];
        return (
          <li key={key} className="flex items-center gap-2 py-0.5">
            {Kind && <Kind size={16} aria-hidden className="text-muted shrink-0" />}
            <span className="min-w-0 truncate">{summaryOf(kind, body)}</span>
          </li>
        );
      })}
      {messages.length > few.length && (
        <li className="text-muted text-small">
          {t("messages.forward.more", { count: messages.length - few.length })}
        </li>
      )}
    </ul>
  );
}

/** The refusal's text, with the agent who has the other ticket where that is the reason. */
function reasonText(refused: ApiError) {
  const { user } = refused.details;
  return typeof user === "string" ? `${errorText(refused)} (${user})` : errorText(refused);
}

/** Lists the contacts that got the messages, and those that did not. */
export function ForwardResults({ all, onClose }: { all: ForwardResult[]; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={t("messages.forward.told")}
      onClose={onClose}
      footer={
        <button type="button" className="btn btn-primary" data-autofocus onClick={onClose}>
          {t("common.ok")}
        </button>
      }
    >
      <ul className="divide-line divide-y">
        {all.map(({ contact, uuid, refused }) => (
          <li key={contact.id} className="flex items-center gap-3 py-2">
            {refused ? (
              <CircleAlert size={18} aria-hidden className="text-error shrink-0" />
            ) : (
              <CircleCheck size={18} aria-hidden className="text-primary shrink-0" />
            )}
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{contact.name}</p>
              {refused && <p className="text-small text-error">{reasonText(refused)}</p>}
            </div>
            {uuid && (
              <button
                type="button"
                aria-label={t("messages.forward.openOf", { name: contact.name })}
                className="btn btn-sm"
                onClick={() => {
                  onClose();
                  showTicket({ uuid });
                }}
              >
                {t("messages.forward.open")}
                <ArrowRight size={16} aria-hidden />
              </button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
