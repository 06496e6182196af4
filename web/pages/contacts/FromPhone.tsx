import { useSignals } from "@preact/signals-react/runtime";
import { BookUser, MessagesSquare } from "lucide-react";
import { api } from "../../kit/api.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { useTranslation } from "../../kit/text.ts";
import { Form } from "../../forms/Form.tsx";
import type { Field } from "../../forms/form.ts";
import { toast } from "../../kit/Toast.tsx";
import { useChoices } from "../../forms/choices.ts";
import { connections } from "../../lists/company-lists.ts";
import "../../parts/texts.ts";

/** Imports contacts from a phone: its address book, or its chats. */
export function FromPhone({ onClose }: { onClose: () => void }) {
  useSignals();
  const { t } = useTranslation();
  useChoices(connections);
  const all = connections.rows.value;
  const connected =
    all?.filter(({ status, capabilities }) => status === "CONNECTED" && capabilities.pairing) ?? [];
  const first = connected.find(({ isDefault }) => isDefault) ?? connected[0];
  const connectionField: Field = {
    name: "whatsappId",
    label: "tickets.new.connection",
    type: "select",
    required: true,
    items: connected.map(({ id, name }) => ({ value: String(id), label: name })),
  };
  const startImport = async ({ source, whatsappId }: { source: string; whatsappId: string }) => {
    const { imported, updated } = await api.post<{ imported: number; updated: number }>(
      source === "chats" ? "/contacts/import/chats" : "/contacts/import",
      { whatsappId: Number(whatsappId) },
    );
    if (imported + updated === 0) toast.info(t("contacts.phone.nothing"));
    else toast.success(t("contacts.phone.done", { imported, updated }));
    onClose();
  };

  return (
    <Dialog title={t("contacts.phone.title")} onClose={onClose}>
      {all && !first && <p>{t("tickets.new.noneConnectedText")}</p>}
      {first && (
        <Form
          fields={[sourceField, ...(connected.length > 1 ? [connectionField] : [])]}
          values={{ source: "book", whatsappId: String(first.id) }}
          submit={t("contacts.phone.do")}
          busy={t("contacts.phone.busy")}
          onCancel={onClose}
          onSubmit={startImport}
        />
      )}
    </Dialog>
  );
}

const sourceField: Field = {
  name: "source",
  label: "contacts.phone.source",
  type: "choice",
  required: true,
  choices: [
    {
      value: "book",
      label: "contacts.phone.book",
      hint: "contacts.phone.bookHint",
      icon: BookUser,
    },
    {
      value: "chats",
      label: "contacts.phone.chats",
      hint: "contacts.phone.chatsHint",
      icon: MessagesSquare,
    },
  ],
};
