import { Confirm } from "./Confirm.tsx";
import { useTranslation } from "./text.ts";

/** Asks before typed text is lost. */
export function ConfirmDiscard({
  onConfirm,
  onClose,
}: {
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Confirm
      title={t("common.discardQuestion")}
      text={t("common.discardText")}
      action={t("common.discard")}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
