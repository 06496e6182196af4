import { SendHorizontal, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Avatar } from "../../kit/Avatar.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { IconButton } from "../../kit/IconButton.tsx";
import { phone } from "../../kit/text.ts";
import { ContactBox } from "./ContactBox.tsx";
import { clear, draftOf } from "./draft.ts";
import { NewContact } from "./NewContact.tsx";
import { seek } from "./new-ticket.ts";
import { post } from "./outbox.ts";
import { most } from "./picked.ts";
import type { Contact, Ticket } from "./types.ts";

/** Sends the cards of contacts. */
export function ShareContacts({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Contact[]>([]);
  const [creating, setCreating] = useState(false);
  const [missing, setMissing] = useState(false);

  useEffect(() => seek(""), []);

  const add = (contact: Contact | null) => {
    if (!contact) return;
    setMissing(false);
    setChosen((known) => (known.some(({ id }) => id === contact.id) ? known : [...known, contact].slice(0, most)));
    seek("");
  };

  const send = () => {
    if (chosen.length === 0) return setMissing(true);
    const { text, quotedMsg } = draftOf(ticket.id).peek();
    post(ticket.id, { contacts: chosen.map(({ id, name, number }) => ({ id, name, number })), quotedMsg });
    if (!text) clear(ticket.id);
    onClose();
  };

  return (
    <>
      <Dialog
        title={t("messages.shareContacts.title", { name: ticket.contact.name })}
        onClose={onClose}
        footer={
          <>
            <button type="button" className="btn btn-ghost" onClick={onClose}>
              {t("common.cancel")}
            </button>
            <button type="button" className="btn btn-primary" onClick={send}>
              <SendHorizontal size={18} aria-hidden />
              {t("messages.shareContacts.send", { count: chosen.length })}
            </button>
          </>
        }
      >
        <div className="flex min-h-72 flex-col gap-3">
          <ContactBox contact={null} onChange={add} onCreate={() => setCreating(true)} missing={missing} onType={() => setMissing(false)} />
          {chosen.length > 0 && (
            <ul className="border-line divide-line divide-y rounded-lg border">
              {chosen.map(({ id, name, number, profilePicUrl }) => (
                <li key={id} className="flex items-center gap-3 py-1.5 pr-1.5 pl-3">
                  <Avatar name={name} url={profilePicUrl} size={32} />
                  <span className="min-w-0 flex-1 truncate">{name}</span>
                  <span className="text-muted text-small">{phone(number)}</span>
                  <IconButton label={t("messages.attach.remove", { name })} icon={X} onClick={() => setChosen(chosen.filter((other) => other.id !== id))} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </Dialog>
      {creating && <NewContact onDone={add} onClose={() => setCreating(false)} />}
    </>
  );
}
