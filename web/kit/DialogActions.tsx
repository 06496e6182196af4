import type { LucideIcon } from "lucide-react";
import { useTranslation } from "./text.ts";

type Props = {
  onCancel: () => void;
  /** What the first button says, where "Cancel" could be taken for the main one. */
  cancel?: string;
  /** The verb on the main button. */
  action: string;
  icon?: LucideIcon;
  /** What the main button does; without it, it sends the form of this id. */
  onAction?: () => void;
  form?: string;
  disabled?: boolean;
  danger?: boolean;
  /** The one that has the focus at first. */
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
