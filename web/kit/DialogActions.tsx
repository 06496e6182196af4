import type { LucideIcon } from "lucide-react";
import { useTranslation } from "./text.ts";

type Props = {
  onCancel: () => void;
  /** The label of the first button, where "Cancel" could be read as the main action. */
  cancel?: string;
  /** The verb on the main button. */
  action: string;
  icon?: LucideIcon;
  /** The action of the main button; without it, the button submits the form `form`. */
  onAction?: () => void;
  form?: string;
  disabled?: boolean;
  danger?: boolean;
  /** The button that has the focus at first. */
  focus?: "cancel" | "action";
};

/** The two buttons at the foot of a dialog. */
export function DialogActions({
  onCancel,
  cancel,
  action,
  icon: Icon,
  onAction,
  form,
  disabled,
  danger,
  focus,
}: Props) {
  const { t } = useTranslation();
  return (
    <>
      <button
        type="button"
        className="btn btn-ghost"
        data-autofocus={focus === "cancel" || undefined}
        onClick={onCancel}
      >
        {cancel ?? t("common.cancel")}
      </button>
      <button
        type={onAction ? "button" : "submit"}
        form={form}
        className={`btn ${danger ? "btn-error" : "btn-primary"}`}
        data-autofocus={focus === "action" || undefined}
        disabled={disabled}
        onClick={onAction}
      >
        {Icon && <Icon size={18} aria-hidden />}
        {action}
      </button>
    </>
  );
}
