import { CircleDot } from "lucide-react";
import { useEffect, useRef } from "react";
import { dialogs } from "./open-dialogs.ts";
import { useTranslation } from "./text.ts";

type Props = {
  dirty: boolean;
  saving: boolean;
  /** The id of the form to submit; without it `onSave` runs. */
  form?: string;
  onSave?: () => void;
  /** Resets the changes, where the page can. */
  onDiscard?: () => void;
};

/** The actions of a page that changes one thing: the unsaved mark, discard and save. */
export function SaveActions({ dirty, saving, form, onSave, onDiscard }: Props) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.key !== "s" ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey ||
        dialogs.peek().length > 0
      )
        return;
      event.preventDefault();
      button.current?.click();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);

  return (
    <>
      <p
        role="status"
        className="text-waiting text-small flex items-center gap-1.5 max-phone:sr-only"
      >
        {dirty && (
          <>
            <CircleDot size={14} aria-hidden />
            {t("common.unsaved")}
          </>
        )}
      </p>
      {dirty && onDiscard && (
        <button
          type="button"
          className="btn btn-ghost btn-sm"
          disabled={saving}
          onClick={onDiscard}
        >
          {t("common.discard")}
        </button>
      )}
      <button
        ref={button}
        type={form ? "submit" : "button"}
        form={form}
        className="btn btn-primary btn-sm"
        disabled={saving}
        aria-keyshortcuts="Control+S"
        onClick={onSave}
      >
        {saving && <span aria-hidden className="loading loading-spinner loading-xs" />}
        {t("common.save")}
      </button>
    </>
  );
}
