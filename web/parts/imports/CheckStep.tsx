import { useSignals } from "@preact/signals-react/runtime";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useState } from "react";
import type { ImportRow, RowReason } from "../../../src/modules/imports/table.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { useBusy } from "../../kit/use-busy.ts";
import {
  backToColumns,
  startImport,
  columnTargets,
  headless,
  isTaken,
  namedLines,
  onlyNamed,
  preview,
  rows,
  setAll,
  setTaken,
  rowsToImport,
} from "./import.ts";
import { Notes } from "./Notes.tsx";
import { Numbers } from "./Numbers.tsx";

/** What will become of the rows, and which of them are taken. */
export function CheckStep() {
  useSignals();
  const { t, tag } = useTranslation();
  const [busy, run] = useBusy();
  const checked = preview.value;
  if (!checked) return null;
  return (
    <section aria-label={t("imports.steps.check")}>
      <Numbers rows={checked.total} counts={checked} />
      {checked.refused > 0 && (
        <div className="card-quiet mt-3 px-4 py-3">
          <h2 className="font-medium">{t("imports.check.refused", { count: checked.refused })}</h2>
          <ul className="text-muted mt-1 flex flex-col gap-0.5">
            {(Object.entries(checked.reasons) as [RowReason, number][]).map(([reason, count]) => (
              <li key={reason}>
                {t(`imports.reasons.${reason}`)}:{" "}
                <span className="tabular">{count.toLocaleString(tag)}</span>
                <span className="text-small">
                  {" "}
                  ·{" "}
                  {t("imports.check.lines", {
                    count,
                    lines: checked.examples
                      .filter((row) => row.reason === reason)
                      .slice(0, 5)
                      .map(({ line }) => line)
                      .join(", "),
                  })}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Notes checked={checked} />
      <Preview />
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <button type="button" className="btn btn-ghost" onClick={backToColumns}>
          {t("common.back")}
        </button>
        <button
          type="button"
          className="btn btn-primary"
          disabled={busy}
          onClick={() => void run(startImport)}
        >
          {busy && <span aria-hidden className="loading loading-spinner loading-sm" />}
          {t("imports.check.go", { count: rowsToImport.value })}
        </button>
      </div>
    </section>
  );
}

/** The rows, twenty at a time, each to be left out. */
function Preview() {
  useSignals();
  const { t } = useTranslation();
  const [pageNumber, setPageNumber] = useState(1);
  const [page, setPage] = useState<{ rows: ImportRow[]; hasMore: boolean }>({
    rows: [],
    hasMore: false,
  });
  useEffect(() => {
    let left = false;
    rows(pageNumber).then((found) => !left && setPage(found), toast.error);
    return () => void (left = true);
  }, [pageNumber]);
  const shown = page.rows.filter((_, index) => headless.value || pageNumber > 1 || index > 0);
  const columns = columnTargets.value.flatMap((target, column) =>
    target === "none" ? [] : [{ target, column }],
  );
  const all = namedLines.value.size === 0;
  const refused = new Set(preview.value?.refusedLines);
  const isImported = (line: number) => isTaken(line) && !refused.has(line);

  return (
    <div className="mt-4">
      <div className="mb-1.5 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-muted text-small font-medium">{t("imports.check.rows")}</h2>
        <label className="flex cursor-pointer items-center gap-2">
          <input
            type="checkbox"
            className="checkbox checkbox-primary checkbox-sm"
            checked={all && !onlyNamed.value}
            ref={(box) => void (box && (box.indeterminate = !all))}
            onChange={(event) => setAll(event.target.checked)}
          />
          {t("imports.check.all")}
        </label>
      </div>
      <div
        className="card-quiet overflow-x-auto"
        tabIndex={0}
        role="group"
        aria-label={t("imports.check.rows")}
      >
        <table className="w-full text-left">
          <thead>
            <tr className="text-muted text-small">
              <th scope="col" className="w-px px-3 py-2 font-medium">
                <span className="sr-only">{t("imports.check.take")}</span>
              </th>
              <th scope="col" className="w-px px-2 py-2 font-medium">
                {t("imports.check.line")}
              </th>
              {columns.map(({ target, column }) => (
                <th key={column} scope="col" className="px-3 py-2 font-medium whitespace-nowrap">
                  {t(`imports.targets.${target}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ line, cells }) => (
              <tr
                key={line}
                className={`border-line border-t ${isImported(line) ? "" : "text-muted"}`}
              >
                <td className="px-3 py-1.5">
                  <input
                    type="checkbox"
                    className="checkbox checkbox-primary checkbox-sm align-middle"
                    aria-label={t(
                      refused.has(line) ? "imports.check.refusedLine" : "imports.check.takeLine",
                      { line },
                    )}
                    disabled={refused.has(line)}
                    checked={isImported(line)}
                    onChange={(event) => setTaken(line, event.target.checked)}
                  />
                </td>
                <td className="text-muted text-small tabular px-2 py-1.5">{line}</td>
                {columns.map(({ column }) => (
                  <td key={column} className="max-w-56 truncate px-3 py-1.5">
                    {cells[column] === null ? (
                      <em className="text-error">{t("imports.columns.formula")}</em>
                    ) : (
                      cells[column]
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {(pageNumber > 1 || page.hasMore) && (
        <div className="mt-1 flex items-center justify-end gap-1">
          <IconButton
            label={t("imports.check.before")}
            icon={ChevronLeft}
            disabled={pageNumber === 1}
            onClick={() => setPageNumber(pageNumber - 1)}
          />
          <span className="text-muted text-small tabular">{pageNumber}</span>
          <IconButton
            label={t("imports.check.after")}
            icon={ChevronRight}
            disabled={!page.hasMore}
            onClick={() => setPageNumber(pageNumber + 1)}
          />
        </div>
      )}
    </div>
  );
}
