import { RotateCcw } from "lucide-react";
import { useId, useState } from "react";
import { permanentReasons } from "../../../../src/shared/campaigns.ts";
import { money, useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { moveCampaign } from "../../../parts/campaigns/move.ts";
import { numberText } from "../../../parts/figures.ts";
import { can } from "../../../session/can.ts";
import { whyNot } from "./reason.ts";
import type { Report } from "./types.ts";

const figures = ["sent", "delivered", "read", "answered", "failed"] as const;

/** The results of each text. */
export function Variants({ campaign, variants }: Pick<Report, "campaign" | "variants">) {
  const { t } = useTranslation();
  const id = useId();
  const mayReadOrders = variants.some(({ revenue }) => revenue !== null);
  const textOf = (variant: number) => campaign[`message${variant}` as "message1"];
  return (
    <section className="card-quiet min-w-0 px-4 py-4" aria-labelledby={id}>
      <h2 id={id} className="font-semibold">
        {t("campaignReport.byVariant")}
      </h2>
      {variants.length === 0 ? (
        <p className="text-muted mt-1">{t("campaignReport.variantsNone")}</p>
      ) : (
        <div className="mt-2 overflow-x-auto" tabIndex={0} role="group" aria-labelledby={id}>
          <table className="w-full text-left">
            <thead>
              <tr className="text-muted text-small">
                <th scope="col" className="border-line border-b py-1.5 pr-3 font-medium">
                  {t("campaignReport.variant")}
                </th>
                {figures.map((name) => (
                  <th
                    key={name}
                    scope="col"
                    className="border-line border-b py-1.5 pl-3 text-right font-medium"
                  >
                    {t(`campaignReport.steps.${name}`)}
                  </th>
                ))}
                {(mayReadOrders ? (["orders", "revenue"] as const) : (["orders"] as const)).map(
                  (name) => (
                    <th
                      key={name}
                      scope="col"
                      className="border-line border-b py-1.5 pl-3 text-right font-medium"
                    >
                      {t(`campaignReport.result.${name}`)}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody className="tabular">
              {variants.map((row) => (
                <tr key={row.variant}>
                  <th scope="row" className="w-full max-w-24 py-1.5 pr-3 font-normal">
                    <span className="whitespace-nowrap">
                      {t("campaignReport.message", { n: row.variant })}
                    </span>
                    <span
                      className="text-muted text-small block truncate"
                      title={textOf(row.variant)}
                    >
                      {textOf(row.variant)}
                    </span>
                  </th>
                  {figures.map((name) => (
                    <td key={name} className="py-1.5 pl-3 text-right">
                      {numberText(row[name])}
                    </td>
                  ))}
                  <td className="py-1.5 pl-3 text-right">{numberText(row.orders)}</td>
                  {row.revenue !== null && (
                    <td className="py-1.5 pl-3 text-right whitespace-nowrap">
                      {money(row.revenue)}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/**
 * Contacts whom the campaign did not reach, by reason, and a button that retries temporary
 * failures.
 */
export function Reasons({
  report: { campaign, reasons },
}: {
  report: Pick<Report, "campaign" | "reasons">;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [busy, setBusy] = useState(false);
  const isOpen = campaign.status === "EM_ANDAMENTO" || campaign.status === "FINALIZADA";
  const retried =
    isOpen && can("campaigns.write")
      ? reasons.reduce(
          (sum, { state, reason, count }) =>
            sum + (state === "failed" && !permanentReasons.includes(reason) ? count : 0),
          0,
        )
      : 0;
  const retry = async () => {
    setBusy(true);
    await moveCampaign(campaign.id, "retry").catch(toast.error);
    setBusy(false);
  };
  return (
    <section className="card-quiet min-w-0 px-4 py-4" aria-labelledby={id}>
      <h2 id={id} className="font-semibold">
        {t("campaignReport.byReason")}
      </h2>
      {reasons.length === 0 ? (
        <p className="text-muted mt-1">{t("campaignReport.reasonsNone")}</p>
      ) : (
        <ul className="mt-2 flex flex-col gap-1.5">
          {reasons.map(({ state, reason, count }) => (
            <li key={`${state} ${reason}`} className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 break-words">{whyNot(reason)}</span>
              <span
                className={`tabular shrink-0 font-medium ${state === "failed" ? "text-error" : ""}`}
              >
                {numberText(count)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {retried > 0 && (
        <button
          type="button"
          className="btn btn-sm mt-3"
          disabled={busy}
          onClick={() => void retry()}
        >
          <RotateCcw size={16} aria-hidden />
          {t("campaignReport.retry", { count: retried })}
        </button>
      )}
    </section>
  );
}
