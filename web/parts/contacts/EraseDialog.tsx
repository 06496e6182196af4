import { type FormEvent, useId, useState } from "react";
import { api } from "../../kit/api.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { DialogActions } from "../../kit/DialogActions.tsx";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { useBusy } from "../../kit/use-busy.ts";
import type { Person } from "./types.ts";
import "./texts.ts";

/** Asks for a typed word before it erases a contact's personal data. */
export function EraseDialog({
  person: { id, name },
  onClose,
}: {
  person: Pick<Person, "id" | "name">;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const form = useId();
  const [typed, setTyped] = useState("");
  const [busy, run] = useBusy();
  const word = t("contacts.erase.word");
  const sure = typed.trim().toLowerCase() === word.toLowerCase();

  const erase = async () => {
    await api.del(`/contacts/${id}/erase`);
    toast.success(t("contacts.erase.done"));
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sure && !busy) void run(erase);
  };

  return (
    <Dialog
      title={t("contacts.erase.title", { name })}
      role="alertdialog"
      onClose={onClose}
      footer={
        <DialogActions
          onCancel={onClose}
          action={t("contacts.erase.action")}
          form={form}
          disabled={!sure || busy}
          danger
          focus="cancel"
        />
      }
    >
      <form id={form} className="flex flex-col gap-3" onSubmit={submit}>
        <p>{t("contacts.erase.text")}</p>
        <ul className="list-disc pl-5">
          <li>{t("contacts.erase.goes")}</li>
          <li>{t("contacts.erase.stays")}</li>
          <li>{t("contacts.erase.backups")}</li>
        </ul>
        <label className="flex flex-col gap-1">
          <span className="font-medium">{t("contacts.erase.type", { word })}</span>
          <span className="input">
            <input
              name="word"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </span>
        </label>
      </form>
    </Dialog>
  );
}
