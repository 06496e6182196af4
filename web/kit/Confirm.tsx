import type { ComponentProps, ReactNode } from "react";
import { Dialog } from "./Dialog.tsx";
import { DialogActions } from "./DialogActions.tsx";
import { useBusy } from "./use-busy.ts";

type Props = {
  title: string;
  /** What will be gone, by name. */
  text?: string;
  /** The verb on the button. */
  action: string;
  /** What leads back, where the question is itself about cancelling. */
  back?: string;
  onConfirm: () => unknown;
  onClose: () => void;
  /** Not everything asked is destructive. */
  danger?: boolean;
  /** What else there is to know, below the text. */
  children?: ReactNode;
  size?: ComponentProps<typeof Dialog>["size"];
};

/**
 * Asks before what can't be undone. Cancel has the focus. Closes when `onConfirm` is through; stays
 * when it fails.
 */
export function Confirm({
  title,
  text,
  action,
  back,
  onConfirm,
  onClose,
  danger = true,
  children,
  size = "small",
}: Props) {
  const [busy, run] = useBusy();

  const confirm = async () => {
    await onConfirm();
    onClose();
  };

  return (
    <Dialog
      title={title}
      onClose={onClose}
      size={size}
      role="alertdialog"
      footer={
        <DialogActions
          onCancel={onClose}
          cancel={back}
          action={action}
          onAction={() => void run(confirm)}
          disabled={busy}
          danger={danger}
          focus="cancel"
        />
      }
    >
      {text && <p className="break-words">{text}</p>}
      {children}
    </Dialog>
  );
}
