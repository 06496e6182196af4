import { useId, useState } from "react";
import { deletedKeptDays } from "../../../src/shared/companies.ts";
import { api } from "../../kit/api.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";

/** Deletes a company after the owner of the box types its name. */
export function DeleteCompany({
  company: { id, name },
  onClose,
}: {
  company: { id: number; name: string };
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const field = useId();
  const form = useId();
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);

  const remove = async () => {
    setBusy(true);
    try {
      const { kept } = await api.del<{ kept: string | null }>(`/companies/${id}`, {
        name: typed.trim(),
      });
      toast.info(
        t(kept === null ? "companies.deleting" : "companies.deleted", {
          name,
          days: deletedKeptDays,
        }),
      );
      onClose();
    } catch (error) {
      setBusy(false);
      toast.error(error);
    }
  };
  return (
    <Dialog
      title={t("companies.deleteQuestion", { name })}
      onClose={onClose}
      role="alertdialog"
      footer={
        <>
          <button type="button" className="btn btn-ghost" onClick={onClose}>
            {t("common.cancel")}
          </button>
          <button
            type="submit"
            form={form}
            className="btn btn-error"
            disabled={busy || typed.trim() !== name}
          >
            {busy && <span aria-hidden className="loading loading-spinner loading-xs" />}
            {t("common.delete")}
          </button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void remove();
        }}
      >
        <p>{t("companies.deleteText", { days: deletedKeptDays })}</p>
        <div>
          <label htmlFor={field} className="mb-1 block font-medium break-words">
            {t("companies.typeName", { name })}
          </label>
          <input
            id={field}
            data-autofocus
            autoComplete="off"
            className="input"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
      </form>
    </Dialog>
  );
}
