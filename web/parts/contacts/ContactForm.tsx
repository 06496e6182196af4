import { useEffect, useState } from "react";
import type { FieldDefinition } from "../../../src/modules/contacts/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { api, ApiError } from "../../kit/api.ts";
import { isMasked } from "../../../src/shared/phone.ts";
import { ConfirmDiscard } from "../../kit/ConfirmDiscard.tsx";
import { ConfirmDelete } from "../../kit/ConfirmDelete.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { Form } from "../../forms/Form.tsx";
import type { Field } from "../../forms/form.ts";
import { maskPhone } from "../../kit/phone-mask.ts";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import type { TicketTag } from "../../inbox/ticket-tags.ts";
import { TagInput } from "../TagInput.tsx";
import { type FullContact, putContact } from "../../inbox/full-contacts.ts";
import { type ExtraField, missingRows, nameErrors, rowsOf, toSend } from "./extra-fields.ts";
import { ExtraFields } from "./ExtraFields.tsx";
import { AddressDialog } from "./AddressDialog.tsx";
import { Addresses } from "./Addresses.tsx";
import type { Address } from "./types.ts";
import "./texts.ts";

const tagToSend = ({ id, name }: TicketTag) => (id > 0 ? { id } : { name });

/** Creates a contact (null) or changes one. A group has no number, e-mail or address. */
export function ContactForm({
  contact,
  onClose,
}: {
  contact: FullContact | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [rows, setRows] = useState<ExtraField[]>(() => rowsOf(contact?.extraInfo ?? []));
  const [tags, setTags] = useState<TicketTag[]>(contact?.tags ?? []);
  const [address, setAddress] = useState<Address | "new" | null>(null);
  const [addressToDelete, setAddressToDelete] = useState<Address | null>(null);
  const [wrong, setWrong] = useState(() => nameErrors([]));
  const [dirty, setDirty] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const close = () => (dirty ? setIsConfirming(true) : onClose());
  const group = contact?.isGroup ?? false;
  const isNumberHidden = isMasked(contact?.number ?? "");
  const before = isNumberHidden
    ? contact!.number
    : contact?.number
      ? maskPhone(`+${contact.number}`)
      : "";

  useEffect(() => {
    // Without the company's fields the form still has the contact's own.
    void api.get<Wire<FieldDefinition>[]>("/contact-fields/list").then(
      (fields) =>
        setRows((rows) => [
          ...rows,
          ...missingRows(
            rows,
            fields.map(({ label }) => label),
          ),
        ]),
      () => undefined,
    );
  }, []);

  const edit = useEdit(contact, () => ({
    name: contact!.name.trim(),
    extraInfo: toSend(rows),
    tags: tags.map(tagToSend),
    email: contact!.email.trim(),
  }));

  const changeTags = (changed: TicketTag[]) => {
    setTags(changed);
    setDirty(true);
  };
  const save = async ({ name, number, email }: { name: string; number: string; email: string }) => {
    const errors = nameErrors(rows);
    setWrong(errors);
    if (errors.size > 0) throw new ApiError(422, { error: "ERR_VALIDATION" });
    const own = group
      ? {}
      : { email: email.trim(), ...(number !== before && number.trim() && { number }) };
    const saved = await saveEdit("/contacts", edit, {
      name: name.trim(),
      extraInfo: toSend(rows),
      tags: tags.map(tagToSend),
      ...own,
    });
    if (contact) putContact(saved);
    toast.success(t("tickets.panel.saved"));
    onClose();
  };

  return (
    <>
      <Dialog
        title={contact ? t("tickets.panel.editTitle", { name: contact.name }) : t("contacts.new")}
        onClose={close}
      >
        <Form
          fields={
            group
              ? [nameField]
              : [
                  nameField,
                  {
                    ...(isNumberHidden
                      ? {
                          ...numberField,
                          type: "text" as const,
                          hint: "contacts.hiddenNumber",
                          disabled: true,
                        }
                      : numberField),
                    required: !contact || before !== "",
                  },
                  emailField,
                ]
          }
          values={{ name: contact?.name ?? "", number: before, email: contact?.email ?? "" }}
          submit={t("common.save")}
          onDirty={setDirty}
          onCancel={close}
          onSubmit={save}
        >
          <fieldset>
            <legend className="mb-1 font-medium">{t("tickets.tags.ofContact")}</legend>
            <div className="input h-auto min-h-10 py-1">
              <div className="min-w-0 flex-1">
                <TagInput
                  labels={tags}
                  onAdd={(label) => changeTags([...tags, label])}
                  onRemove={(label) => changeTags(tags.filter((one) => one !== label))}
                />
              </div>
            </div>
          </fieldset>
          <ExtraFields
            rows={rows}
            faults={wrong}
            onChange={(changed) => {
              setRows(changed);
              setDirty(true);
              if (wrong.size > 0) setWrong(nameErrors(changed));
            }}
          />
          {contact && !group && (
            <Addresses contactId={contact.id} onEdit={setAddress} onDelete={setAddressToDelete} />
          )}
        </Form>
      </Dialog>
      {contact && address && (
        <AddressDialog
          contactId={contact.id}
          address={address === "new" ? null : address}
          onClose={() => setAddress(null)}
        />
      )}
      {addressToDelete && (
        <ConfirmDelete
          path={`/contactAddress/${addressToDelete.id}`}
          title={t("contacts.addresses.deleteQuestion", { type: addressToDelete.type })}
          text={`${addressToDelete.address}, ${addressToDelete.number}`}
          onClose={() => setAddressToDelete(null)}
        />
      )}
      {isConfirming && (
        <ConfirmDiscard onConfirm={onClose} onClose={() => setIsConfirming(false)} />
      )}
    </>
  );
}

const nameField: Field = {
  name: "name",
  label: "tickets.new.name",
  required: true,
  min: 2,
  max: 100,
};
const numberField: Field = {
  name: "number",
  label: "tickets.new.number",
  type: "tel",
  hint: "tickets.new.numberHint",
  min: 8,
  max: 50,
  messages: { taken: "errors.ERR_DUPLICATED_CONTACT", invalid: "errors.ERR_WAPP_INVALID_CONTACT" },
};
const emailField: Field = { name: "email", label: "tickets.panel.email", type: "email", max: 254 };
