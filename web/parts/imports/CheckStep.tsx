import { useSignals } from "@preact/signals-react/runtime";
import type { ImportPreview, RowReason } from "../../../src/modules/imports/table.ts";
import { useTranslation } from "../../kit/text.ts";
import { useBusy } from "../../kit/use-busy.ts";
import { columnName, letter } from "./columns.ts";
import { backToColumns, startImport } from "./import.ts";
import { Notes } from "./Notes.tsx";
import { Numbers } from "./Numbers.tsx";
import { Questions } from "./Questions.tsx";
import { RowsTable } from "./RowsTable.tsx";
import { preview } from "./state.ts";
import { rowsToImport } from "./rows.ts";

/** Shows the outcome for the rows, and which rows are imported. */
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
                <Lines checked={checked} reason={reason} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <Questions checked={checked} />
      <Notes checked={checked} />
      <RowsTable />
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

/** The first lines refused for a reason, under the column that it is about. */
function Lines({ checked, reason }: { checked: ImportPreview; reason: RowReason }) {
  const { t } = useTranslation();
  const byColumn = Map.groupBy(
    checked.examples.filter((row) => row.reason === reason),
    ({ column }) => column,
  );
  return [...byColumn].map(([column, rows]) => {
    const lines = t("imports.check.lines", {
      count: rows.length,
      lines: rows.map(({ line }) => line).join(", "),
    });
    return (
      <span key={column} className="text-small">
        {" "}
        ·{" "}
        {column === null
          ? lines
          : t("imports.check.inColumn", { name: columnName(column) || letter(column), lines })}
      </span>
    );
  });
}
