import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, Refused } from "../../../kit/api.ts";
import { Confirm } from "../../../kit/Confirm.tsx";
import { Dialog } from "../../../kit/Dialog.tsx";
import { Form } from "../../../kit/Form.tsx";
import type { Field } from "../../../kit/form.ts";
import { typedPhone } from "../../../kit/phone.ts";
import { toast } from "../../../kit/Toast.tsx";
import { type Extra, faults, rowsOf, written } from "./extra.ts";
import { ExtraRows } from "./ExtraRows.tsx";
import { type FullContact, putPerson } from "./people.ts";

/** Changes a contact. A group has no number and no e-mail. doc 1 §5 */
export function ContactForm({ contact, onClose }: { contact: FullContact; onClose: () => void }) {
  const { t } = useTranslation();
  const [rows, setRows] = useState<Extra[]>(() => rowsOf(contact.extraInfo));
  const [wrong, setWrong] = useState(() => faults([]));
  const [dirty, setDirty] = useState(false);
  const [asking, setAsking] = useState(false);
  const close = () => (dirty ? setAsking(true) : onClose());
  const before = contact.number ? typedPhone(`+${contact.number}`) : "";

  const save = async ({ name, number, email }: { name: string; number: string; email: string }) => {
    const found = faults(rows);
    setWrong(found);
    if (found.size > 0) throw new Refused(422, { error: "ERR_VALIDATION" });
    const own = contact.isGroup ? {} : { email: email.trim(), ...(number !== before && number.trim() && { number }) };
    putPerson(await api.put<FullContact>(`/contacts/${contact.id}`, { name: name.trim(), extraInfo: written(rows), ...own }));
    toast.success(t("tickets.panel.saved"));
    onClose();
  };

  return (
    <>
      <Dialog title={t("tickets.panel.editTitle", { name: contact.name })} onClose={close}>
        <Form fields={contact.isGroup ? [called] : [called, { ...reached, required: before !== "" }, mailed]} values={{ name: contact.name, number: before, email: contact.email }} submit={t("common.save")} onDirty={setDirty} onCancel={close} onSubmit={save}>
          <ExtraRows
            rows={rows}
            faults={wrong}
            onChange={(changed) => {
              setRows(changed);
              setDirty(true);
              if (wrong.size > 0) setWrong(faults(changed));
            }}
          />
        </Form>
      </Dialog>
      {asking && <Confirm title={t("common.discardQuestion")} text={t("common.discardText")} action={t("common.discard")} onConfirm={onClose} onClose={() => setAsking(false)} />}
    </>
  );
}

const called: Field = { name: "name", label: "tickets.new.name", required: true, min: 2, max: 50 };
const reached: Field = {
  name: "number", label: "tickets.new.number", type: "tel", hint: "tickets.new.numberHint", min: 8, max: 50,
  messages: { taken: "errors.ERR_DUPLICATED_CONTACT", invalid: "errors.ERR_WAPP_INVALID_CONTACT" },
};
const mailed: Field = { name: "email", label: "tickets.panel.email", type: "email", max: 254 };
