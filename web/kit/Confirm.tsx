import type { ComponentProps, ReactNode } from "react";
import { Dialog } from "./Dialog.tsx";
import { DialogActions } from "./DialogActions.tsx";
import { useBusy } from "./use-busy.ts";

type Props = {
  title: string;
  /** The name of the thing to delete. */
  text?: string;
  /** The verb on the button. */
  action: string;
  /** The label of the button that goes back, for questions that are about cancelling. */
  back?: string;
  onConfirm: () => unknown;
  onClose: () => void;
  /** False for questions about something harmless. */
  danger?: boolean;
  /** More information, below the text. */
  children?: ReactNode;
  size?: ComponentProps<typeof Dialog>["size"];
};

/**
 * Asks before an action that cannot be undone. The cancel button has the focus. Closes when
 * `onConfirm` is done; stays open when it fails.
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
