import { useEffect } from "react";
import { Dialog } from "../../kit/Dialog.tsx";
import { useTranslation } from "../../kit/text.ts";
import { Form } from "../../forms/Form.tsx";
import { createContact, splitNameAndNumber, contactSearch } from "../../inbox/new-ticket.ts";
import type { Contact } from "../../types.ts";
import "./texts.ts";

type Props = {
  card?: { name: string; number: string };
  onDone: (contact: Contact) => void;
  onClose: () => void;
};

/**
 * Creates a contact from typed text: a name, a number, or both. The first empty field has the
 * focus. The number of a received card cannot be changed.
 */
export function NewContact({ card, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const initial = card ?? splitNameAndNumber(contactSearch.peek());

  useEffect(() => {
    if (initial.name && !initial.number)
      document.querySelector<HTMLElement>("dialog:last-of-type [name=number]")?.focus();
  }, []);

  return (
    <Dialog title={t("tickets.new.newContact")} onClose={onClose} size="small">
      <Form
        fields={[
          { name: "name", label: "tickets.new.name", required: true, min: 2, max: 50 },
          {
            name: "number",
            label: "tickets.new.number",
            hint: card ? undefined : "tickets.new.numberHint",
            required: true,
            disabled: card !== undefined,
            min: 8,
            max: 50,
          },
        ]}
        values={initial}
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
