import { useSignals } from "@preact/signals-react/runtime";
import { CircleAlert, FileSpreadsheet } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { uploadLimit, uploadMegabytes } from "../../../src/shared/limits.ts";
import { ApiError } from "../../kit/api.ts";
import { errorText, useTranslation } from "../../kit/text.ts";
import { send } from "./import.ts";
import { source, uploadProgress } from "./state.ts";

const accepted = [".xls", ".xlsx", ".csv", ".txt", ".vcf"];

/** Takes a file by a click or a drop. */
export function FileStep() {
  useSignals();
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const sending = useRef<AbortController>(undefined);
  const [over, setOver] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const part = uploadProgress.value;

  const upload = async (file: File | undefined) => {
    if (!file) return;
    if (!accepted.some((end) => file.name.toLowerCase().endsWith(end)))
      return setProblem(t("errors.ERR_IMPORT_FILE"));
    if (file.size > uploadLimit)
      return setProblem(t("imports.file.tooLarge", { most: uploadMegabytes }));
    setProblem(null);
    sending.current = new AbortController();
    try {
      await send(file, sending.current.signal);
    } catch (error) {
      const wasCancelled =
        sending.current.signal.aborted && error instanceof ApiError && error.status === 0;
      if (!wasCancelled) setProblem(errorText(error));
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (part === null) void upload(event.dataTransfer.files[0]);
  };

  return (
    <section aria-label={t("imports.steps.file")}>
      <div
        className={`rounded-card flex flex-col items-center gap-3 border-2 border-dashed px-6 py-12 text-center ${over ? "border-primary bg-primary/8" : "border-(--field-line) bg-base-100"}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileSpreadsheet size={28} strokeWidth={1.6} aria-hidden className="text-muted" />
        {part === null ? (
          <>
            <p className="font-medium">{t("imports.file.drop")}</p>
            <button
              type="button"
              className="btn btn-primary"
              onClick={() => input.current?.click()}
            >
              {t("imports.file.choose")}
            </button>
            <p className="text-muted text-small">
              {t("imports.file.kinds", { most: uploadMegabytes })}
            </p>
          </>
        ) : (
          <SendingFile part={part} onCancel={() => sending.current?.abort()} />
        )}
        <input
          ref={input}
          type="file"
          accept={accepted.join(",")}
          aria-label={t("imports.file.choose")}
          className="hidden"
          onChange={(event) => {
            void upload(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
      </div>
      <div role="alert">
        {problem && (
          <p className="border-error/40 bg-error/8 mt-3 flex items-start gap-2 rounded-lg border px-3 py-2.5">
            <CircleAlert size={18} aria-hidden className="text-error mt-px shrink-0" />
            <span className="min-w-0 break-words">{problem}</span>
          </p>
        )}
      </div>
      <p className="text-muted mt-4">
        {source.value && t(`imports.kinds.${source.value.area}.hint`)}
      </p>
    </section>
  );
}

function SendingFile({ part, onCancel }: { part: number; onCancel: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <p role="status" className="font-medium">
        {t(part < 1 ? "imports.file.sending" : "imports.file.reading")}
      </p>
      <progress
        className="progress progress-primary w-56"
        aria-label={t("imports.file.sending")}
        {...(part < 1 && { value: part, max: 1 })}
      />
      <button type="button" className="btn btn-ghost btn-sm" onClick={onCancel}>
        {t("common.cancel")}
      </button>
    </>
  );
}
