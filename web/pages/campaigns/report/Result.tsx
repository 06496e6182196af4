import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { Link } from "wouter";
import type { CampaignOrder } from "../../../../src/modules/campaigns/table.ts";
import type { Wire } from "../../../../src/shared/wire.ts";
import { Facts } from "../../../kit/Facts.tsx";
import { dateTime, money, useTranslation } from "../../../kit/text.ts";
import { useList } from "../../../lists/list.ts";
import { LoadMore } from "../../../lists/ListPage.tsx";
import { numberText } from "../../../parts/figures.ts";
import type { Report } from "./types.ts";

type Order = Wire<CampaignOrder>;

/** The orders and the money that a campaign brought. rules.md#campaign-money */
export function Result({ report }: { report: Report }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const { orders, revenue, resultDays, funnel, better, variants } = report;
  const share = (whole: number) =>
    whole === 0 ? "–" : money((Number(revenue) / whole).toFixed(2));
  const count = { label: t("campaignReport.result.orders"), value: numberText(orders) };
  return (
    <section aria-label={t("campaignReport.result.title")} className="flex flex-col gap-2">
      <Facts
        cells={
          revenue === null
            ? [count]
            : [
                { label: t("campaignReport.result.revenue"), value: money(revenue) },
                count,
                { label: t("campaignReport.result.average"), value: share(orders) },
                { label: t("campaignReport.result.perMessage"), value: share(funnel.sent) },
              ]
        }
      />
      <p className="text-muted text-small">
        {t("campaignReport.result.rule", { count: resultDays })}
      </p>
      {variants.length > 1 && funnel.sent > 0 && (
        <p className="text-muted text-small">
          {better === null
            ? t("campaignReport.result.noBetter")
            : t("campaignReport.result.better", { n: better })}
        </p>
      )}
      {revenue !== null && orders > 0 && (
        <button
          type="button"
          className="btn btn-sm self-start"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t(isOpen ? "campaignReport.result.hide" : "campaignReport.result.show")}
        </button>
      )}
      {isOpen && <Orders campaignId={report.campaign.id} />}
    </section>
  );
}

function Orders({ campaignId }: { campaignId: number }) {
  useSignals();
  const { t } = useTranslation();
  const list = useList<Order>("campaign-orders", {
    path: `/campaigns/${campaignId}/report/orders`,
    envelope: "records",
  });
  return (
    <div className="card-quiet overflow-x-auto" tabIndex={0} role="group">
      <table className="w-full text-left">
        <thead>
          <tr className="text-muted text-small">
            <th scope="col" className="px-4 py-2 font-medium">
              {t("campaignReport.result.order")}
            </th>
            <th scope="col" className="px-4 py-2 font-medium">
              {t("campaignReport.name")}
            </th>
            <th scope="col" className="px-4 py-2 font-medium">
              {t("campaignReport.result.when")}
            </th>
            <th scope="col" className="px-4 py-2 text-right font-medium">
              {t("campaignReport.result.total")}
            </th>
          </tr>
        </thead>
        <tbody className="tabular">
          {list.rows.value.map(({ id, number, contact, emission, total }) => (
            <tr key={id} className="border-line border-t">
              <td className="px-4 py-2">
                <Link href={`/orders/${id}`} className="link-hover text-primary">
                  #{number}
                </Link>
              </td>
              <td className="px-4 py-2 wrap-anywhere">{contact.name}</td>
              <td className="px-4 py-2 whitespace-nowrap">{dateTime(emission)}</td>
              <td className="px-4 py-2 text-right whitespace-nowrap">{money(total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <LoadMore list={list} />
    </div>
  );
}
