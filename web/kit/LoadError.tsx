import { CloudOff } from "lucide-react";
import { Empty } from "./Empty.tsx";
import { errorText, useTranslation } from "./text.ts";

type Props = {
  /** The error, or a text about it. */
  error: unknown;
  onRetry: () => void;
  /** A title that names the failed thing; a list by default. */
  title?: string;
  /** The error fills the whole page. */
  page?: boolean;
};

/** Shows why something could not be loaded, with a button to try again. */
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
