import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import type { BroughtBack, CompanyCopy } from "../../../src/modules/backups/table.ts";
import { api } from "../../kit/api.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { DialogActions } from "../../kit/DialogActions.tsx";
import { LabeledSelect } from "../../kit/LabeledSelect.tsx";
import { dateTime, t, useTranslation } from "../../kit/text.ts";
import { useBusy } from "../../kit/use-busy.ts";
import type { ShutCompany } from "../shut-companies.ts";

/** Restores a company from one of its copies, and shows the result. */
export function BringBack({
  company: { id, name, copies },
  onClose,
}: {
  company: ShutCompany;
  onClose: () => void;
}) {
  useSignals();
  useTranslation();
  const [chosen, setChosen] = useState(0);
  const [done, setDone] = useState<BroughtBack | null>(null);
  const [busy, run] = useBusy();
  const bring = async () =>
    setDone(
      await api.post<BroughtBack>(`/companies/${id}/bring-back`, { copy: copies[chosen]!.name }),
    );

  if (done) return <Brought name={name} done={done} onClose={onClose} />;
  return (
    <Dialog
      title={t("companyShut.question", { name })}
      onClose={onClose}
      role="alertdialog"
      footer={
        <DialogActions
          onCancel={onClose}
          action={t(busy ? "companyShut.bringing" : "companyShut.bring")}
          onAction={() => void run(bring)}
          disabled={busy}
          focus="cancel"
        />
      }
    >
      <p className="mb-3">{t("companyShut.explanation")}</p>
      <LabeledSelect
        label={t("companyShut.copy")}
        value={chosen}
        options={copies.map((copy, index) => ({ id: index, name: labelOf(copy) }))}
        onChange={(index) => setChosen(index ?? 0)}
      />
    </Dialog>
  );
}

const labelOf = ({ at, messages }: CompanyCopy) =>
  t("companyShut.copyOf", { when: dateTime(at), count: messages });

/** The restored data, and the tasks that are left for people. */
export function Brought({
  name,
  done: { at, unlinked, withoutSignIn, aside },
  onClose,
}: {
  name: string;
  done: BroughtBack;
  onClose: () => void;
}) {
  useSignals();
  useTranslation();
  return (
    <Dialog
      title={t("companyShut.back", { name })}
      onClose={onClose}
      footer={
        <button type="button" className="btn btn-primary" data-autofocus onClick={onClose}>
          {t("common.close")}
        </button>
      }
    >
      <div className="flex flex-col gap-2 break-words">
        <p>{t("companyShut.backText", { when: dateTime(at) })}</p>
        {unlinked.length > 0 && (
          <p className="font-medium">{t("companyShut.unlinked", { names: unlinked.join(", ") })}</p>
        )}
        {withoutSignIn.length > 0 && (
          <p className="font-medium">
            {t("companyShut.withoutSignIn", { emails: withoutSignIn.join(", ") })}
          </p>
        )}
        <p className="text-muted">{t("companyShut.aside", { folder: aside })}</p>
      </div>
    </Dialog>
  );
}
