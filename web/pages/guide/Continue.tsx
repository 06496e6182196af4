import { useTranslation } from "react-i18next";

/** Finishes a step that has nothing to save. */
export function Continue({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className="btn btn-primary self-start" onClick={onDone}>
      {t("guide.continue")}
    </button>
  );
}
