import { useSignals } from "@preact/signals-react/runtime";
import { Link } from "wouter";
import { companyStates } from "../../../../src/shared/business.ts";
import { money, useTranslation } from "../../../kit/text.ts";
import { planPrice } from "../../../parts/companies/price.ts";
import type { Plan } from "./types.ts";

/** The companies by plan and state, and what each plan is worth a month. */
export function PlansCard({ plans }: { plans: Plan[] }) {
  useSignals();
  const { t } = useTranslation();
  // On a phone each plan is a block of lines: six columns do not fit.
  const cell = "border-line px-4 py-2 max-sm:flex max-sm:justify-between max-sm:py-1 sm:border-t";
  const label = (text: string) => (
    <span className="text-muted text-small sm:hidden" aria-hidden="true">
      {text}
    </span>
  );
  return (
    <section id="plans" aria-labelledby="plans-title" className="card-quiet scroll-mt-4">
      <h2 id="plans-title" className="px-4 pt-3 pb-2 font-semibold">
        {t("business.plans")}
      </h2>
      <table className="tabular w-full text-left max-sm:block">
        <thead className="max-sm:sr-only">
          <tr className="text-muted text-small">
            <th scope="col" className="px-4 py-2 font-medium">
              {t("companies.plan")}
            </th>
            {companyStates.map((state) => (
              <th key={state} scope="col" className="px-4 py-2 text-right font-medium">
                {t(`business.states.${state}`)}
              </th>
            ))}
            <th scope="col" className="px-4 py-2 text-right font-medium">
              {t("business.recurring")}
            </th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {plans.map((plan) => (
            <tr
              key={plan.id}
              className="max-sm:border-line max-sm:block max-sm:border-t max-sm:py-1.5"
            >
              <th scope="row" className={`${cell} min-w-32 font-normal max-sm:flex-col`}>
                <span className="block font-medium wrap-anywhere">{plan.name}</span>
                <span className="text-muted text-small block">{planPrice(plan.value)}</span>
              </th>
              {companyStates.map((state) => (
                <td key={state} className={`${cell} text-right`}>
                  {label(t(`business.states.${state}`))}
                  {plan[state] === 0 ? (
                    <span className="text-muted">0</span>
                  ) : (
                    <Link
                      href={`/business?planId=${plan.id}&state=${state}`}
                      className="link"
                      aria-label={`${plan.name}, ${t(`business.states.${state}`)}: ${plan[state]}`}
                    >
                      {plan[state]}
                    </Link>
                  )}
                </td>
              ))}
              <td className={`${cell} text-right whitespace-nowrap`}>
                {label(t("business.recurring"))}
                {money(plan.recurring)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
