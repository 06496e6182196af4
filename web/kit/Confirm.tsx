import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "./Dialog.tsx";
import { toast } from "./Toast.tsx";

type Props = {
  title: string;
  /** What will be gone, by name. */
  text?: string;
  /** The verb on the button. */
  action: string;
  onConfirm: () => unknown;
  onClose: () => void;
  /** Not everything asked is destructive. */
  danger?: boolean;
};

/** Asks before what can't be undone. Cancel has the focus. Closes when `onConfirm` is through; stays when it fails. */
export function Confirm({ title, text, action, onConfirm, onClose, danger = true }: Props) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);

  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setBusy(false);
      toast.error(error);
    }
  };

  return (
    <Dialog
      title={title}
      onClose={onClose}
      size="small"
      role="alertdialog"
      footer={
        <>
          <button type="button" className="btn btn-ghost" data-autofocus onClick={onClose}>
            {t("common.cancel")}
          </button>
          <button type="button" className={`btn ${danger ? "btn-error" : "btn-primary"}`} disabled={busy} onClick={() => void confirm()}>
            {action}
          </button>
        </>
      }
    >
      {text && <p className="break-words">{text}</p>}
    </Dialog>
  );
}
