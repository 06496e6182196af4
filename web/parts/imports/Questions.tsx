import { useSignals } from "@preact/signals-react/runtime";
import { useId } from "react";
import type { Choice, DecimalMark, ImportPreview } from "../../../src/modules/imports/table.ts";
import { useTranslation } from "../../kit/text.ts";
import { useBusy } from "../../kit/use-busy.ts";
import { columnName, letter } from "./columns.ts";
import { chooseCost, chooseMark } from "./import.ts";
import { withoutCost } from "./state.ts";

const costAnswers = [undefined, "selling", "noPrice"] as const satisfies Choice["withoutCost"][];

/** Questions that the file leaves open: its number format, and products without a cost price. */
export function Questions({ checked }: { checked: ImportPreview }) {
  useSignals();
  const { reasons, decimals } = checked;
  const isCostMissing =
    (reasons.noCost ?? 0) > 0 || (reasons.noPrice ?? 0) > 0 || withoutCost.value !== undefined;
  return (
    <>
      {isCostMissing && <CostQuestion />}
      {decimals.map((one) => (
        <MarkQuestion key={one.column} {...one} />
      ))}
    </>
  );
}

function CostQuestion() {
  useSignals();
  const { t } = useTranslation();
  const [busy, run] = useBusy();
  const name = useId();
  return (
    <fieldset className="card-quiet mt-3 px-4 py-3" disabled={busy}>
      <legend className="float-left mb-1 w-full font-medium">{t("imports.check.cost")}</legend>
      {costAnswers.map((answer) => (
        <label
          key={answer ?? "leave"}
          className="clear-both flex cursor-pointer items-center gap-2 py-0.5"
        >
          <input
            type="radio"
            name={name}
            className="radio radio-primary radio-sm"
            checked={withoutCost.value === answer}
            onChange={() => void run(() => chooseCost(answer))}
          />
          {t(`imports.check.costs.${answer ?? "leave"}`)}
        </label>
      ))}
    </fieldset>
  );
}

function MarkQuestion({ column, mark, example }: ImportPreview["decimals"][number]) {
  useSignals();
  const { t, tag } = useTranslation();
  const [busy, run] = useBusy();
  const id = useId();
  const digits = Number(example.replace(/\D/g, ""));
  const own: DecimalMark = example.includes(",") ? "," : ".";
  const valueBy = (one: DecimalMark) => (one === own ? digits / 1000 : digits).toLocaleString(tag);
  const name = columnName(column) || letter(column);
  return (
    <div className="card-quiet mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <label htmlFor={id} className="min-w-56 flex-1">
        {t("imports.check.mark", { example, name })}
      </label>
      <select
        id={id}
        className="select w-full phone:w-56"
        disabled={busy}
        value={mark}
        onChange={({ target }) => void run(() => chooseMark(column, target.value as DecimalMark))}
      >
        {([",", "."] as const).map((one) => (
          <option key={one} value={one}>
            {t("imports.check.markOption", { value: valueBy(one) })}
          </option>
        ))}
      </select>
    </div>
  );
}
