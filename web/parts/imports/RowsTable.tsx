import { useSignals } from "@preact/signals-react/runtime";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useState } from "react";
import type { ShownRow } from "../../../src/modules/imports/table.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { maskPhone } from "../../kit/phone-mask.ts";
import { money, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { columnName, shownColumns } from "./columns.ts";
import { isTaken, rows, setAll, setTaken } from "./rows.ts";
import { namedLines, onlyNamed, preview, type Target } from "./state.ts";

/** The rows in their stored form, twenty at a time; the user can leave out each one. */
export function RowsTable() {
  useSignals();
  const { t, tag } = useTranslation();
  const [pageNumber, setPageNumber] = useState(1);
  const [page, setPage] = useState<{ rows: ShownRow[]; hasMore: boolean }>({
    rows: [],
    hasMore: false,
  });
  const checked = preview.value;
  useEffect(() => {
    let left = false;
    rows(pageNumber).then((next) => !left && setPage(next), toast.error);
    return () => void (left = true);
    // A changed answer on screen changes the stored rows.
  }, [pageNumber, checked]);
  const columns = shownColumns.value;
  const all = namedLines.value.size === 0;

  const valueOf = (target: Target, value: string) => {
    if (value === "") return "";
    if (target === "number") return maskPhone(`+${value}`);
    if (target === "costPrice" || target === "sellingPrice" || target === "promotionPrice")
      return money(value);
    if (target === "stock") return Number(value).toLocaleString(tag);
    if (target === "active") return t(`imports.check.active.${value === "true" ? "yes" : "no"}`);
    return value;
  };
  const cell = (row: ShownRow, { key, target, columns: from }: (typeof columns)[number]) => {
    if (row.values) return valueOf(target, row.values[key] ?? "");
    return from
      .map((column) =>
        row.cells[column] === null ? t("imports.columns.formula") : row.cells[column],
      )
      .filter((text) => text !== undefined && text !== "")
      .join(" ");
  };

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
              {columns.map(({ key, target, columns: from }) => (
                <th key={key} scope="col" className="px-3 py-2 font-medium whitespace-nowrap">
                  {target === "field" ? columnName(from[0]!) : t(`imports.targets.${target}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {page.rows.map((row) => (
              <Row key={row.line} row={row} columns={columns} cell={cell} />
            ))}
          </tbody>
        </table>
      </div>
      {(pageNumber > 1 || page.hasMore) && (
        <Pager pageNumber={pageNumber} setPageNumber={setPageNumber} page={page} />
      )}
    </div>
  );
}

/** The column that shows a row's refusal: the column it is about, else the first. */
function placeOf({ column }: ShownRow, columns: { columns: number[] }[]): number {
  const at = columns.findIndex(({ columns: from }) => column !== null && from.includes(column));
  return Math.max(0, at);
}

function Row({
  row,
  columns,
  cell,
}: {
  row: ShownRow;
  columns: typeof shownColumns.value;
  cell: (row: ShownRow, column: (typeof shownColumns.value)[number]) => string;
}) {
  useSignals();
  const { t } = useTranslation();

  return (
    <tr
      className={`border-line border-t align-top ${row.values && isTaken(row.line) ? "" : "text-muted"}`}
    >
      <td className="px-3 py-1.5">
        <input
          type="checkbox"
          className="checkbox checkbox-primary checkbox-sm align-middle"
          aria-label={t(row.values ? "imports.check.takeLine" : "imports.check.refusedLine", {
            line: row.line,
          })}
          disabled={!row.values}
          checked={row.values !== null && isTaken(row.line)}
          onChange={(event) => setTaken(row.line, event.target.checked)}
        />
      </td>
      <td className="text-muted text-small tabular px-2 py-1.5">{row.line}</td>
      {columns.map((column, index) => (
        <td key={column.key} className="max-w-56 truncate px-3 py-1.5">
          {cell(row, column)}
          {row.reason !== null && index === placeOf(row, columns) && (
            <span className="text-error text-small block whitespace-normal">
              {t(`imports.reasons.${row.reason}`)}
            </span>
          )}
        </td>
      ))}
    </tr>
  );
}

function Pager({
  pageNumber,
  setPageNumber,
  page,
}: {
  pageNumber: number;
  setPageNumber: (pageNumber: number) => void;
  page: { hasMore: boolean };
}) {
  const { t } = useTranslation();

  return (
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
  );
}
