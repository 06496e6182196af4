import { amountOf, centsOf } from "../../../src/shared/money.ts";
import { decimalText } from "../../kit/decimal.ts";
import { money, useTranslation } from "../../kit/text.ts";
import { Difference } from "./Difference.tsx";
import type { FullTill } from "./types.ts";

/** A method with its count in cents. */
type Counted = FullTill["sums"][number] & { cents: number };

type Props = {
  sums: Counted[];
  difference: number;
  /** The counts as typed; left out where nothing can be typed. */
  typed?: Record<number, string>;
  onType?: (paymentId: number, text: string) => void;
};

/** The count of each method beside what it should be. */
export function MethodTable({ sums, difference, typed, onType }: Props) {
  const { t, tag } = useTranslation();
  const total = (values: number[]) => money(amountOf(values.reduce((sum, each) => sum + each, 0)));
  return (
    <section className="card-quiet p-4">
      <h2 className="mb-2 font-semibold">{t("tills.check")}</h2>
      <table className="w-full">
        <thead className="text-muted text-small">
          <tr className="[&>th]:pr-3 [&>th]:pb-2 [&>th]:font-normal [&>th:last-child]:pr-0">
            <th scope="col" className="text-left">
              {t("tills.method")}
            </th>
            <th scope="col" className="text-right max-phone:hidden">
              {t("tills.expected")}
            </th>
            <th scope="col" className="text-right">
              {t("tills.checked")}
            </th>
            <th scope="col" className="text-right">
              {t("tills.difference")}
            </th>
          </tr>
        </thead>
        <tbody>
          {sums.map(({ paymentId, name, receipts, expected, isDrawer, cents }) => (
            <tr
              key={paymentId}
              className="border-line tabular border-t text-right [&>td]:py-2.5 [&>td]:pr-3 [&>td:last-child]:pr-0"
            >
              <th scope="row" className="py-2.5 pr-3 text-left font-medium">
                {name}
                <span className="text-muted text-small block font-normal">
                  {t("tills.receipts", { count: receipts })}
                </span>
                <span className="text-muted text-small block font-normal phone:hidden">
                  {t("tills.shouldBe", { amount: money(expected) })}
                </span>
              </th>
              <td className="whitespace-nowrap max-phone:hidden">{money(expected)}</td>
              <td className="whitespace-nowrap">
                {isDrawer || !onType ? (
                  money(amountOf(cents))
                ) : (
                  <span className="input input-sm ml-auto w-24 phone:w-32">
                    <span className="text-muted text-xs">R$</span>
                    <input
                      aria-label={t("tills.checkedOf", { method: name })}
                      inputMode="decimal"
                      className="text-right"
                      value={typed?.[paymentId] ?? decimalText(centsOf(expected) / 100, tag)}
                      onChange={({ target }) => onType(paymentId, target.value)}
                    />
                  </span>
                )}
              </td>
              <td>
                <Difference cents={cents - centsOf(expected)} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-line tabular border-t text-right font-semibold [&>*]:pt-3 [&>td]:pr-3 [&>td:last-child]:pr-0">
            <th scope="row" className="text-left">
              {t("tills.sum")}
            </th>
            <td className="max-phone:hidden">
              {total(sums.map(({ expected }) => centsOf(expected)))}
            </td>
            <td>{total(sums.map(({ cents }) => cents))}</td>
            <td>
              <Difference cents={difference} />
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
