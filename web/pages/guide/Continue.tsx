import { useTranslation } from "../../kit/text.ts";

/** Finishes a step without anything to save. The last step finishes the guide. */
export function Continue({ onDone, last = false }: { onDone: () => void; last?: boolean }) {
  const { t } = useTranslation();
  return (
    <button type="button" className="btn btn-primary self-start" onClick={onDone}>
      {t(last ? "guide.finish" : "guide.continue")}
    </button>
  );
}
