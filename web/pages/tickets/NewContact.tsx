import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../kit/Dialog.tsx";
import { Form } from "../../kit/Form.tsx";
import { createContact, parts, typed } from "./new-ticket.ts";
import type { Contact } from "./types.ts";

/** A contact of what was typed: a name, a number, or both. The first that is missing has the focus. */
export function NewContact({ onDone, onClose }: { onDone: (contact: Contact) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const known = parts(typed.peek());

  useEffect(() => {
    if (known.name && !known.number) document.querySelector<HTMLElement>("dialog:last-of-type [name=number]")?.focus();
  }, []);

  return (
    <Dialog title={t("tickets.new.newContact")} onClose={onClose} size="small">
      <Form
        fields={[
          { name: "name", label: "tickets.new.name", required: true, min: 2, max: 50 },
          { name: "number", label: "tickets.new.number", hint: "tickets.new.numberHint", required: true, min: 8, max: 50 },
        ]}
        values={known}
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
