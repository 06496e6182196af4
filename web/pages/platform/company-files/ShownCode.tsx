import { Dialog } from "../../../kit/Dialog.tsx";
import { useTranslation } from "../../../kit/text.ts";

/** A code that the page shows only once. */
export function ShownCode({
  title,
  code,
  text,
  onClose,
}: {
  title: string;
  code: string;
  text: string;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <button type="button" className="btn btn-primary" onClick={onClose}>
          {t("companyFiles.noted")}
        </button>
      }
    >
      <p
        className="tabular text-title bg-base-200 rounded-lg p-3 text-center font-mono break-all"
        data-code
      >
        {code}
      </p>
      <p className="mt-3">{text}</p>
    </Dialog>
  );
}
