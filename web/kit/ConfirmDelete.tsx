import { api } from "./api.ts";
import { Confirm } from "./Confirm.tsx";
import { useTranslation } from "./text.ts";
import { toast } from "./Toast.tsx";

type Props = {
  /** The API path of the DELETE request. */
  path: string;
  title?: string;
  /** The name of the thing to delete. */
  text: string;
  /** The toast after the deletion. */
  doneText?: string;
  onDeleted?: () => void;
  onClose: () => void;
};

/** Deletes something after a question, and confirms it in a toast. */
export function ConfirmDelete({ path, title, text, doneText, onDeleted, onClose }: Props) {
  const { t } = useTranslation();
  const remove = async () => {
    await api.del(path);
    toast.success(doneText ?? t("common.saved"));
    onDeleted?.();
  };
  return (
    <Confirm
      title={title ?? t("common.deleteQuestion")}
      text={text}
      action={t("common.delete")}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
