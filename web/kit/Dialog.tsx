import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { IconButton } from "./IconButton.tsx";
import { dialogs } from "./open-dialogs.ts";
import { useTranslation } from "./text.ts";

type Props = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the foot, the main one last. */
  footer?: ReactNode;
  size?: "small" | "medium" | "large";
  /** Always uses the full height, whatever its content. */
  tall?: boolean;
  /** "alert" for questions that need an answer. */
  role?: "dialog" | "alertdialog";
};

const widths = { small: "max-w-sm", medium: "max-w-lg", large: "max-w-3xl" };

/**
 * Open while it is rendered. Esc, the close button and the backdrop call `onClose`. The focus then
 * returns to its previous element.
 */
export function Dialog({
  title,
  onClose,
  children,
  footer,
  size = "medium",
  tall = false,
  role = "dialog",
}: Props) {
  const { t } = useTranslation();
  const ref = useModal();
  const heading = useId();

  return (
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={heading}
      className="modal modal-bottom sm:modal-middle"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div
        className={`modal-box flex max-h-[90dvh] flex-col p-0 ${tall ? "h-[min(44rem,90dvh)]" : ""} ${widths[size]}`}
      >
        <header className="flex items-start gap-3 px-5 pt-4 pb-2">
          <h2
            id={heading}
            className="text-title min-w-0 flex-1 self-center font-semibold break-words"
          >
            {title}
          </h2>
          <IconButton label={t("common.close")} icon={X} onClick={onClose} />
        </header>
        {/* What takes the focus must not hide behind the foot of a form. */}
        <div className="relative min-h-0 flex-1 scroll-pb-32 overflow-y-auto px-5 pb-5">
          {children}
        </div>
        {footer && (
          <footer className="border-line flex flex-wrap justify-end gap-2 border-t px-5 py-3">
            {footer}
          </footer>
        )}
      </div>
    </dialog>
  );
}

/**
 * Opens a dialog over everything else while it is rendered. The focus then returns to its previous
 * element.
 */
export function useModal() {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const opener = document.activeElement;
    dialog.showModal();
    dialog.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    dialogs.value = [...dialogs.peek(), dialog];
    return () => {
      dialogs.value = dialogs.peek().filter((open) => open !== dialog);
      dialog.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return ref;
}
