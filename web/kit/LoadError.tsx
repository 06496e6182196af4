import { CloudOff } from "lucide-react";
import { Empty } from "./Empty.tsx";
import { errorText, useTranslation } from "./text.ts";

type Props = {
  /** What went wrong, or a text that says it. */
  error: unknown;
  onRetry: () => void;
  /** What could not be read; a list by default. */
  title?: string;
  /** The whole page is this. */
  page?: boolean;
};

/** Says that something could not be read, and why, and lets one try again. */
export function LoadError({ error, onRetry, title, page }: Props) {
  const { t } = useTranslation();
  return (
    <Empty
      page={page}
      icon={CloudOff}
      title={title ?? t("common.listFailed")}
      text={errorText(error)}
      action={
        <button type="button" className="btn" onClick={onRetry}>
          {t("common.retry")}
        </button>
      }
    />
  );
}
