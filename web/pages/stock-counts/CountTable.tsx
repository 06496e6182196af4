import { RotateCcw } from "lucide-react";
import { type Ref, useEffect, useState } from "react";
import { centsOf } from "../../../src/shared/money.ts";
import { highestStock } from "../../../src/shared/units.ts";
import { quantityOf } from "../../forms/form.ts";
import { api } from "../../kit/api.ts";
import { decimalText } from "../../kit/decimal.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { quantity } from "../../parts/products/amounts.ts";
import { Signed } from "./Signed.tsx";
import type { CountLine } from "./types.ts";

type Props = {
  ref?: Ref<HTMLTableElement>;
  countId: number;
  isOpen: boolean;
  lines: CountLine[];
  onLine: (line: CountLine) => void;
  /** Enter in an amount. */
  onDone: () => void;
};

/** A long list is drawn in parts. */
const step = 100;

const cells =
  "[&>*]:py-2 [&>*]:pl-3 max-phone:[&>*]:pl-1.5 [&>*:first-child]:pl-0 [&>*:not(:first-child)]:text-right [&>td]:whitespace-nowrap";

/** The products of a count, with what was counted beside the stock of that moment. */
export function CountTable({ ref, countId, isOpen, lines, onLine, onDone }: Props) {
  const { t } = useTranslation();
  const [most, setMost] = useState(step);
  if (lines.length === 0)
    return <p className="text-muted py-6 text-center">{t("stockCounts.none")}</p>;
  return (
    <>
      <table ref={ref} className="tabular w-full">
        <thead className="text-muted text-small">
          <tr className={`${cells} text-left [&>th]:font-normal`}>
            <th scope="col">{t("stockCounts.product")}</th>
            <th scope="col">{t("stockCounts.amount")}</th>
            <th scope="col" className="max-phone:hidden">
              {t("stockCounts.stock")}
            </th>
            <th scope="col">{t("stockCounts.difference")}</th>
            <th scope="col" className="max-phone:hidden">
              {t("stockCounts.value")}
            </th>
            {isOpen && <th className="w-8" aria-label={t("stockCounts.clear")} />}
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, most).map((line) => (
            <Row
              key={line.productId}
              line={line}
              countId={countId}
              isOpen={isOpen}
              onLine={onLine}
              onDone={onDone}
            />
          ))}
        </tbody>
      </table>
      {lines.length > most && (
        <button
          type="button"
          className="btn btn-ghost mx-auto mt-2 flex"
          onClick={() => setMost(most + step)}
        >
          {t("stockCounts.more", { count: lines.length - most })}
        </button>
      )}
    </>
  );
}

type RowProps = Omit<Props, "ref" | "lines"> & { line: CountLine };

function Row({ line, countId, isOpen, onLine, onDone }: RowProps) {
  const { t } = useTranslation();
  const { productId, name, code, ean, unit, counted, stock, difference, value } = line;
  const clear = () =>
    void api
      .del<CountLine>(`/stock-counts/${countId}/lines/${productId}`)
      .then(onLine)
      .catch(toast.error);
  return (
    <tr className={`border-line border-t ${cells}`}>
      <th scope="row" className="text-left font-medium wrap-anywhere">
        {name}
        <span className="text-muted text-small block font-normal">{code ?? ean}</span>
      </th>
      <td>
        {isOpen ? (
          <Amount line={line} countId={countId} onLine={onLine} onDone={onDone} />
        ) : (
          counted !== null && quantity(counted, unit)
        )}
      </td>
      <td className="text-muted max-phone:hidden">
        {stock === null ? "–" : quantity(stock, unit)}
      </td>
      <td
        className={
          difference
            ? difference < 0
              ? "text-error font-semibold"
              : "font-semibold"
            : "text-muted"
        }
      >
        {difference === null
          ? "–"
          : `${difference > 0 ? "+" : difference < 0 ? "−" : ""}${quantity(Math.abs(difference), unit)}`}
      </td>
      <td className="max-phone:hidden">
        {value === null ? "–" : <Signed cents={centsOf(value)} />}
      </td>
      {isOpen && (
        <td className="w-8">
          {counted !== null && (
            <IconButton
              label={t("stockCounts.clearOf", { name })}
              icon={RotateCcw}
              className="text-muted"
              onClick={clear}
            />
          )}
        </td>
      )}
    </tr>
  );
}

function Amount({ line, countId, onLine, onDone }: Omit<RowProps, "isOpen">) {
  const { t, tag } = useTranslation();
  const { productId, name, unit, counted } = line;
  const stored = counted === null ? "" : decimalText(counted, tag, 0, 3);
  const [typed, setTyped] = useState(stored);
  const [isWrong, setIsWrong] = useState(false);
  const isTooMuch = (quantityOf(typed, unit) ?? 0) > highestStock;
  useEffect(() => setTyped(stored), [stored]);
  const save = async () => {
    if (typed.trim() === stored) return setIsWrong(false);
    const amount = quantityOf(typed, unit);
    if (amount === undefined || amount > highestStock) return setIsWrong(typed.trim() !== "");
    setIsWrong(false);
    await api
      .post<CountLine>(`/stock-counts/${countId}/lines`, { productId, amount })
      .then(onLine)
      .catch(toast.error);
  };
  return (
    <>
      <span
        className={`input input-sm ml-auto w-24 max-phone:w-16 max-phone:px-2 ${isWrong ? "input-error" : ""}`}
      >
        <input
          data-amount={productId}
          aria-label={t("stockCounts.amountOf", { name })}
          aria-invalid={isWrong || undefined}
          inputMode={unit === "un" ? "numeric" : "decimal"}
          autoComplete="off"
          className="text-right"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => void save()}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            // Leaving the field saves it.
            onDone();
          }}
        />
        {unit !== "un" && <span className="text-muted text-small">{unit}</span>}
      </span>
      {isWrong && isTooMuch && (
        <span role="alert" className="text-error text-small block">
          {t("stockCounts.tooMuch")}
        </span>
      )}
    </>
  );
}
