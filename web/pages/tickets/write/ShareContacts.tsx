import { SendHorizontal } from "lucide-react";
import { useState } from "react";
import { Dialog } from "../../../kit/Dialog.tsx";
import { DialogActions } from "../../../kit/DialogActions.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { ContactsPicker } from "../../../parts/contacts/ContactsPicker.tsx";
import { draftOf, setDraft } from "../../../inbox/draft.ts";
import type { Contact, Ticket } from "../../../types.ts";
import { sendContent } from "./undo.ts";

/** Sends contact cards. */
export function ShareContacts({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Contact[]>([]);
  const [missing, setMissing] = useState(false);

  const send = () => {
    if (chosen.length === 0) return setMissing(true);
    const { text, quotedMsg } = draftOf(ticket.id).peek();
    sendContent(ticket.id, [
      { contacts: chosen.map(({ id, name, number }) => ({ id, name, number })), quotedMsg },
    ]);
    if (!text) setDraft(ticket.id, { quotedMsg: null });
    onClose();
  };

  return (
    <Dialog
      title={t("messages.shareContacts.title", { name: ticket.contact.name })}
      onClose={onClose}
      footer={
        <DialogActions
          onCancel={onClose}
          action={t("messages.shareContacts.send", { count: chosen.length })}
          icon={SendHorizontal}
          onAction={send}
        />
      }
    >
      <ContactsPicker
        chosen={chosen}
        onChange={setChosen}
        missing={missing}
        onType={() => setMissing(false)}
      />
    </Dialog>
  );
}
