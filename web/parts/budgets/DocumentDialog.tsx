import { useSignals } from "@preact/signals-react/runtime";
import { isCnpj } from "../../../src/shared/cnpj.ts";
import { isCpf } from "../../../src/shared/cpf.ts";
import { type FullContact, putContact, useContact } from "../../inbox/full-contacts.ts";
import { Form } from "../../forms/Form.tsx";
import { saveEdit } from "../../forms/save-edit.ts";
import { ApiError } from "../../kit/api.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { useTranslation } from "../../kit/text.ts";

/**
 * Asks for the document that this shop requires for an order, and stores it in the contact's field
 * CPF. rules.md#confirm
 */
export function DocumentDialog({
  contactId,
  onClose,
  onDone,
}: {
  contactId: number;
  onClose: () => void;
  onDone: () => void;
}) {
  useSignals();
  const { t } = useTranslation();
  const contact = useContact(contactId).contact.value;
  if (!contact) return null;
  const existing = contact.extraInfo.find(({ name }) => name.trim().toLowerCase() === "cpf");

  const save = async ({ cpf }: { cpf: string }) => {
    const plain = cpf.replace(/[\s./-]/g, "").toUpperCase();
    if (!isCpf(plain) && !isCnpj(plain))
      throw new ApiError(422, { error: "ERR_VALIDATION", fields: { cpf: "invalid" } });
    const others = contact.extraInfo.filter((field) => field !== existing);
    const edit = { row: contact, before: { extraInfo: contact.extraInfo } };
    putContact(
      await saveEdit<FullContact>("/contacts", edit, {
        extraInfo: [
          ...others,
          {
            ...(existing && { id: existing.id }),
            name: existing?.name ?? "CPF",
            value: cpf.trim(),
          },
        ],
      }),
    );
    onClose();
    onDone();
  };

  return (
    <Dialog title={t("budgets.document.title")} onClose={onClose} size="small">
      <Form
        fields={[
          {
            name: "cpf",
            label: "budgets.document.label",
            hint: "budgets.document.hint",
            required: true,
            messages: { invalid: "budgets.document.invalid" },
          },
        ]}
        values={{ cpf: existing?.value ?? "" }}
        submit={t("budgets.document.save")}
        onCancel={onClose}
        onSubmit={save}
        focusFirst
      />
    </Dialog>
  );
}
