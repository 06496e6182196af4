import { Paperclip, UserRound } from "lucide-react";
import { fill } from "../../../../src/shared/variables.ts";
import { useTranslation } from "../../../kit/text.ts";
import { Formatted } from "../../../messages/Formatted.tsx";
import { exampleOf } from "../../../parts/TextVariables.tsx";

/** A text as the customer reads it. `ends`: people take over after it. */
export function Preview({
  text,
  file,
  label,
  ends = false,
}: {
  text: string;
  file?: string;
  label: string;
  ends?: boolean;
}) {
  const { t } = useTranslation();
  const read = fill(text, exampleOf(t("quickMessages.example")));
  return (
    <figure>
      <figcaption className="mb-1 font-medium">{label}</figcaption>
      <div className="bg-thread border-line rounded-card border p-3">
        <div
          data-preview
          className="bg-bubble-other border-line rounded-bubble w-fit max-w-full min-w-20 rounded-tl-sm border px-2.5 py-1.5 break-words whitespace-pre-wrap"
        >
          {file && (
            <span className="bg-base-content/6 mb-1 flex items-center gap-2 rounded-lg px-3 py-2">
              <Paperclip size={16} aria-hidden className="shrink-0" />
              <span className="min-w-0 truncate">{file}</span>
            </span>
          )}
          {read.trim() ? (
            <Formatted text={read} />
          ) : (
            <span className="text-muted italic">{t("queues.options.saysNothing")}</span>
          )}
        </div>
        {ends && (
          <p className="text-muted text-small mt-2 flex items-center justify-center gap-1.5">
            <UserRound size={14} aria-hidden />
            {t("queues.options.ends")}
          </p>
        )}
      </div>
    </figure>
  );
}
