import { useSignals } from "@preact/signals-react/runtime";
import { useTranslation } from "../../kit/text.ts";
import { useBusy } from "../../kit/use-busy.ts";
import { columnName, letter, setTarget, isSingle } from "./columns.ts";
import { forgetFile, check } from "./import.ts";
import { Switch } from "./Switch.tsx";
import { TableChoice } from "./TableChoice.tsx";
import { columnTargets, headless, sheet, source, type Target, validate } from "./state.ts";

/** Assigns columns to fields. A field that takes only one column is not offered twice. */
export function ColumnsStep() {
  useSignals();
  const { t } = useTranslation();
  const [busy, run] = useBusy();
  const file = sheet.value;
  if (!file) return null;

  return (
    <section aria-label={t("imports.steps.columns")}>
      <p className="mb-3">
        <span className="font-medium break-words">{file.name}</span>
        <span className="text-muted">
          {" "}
          · {t("imports.columns.rows", { count: file.total - (headless.value ? 0 : 1) })}
        </span>
      </p>
      <TableChoice file={file} />
      <ul className="card-quiet divide-line divide-y">
        {columnTargets.value.map((target, column) => (
          <Column key={column} column={column} target={target} />
        ))}
      </ul>
      <div className="mt-4 flex flex-col gap-3">
        <Switch
          label={t("imports.columns.headed", { line: file.headLine })}
          hint={t("imports.columns.headedHint")}
          checked={!headless.value}
          onChange={(checked) => (headless.value = !checked)}
        />
        {source.value?.targets.includes("number") && (
          <Switch
            label={t("imports.columns.validate")}
            hint={t("imports.columns.validateHint")}
            checked={validate.value}
            onChange={(checked) => (validate.value = checked)}
          />
        )}
      </div>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <button type="button" className="btn btn-ghost" onClick={forgetFile}>
          {t("imports.columns.other")}
        </button>
        <button
          type="button"
          className="btn btn-primary"
          disabled={busy}
          onClick={() => void run(check)}
        >
          {busy && <span aria-hidden className="loading loading-spinner loading-sm" />}
          {t("imports.columns.go")}
        </button>
      </div>
    </section>
  );
}

/** Numbers as in a spreadsheet: without grouping, because some are phone numbers. */
const plain = { useGrouping: false, maximumFractionDigits: 10 };

function Column({ column, target }: { column: number; target: Target }) {
  useSignals();
  const { t, tag } = useTranslation();
  const name = columnName(column) || t("imports.columns.unnamed", { letter: letter(column) });
  const samples = (sheet.value?.samples[column] ?? [])
    .map((cell) => (typeof cell === "number" ? cell.toLocaleString(tag, plain) : cell))
    .map((cell) => cell ?? t("imports.columns.formula"))
    .filter((text) => text !== "");
  return (
    <li
      data-column={letter(column)}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5"
    >
      <span aria-hidden className="text-muted text-small tabular w-6 shrink-0">
        {letter(column)}
      </span>
      <div className="min-w-44 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className="text-muted text-small truncate">
          {samples.join(" · ") || t("imports.columns.blank")}
        </p>
      </div>
      <select
        className="select w-full phone:w-56"
        aria-label={t("imports.columns.is", { name })}
        value={target}
        onChange={(event) => setTarget(column, event.target.value as Target)}
      >
        {source.value?.targets.map((one) => (
          <option key={one} value={one} disabled={isElsewhere(one, column)}>
            {t(`imports.targets.${one}`)}
          </option>
        ))}
      </select>
    </li>
  );
}

const isElsewhere = (target: Target, column: number) =>
  isSingle(target) && columnTargets.value.some((one, index) => one === target && index !== column);
