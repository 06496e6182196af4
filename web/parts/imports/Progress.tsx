import { useSignals } from "@preact/signals-react/runtime";
import { CircleCheck, Download, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { Confirm } from "../../kit/Confirm.tsx";
import { download } from "../../kit/download.ts";
import { language, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { forgetFile, stop } from "./import.ts";
import { Numbers } from "./Numbers.tsx";
import { type ImportState, source } from "./state.ts";

/** How far it is. It goes on when one leaves. */
export function RunningImport({ running }: { running: ImportState }) {
  const { t, tag } = useTranslation();
  const [isConfirming, setIsConfirming] = useState(false);
  const { name, done, total, isSetAside } = running;
  const percent = Math.floor((done / Math.max(1, total)) * 100);
  return (
    <section aria-label={t("imports.running.title")}>
      <div className="card-quiet mb-3 px-4 py-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 className="font-medium break-words">{t("imports.running.of", { name })}</h2>
          <p className="text-muted tabular">
            {t("imports.running.progress", {
              done: done.toLocaleString(tag),
              total: total.toLocaleString(tag),
            })}
          </p>
        </div>
        <progress
          className="progress progress-primary mt-2 w-full"
          aria-label={t("imports.running.title")}
          value={percent}
          max={100}
        />
        {!isSetAside && <p className="text-muted text-small mt-2">{t("imports.running.hint")}</p>}
      </div>
      {isSetAside && (
        <p
          role="alert"
          className="border-waiting/40 bg-waiting/10 mb-3 flex items-start gap-3 rounded-lg border px-4 py-3"
        >
          <TriangleAlert size={20} aria-hidden className="text-waiting mt-px shrink-0" />
          <span>{t("imports.running.setAside")}</span>
        </p>
      )}
      {/* A screen reader announces each tenth only. */}
      <p role="status" className="sr-only">
        {t("imports.running.percent", { percent: Math.floor(percent / 10) * 10 })}
      </p>
      <Numbers rows={done} counts={running} />
      <div className="mt-5 flex justify-end">
        <button type="button" className="btn" onClick={() => setIsConfirming(true)}>
          {t("imports.running.stop")}
        </button>
      </div>
      {isConfirming && (
        <Confirm
          title={t("imports.running.stopQuestion")}
          text={t("imports.running.stopText")}
          action={t("imports.running.stop")}
          onConfirm={stop}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </section>
  );
}

/** The result of an import. */
export function EndedImport({ ended }: { ended: ImportState }) {
  useSignals();
  const { t } = useTranslation();
  const { id, state, refused } = ended;
  const fine = state === "done" && refused === 0;
  const text =
    state === "cancelled"
      ? "imports.ended.cancelled"
      : fine
        ? "imports.ended.done"
        : "imports.ended.doneWithErrors";
  const Icon = fine ? CircleCheck : TriangleAlert;
  return (
    <section aria-label={t("imports.steps.ended")}>
      <p role="status" className="card-quiet mb-3 flex items-start gap-3 px-4 py-3.5">
        <Icon
          size={20}
          aria-hidden
          className={`mt-px shrink-0 ${fine ? "text-primary" : "text-waiting"}`}
        />
        <span className="font-medium">{t(text)}</span>
      </p>
      <Numbers rows={ended.done} counts={ended} />
      {refused > 0 && (
        <div className="card-quiet mt-3 flex flex-wrap items-center justify-between gap-3 px-4 py-3">
          <p className="min-w-56 flex-1">{t("imports.ended.refused", { count: refused })}</p>
          <button
            type="button"
            className="btn"
            onClick={() =>
              void download(`/imports/${id}/errors`, { language: language.value }).catch(
                toast.error,
              )
            }
          >
            <Download size={18} aria-hidden />
            {t("imports.ended.download")}
          </button>
        </div>
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <button type="button" className="btn btn-ghost" onClick={forgetFile}>
          {t("imports.ended.another")}
        </button>
        <Done />
      </div>
    </section>
  );
}

function Done() {
  useSignals();
  const done = source.value?.done;
  if (!done) return null;
  if ("href" in done)
    return (
      <Link href={done.href} className="btn btn-primary">
        {done.label}
      </Link>
    );
  return (
    <button type="button" className="btn btn-primary" onClick={done.run}>
      {done.label}
    </button>
  );
}
