import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, ApiError } from "../../kit/api.ts";
import { isMasked } from "../../../src/shared/phone.ts";
import { Confirm } from "../../kit/Confirm.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { Form } from "../../kit/Form.tsx";
import type { Field } from "../../kit/form.ts";
import { maskPhone } from "../../kit/phone-mask.ts";
import { toast } from "../../kit/Toast.tsx";
import type { TicketTag } from "../tickets/head/ticket-tags.ts";
import { TagInput } from "../tickets/head/TagInput.tsx";
import { type FullContact, putContact } from "../tickets/panel/full-contacts.ts";
import { type Extra, faults, rowsOf, written } from "./extra.ts";
import { ExtraRows } from "./ExtraRows.tsx";
import { HomeDialog } from "./HomeDialog.tsx";
import { Homes } from "./Homes.tsx";
import type { Home } from "./types.ts";

/** A new contact (null), or one that changes. A group has no number, no e-mail and no address. doc 1 §5 */
export function ContactForm({ contact, onClose }: { contact: FullContact | null; onClose: () => void }) {
  const { t } = useTranslation();
  const [rows, setRows] = useState<Extra[]>(() => rowsOf(contact?.extraInfo ?? []));
  const [labels, setLabels] = useState<TicketTag[]>(contact?.tags ?? []);
  const [home, setHome] = useState<Home | "new" | null>(null);
  const [leaving, setLeaving] = useState<Home | null>(null);
  const [wrong, setWrong] = useState(() => faults([]));
  const [dirty, setDirty] = useState(false);
  const [asking, setAsking] = useState(false);
  const close = () => (dirty ? setAsking(true) : onClose());
  const group = contact?.isGroup ?? false;
  const hidden = isMasked(contact?.number ?? "");
  const before = hidden ? contact!.number : contact?.number ? maskPhone(`+${contact.number}`) : "";

  const tag = (changed: TicketTag[]) => {
    setLabels(changed);
    setDirty(true);
  };
  const save = async ({ name, number, email }: { name: string; number: string; email: string }) => {
    const found = faults(rows);
    setWrong(found);
    if (found.size > 0) throw new ApiError(422, { error: "ERR_VALIDATION" });
    const own = group ? {} : { email: email.trim(), ...(number !== before && number.trim() && { number }) };
    const body = { name: name.trim(), extraInfo: written(rows), tags: labels.map((label) => (label.id > 0 ? { id: label.id } : { name: label.name })), ...own };
    if (contact) putContact(await api.put<FullContact>(`/contacts/${contact.id}`, body));
    else await api.post<FullContact>("/contacts", body);
    toast.success(t("tickets.panel.saved"));
    onClose();
  };

  return (
    <>
      <Dialog title={contact ? t("tickets.panel.editTitle", { name: contact.name }) : t("contacts.new")} onClose={close}>
        <Form
          fields={group ? [called] : [called, { ...(hidden ? { ...reached, type: "text" as const, hint: "contacts.hiddenNumber", disabled: true } : reached), required: !contact || before !== "" }, mailed]}
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
                <TagInput labels={labels} onAdd={(label) => tag([...labels, label])} onRemove={(label) => tag(labels.filter((one) => one !== label))} />
              </div>
            </div>
          </fieldset>
          <ExtraRows
            rows={rows}
            faults={wrong}
            onChange={(changed) => {
              setRows(changed);
              setDirty(true);
              if (wrong.size > 0) setWrong(faults(changed));
            }}
          />
          {contact && !group && <Homes contactId={contact.id} onEdit={setHome} onDelete={setLeaving} />}
        </Form>
      </Dialog>
      {contact && home && <HomeDialog contactId={contact.id} home={home === "new" ? null : home} onClose={() => setHome(null)} />}
      {leaving && (
        <Confirm
          title={t("contacts.homes.deleteQuestion", { type: leaving.type })}
          text={`${leaving.address}, ${leaving.number}`}
          action={t("common.delete")}
          onClose={() => setLeaving(null)}
          onConfirm={() => api.del(`/contactAddress/${leaving.id}`)}
        />
      )}
      {asking && <Confirm title={t("common.discardQuestion")} text={t("common.discardText")} action={t("common.discard")} onConfirm={onClose} onClose={() => setAsking(false)} />}
    </>
  );
}

const called: Field = { name: "name", label: "tickets.new.name", required: true, min: 2, max: 100 };
const reached: Field = {
  name: "number", label: "tickets.new.number", type: "tel", hint: "tickets.new.numberHint", min: 8, max: 50,
  messages: { taken: "errors.ERR_DUPLICATED_CONTACT", invalid: "errors.ERR_WAPP_INVALID_CONTACT" },
};
const mailed: Field = { name: "email", label: "tickets.panel.email", type: "email", max: 254 };
