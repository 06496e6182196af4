import { useTranslation } from "react-i18next";
import { Dialog } from "../../kit/Dialog.tsx";
import { Form } from "../../kit/Form.tsx";
import { createContact, typed } from "./new-ticket.ts";
import type { Contact } from "./types.ts";

/** A contact of what was typed: a name, or a number. */
export function NewContact({ onDone, onClose }: { onDone: (contact: Contact) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const text = typed.peek().trim();
  const numeric = /^[\d\s()+-]+$/.test(text);
  return (
    <Dialog title={t("tickets.new.newContact")} onClose={onClose} size="small">
      <Form
        fields={[
          { name: "name", label: "tickets.new.name", required: true, min: 2, max: 50 },
          { name: "number", label: "tickets.new.number", hint: "tickets.new.numberHint", required: true, min: 8, max: 50 },
        ]}
        values={{ name: numeric ? "" : text, number: numeric ? text : "" }}
        submit={t("common.save")}
        onCancel={onClose}
        onSubmit={async ({ name, number }) => {
          onDone(await createContact(String(name), String(number)));
          onClose();
        }}
      />
    </Dialog>
  );
}
