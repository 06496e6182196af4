import { api } from "./api.ts";
import { Confirm } from "./Confirm.tsx";
import { useTranslation } from "./text.ts";
import { toast } from "./Toast.tsx";

type Props = {
  /** Where it is deleted. */
  path: string;
  title?: string;
  /** What will be gone, by name. */
  text: string;
  /** What is said then. */
  said?: string;
  onDeleted?: () => void;
  onClose: () => void;
};

/** Deletes something after a question, and says that it is gone. */
export function ConfirmDelete({ path, title, text, said, onDeleted, onClose }: Props) {
  const { t } = useTranslation();
  const remove = async () => {
    await api.del(path);
    toast.success(said ?? t("common.saved"));
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
