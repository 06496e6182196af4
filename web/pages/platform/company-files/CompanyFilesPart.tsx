import { useSignals } from "@preact/signals-react/runtime";
import { Archive, ArrowRightLeft, FileDown, Trash2 } from "lucide-react";
import { useState } from "react";
import { api, ApiError } from "../../../kit/api.ts";
import { download } from "../../../kit/download.ts";
import { IconButton } from "../../../kit/IconButton.tsx";
import { bytes, dateTime, errorText, t, useTranslation } from "../../../kit/text.ts";
import { useBusy } from "../../../kit/use-busy.ts";
import { ImportCompany } from "./ImportCompany.tsx";
import { MoveCard } from "./MoveCard.tsx";
import { type CompanyFiles, useCompanyFiles } from "./state.ts";
import { addTexts } from "../../../kit/translations.ts";
import texts from "./texts.json";

addTexts(texts);

/**
 * Companies' files: exports in progress, downloads, moves, and the import. rules.md#company-files
 */
export function CompanyFilesPart() {
  const state = useCompanyFiles();
  return state && <CompanyFilesView state={state} />;
}

export function CompanyFilesView({
  state: { work, failed, files, moves },
}: {
  state: CompanyFiles;
}) {
  useSignals();
  useTranslation();
  const [importing, setImporting] = useState(false);
  return (
    <section className="mt-8" aria-label={t("companyFiles.title")}>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="text-title font-semibold">{t("companyFiles.title")}</h2>
          <p className="text-muted">{t("companyFiles.lead")}</p>
        </div>
        <button
          type="button"
          className="btn"
          disabled={work !== null}
          onClick={() => setImporting(true)}
        >
          <Archive size={18} aria-hidden />
          {t("companyFiles.import")}
        </button>
      </div>
      {work && (
        <div role="status" className="card-quiet mb-3 px-4 py-3">
          <p className="font-medium break-words">
            {t(`companyFiles.working.${work.what}`, { name: work.name })}
          </p>
          <progress
            className="progress progress-primary mt-2 w-full"
            aria-label={t(`companyFiles.working.${work.what}`, { name: work.name })}
            {...(work.part !== null && { value: work.part, max: 1 })}
          />
        </div>
      )}
      {failed && (
        <p role="alert" className="text-error mb-3 break-words">
          {t(`companyFiles.failed.${failed.what}`, {
            name: failed.name,
            error: errorText(new ApiError(0, failed)),
          })}
        </p>
      )}
      {moves.map((move) => (
        <MoveCard key={move.company} move={move} isBusy={work?.company === move.company} />
      ))}
      {files.length > 0 && (
        <ul className="card-quiet divide-line divide-y">
          {files.map((file) => (
            <MadeFile key={file.company} file={file} />
          ))}
        </ul>
      )}
      {importing && <ImportCompany onClose={() => setImporting(false)} />}
    </section>
  );
}

function MadeFile({
  file: { company, name, at, size, moves, removedAt },
}: {
  file: CompanyFiles["files"][number];
}) {
  useSignals();
  const [busy, run] = useBusy();
  const Icon = moves ? ArrowRightLeft : Archive;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <span className="flex min-w-0 flex-1 basis-60 items-start gap-3">
        <Icon size={18} aria-hidden className="text-muted mt-px shrink-0" />
        <span className="min-w-0">
          <span className="block font-medium break-words">{name}</span>
          <span className="text-muted text-small tabular block">
            {t(moves ? "companyFiles.madeToMove" : "companyFiles.made", {
              at: dateTime(at),
              size: bytes(size),
              until: dateTime(removedAt),
            })}
          </span>
        </span>
      </span>
      <span className="flex items-center gap-2">
        <button
          type="button"
          className="btn btn-sm"
          aria-label={t("companyFiles.downloadOf", { name })}
          disabled={busy}
          onClick={() => void run(() => download(`/company-files/${company}`))}
        >
          {busy ? (
            <span aria-hidden className="loading loading-spinner loading-xs" />
          ) : (
            <FileDown size={16} aria-hidden />
          )}
          {t("companyFiles.download")}
        </button>
        <IconButton
          label={t("companyFiles.removeOf", { name })}
          icon={Trash2}
          onClick={() => void run(() => api.del(`/company-files/${company}`))}
        />
      </span>
    </li>
  );
}
