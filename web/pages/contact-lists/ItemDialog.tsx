import { useEffect, useState } from "react";
import type { Field, FormValues } from "../../forms/form.ts";
import { toFormValues, toRequestBody } from "../../forms/form-values.ts";
import { type Edit, useEdit } from "../../forms/save-edit.ts";
import { searchContacts } from "../../inbox/new-ticket.ts";
import { maskPhone } from "../../kit/phone-mask.ts";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { ContactPicker } from "../../parts/contacts/ContactPicker.tsx";
import type { Contact } from "../../types.ts";
import type { ContactListItem } from "./types.ts";

const contactField: Field = { name: "contact", label: "contactListItems.known", type: "custom" };
// rules.md#form-limits
const fields: Field[] = [
  { name: "name", label: "contactListItems.name", required: true, min: 2, max: 100 },
  {
    name: "number",
    label: "contactListItems.number",
    hint: "contactListItems.numberHint",
    type: "tel",
    required: true,
    min: 8,
    max: 50,
    messages: { taken: "contactListItems.taken" },
  },
  { name: "email", label: "contactListItems.email", type: "email" },
];

type Props = {
  title: string;
  row: ContactListItem | null;
  save: (fields: Field[], values: FormValues, edit: Edit) => Promise<unknown>;
  onClose: () => void;
};

/** Adds a person to a list, typed or from the contacts, or edits a list entry. */
export function ItemDialog({ title, row, save, onClose }: Props) {
  const { t } = useTranslation();

  const [first] = useState(() => (row ? valuesOf(row) : toFormValues(fields, {})));
  const edit = useEdit(row, () => toRequestBody(fields, first));

  useEffect(() => searchContacts(""), []);

  return (
    <RowDialog
      title={title}
      listing={{ fields: row ? fields : [contactField, ...fields] }}
      values={first}
      extras={{
        contact: (_, put) => (
          <ContactPicker
            label={t(contactField.label)}
            optional
            contact={null}
            onChange={(contact) => contact && fillIn(contact, put)}
            without={isOut}
            missing={false}
            onType={() => {}}
          />
        ),
      }}
      onSave={async (values) => {
        await save(fields, values, edit);
        toast.success(t(row ? "common.updated" : "common.saved"));
      }}
      onClose={onClose}
    />
  );
}

// Without its +, a foreign number of eleven digits would count as Brazilian.
const valuesOf = ({
  name,
  number,
  email,
}: Pick<Contact, "name" | "number" | "email">): FormValues => ({
  name,
  number: maskPhone(`+${number}`),
  email,
});

/** No campaign reaches these contacts, so a tag does not include them either. */
const isOut = ({ isGroup, active, number }: Contact) => isGroup || !active || number === "";

function fillIn(contact: Contact, put: (values: FormValues) => void) {
  put(valuesOf(contact));
  searchContacts("");
  // Enter saves the filled-in values. Focus on a field would open a phone's keyboard over the
  // dialog.
  document.querySelector<HTMLElement>("dialog[open] [type=submit]")?.focus();
}
