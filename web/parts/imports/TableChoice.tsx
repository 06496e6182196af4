import { useSignals } from "@preact/signals-react/runtime";
import { LabeledSelect } from "../../kit/LabeledSelect.tsx";
import { useTranslation } from "../../kit/text.ts";
import { useBusy } from "../../kit/use-busy.ts";
import { chooseTable } from "./import.ts";
import { headless, type Sheet } from "./state.ts";

/** Chooses the sheet, and the line with the column names. Both are detected first. */
export function TableChoice({ file }: { file: Sheet }) {
  useSignals();
  const { t } = useTranslation();
  const [, run] = useBusy();
  const { sheets, sheet, headLine, top } = file;
  const lines = top.some(({ line }) => line === headLine)
    ? top
    : [...top, { line: headLine, cells: file.head }];
  return (
    <div className="mb-4 grid gap-3 phone:grid-cols-2">
      {sheets.length > 1 && (
        <LabeledSelect
          label={t("imports.columns.sheet")}
          value={sheet}
          options={sheets.map(({ name, total }, id) => ({
            id,
            name: t("imports.columns.sheetOption", { name, count: total }),
          }))}
          onChange={(id) => void run(() => chooseTable(id ?? 0))}
        />
      )}
      {lines.length > 1 && (
        <LabeledSelect
          label={t(headless.value ? "imports.columns.firstLine" : "imports.columns.headLine")}
          value={headLine}
          options={lines.map(({ line, cells }) => ({
            id: line,
            name: t("imports.columns.lineOption", {
              line,
              cells: cells
                .map((cell) => String(cell ?? "").trim())
                .filter(Boolean)
                .slice(0, 4)
                .join(" · ")
                .slice(0, 60),
            }),
          }))}
          onChange={(line) => void run(() => chooseTable(sheet, line ?? undefined))}
        />
      )}
    </div>
  );
}
