import { useId } from "react";
import type { Plan } from "../../../src/modules/companies/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { useTranslation } from "../../kit/text.ts";
import { planPrice } from "../../parts/companies/price.ts";

type Props = {
  plans: Wire<Plan>[];
  value: number | undefined;
  error?: string;
  onChange: (id: number) => void;
};

/** Chooses a plan. Each shows its price and limits. */
export function PlanCards({ plans, value, error, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <fieldset aria-describedby={error && `${id}-error`}>
      <legend className="mb-1 font-medium">{t("signUp.plan")}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {plans.map(({ id: planId, name, value: price, ...limits }) => (
          <label
            key={planId}
            className="border-(--field-line) has-checked:border-primary has-checked:bg-primary/8 has-focus-visible:outline-primary rounded-card flex cursor-pointer items-start gap-3 border px-3.5 py-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
          >
            <span className="min-w-0 flex-1">
              <span className="block font-medium break-words">{name}</span>
              <span className="tabular block">{planPrice(price)}</span>
              <span className="text-muted text-small mt-1 block">
                {(["users", "connections", "queues"] as const)
                  .map((what) =>
                    limits[what] > 0
                      ? t(`signUp.limits.${what}`, { count: limits[what] })
                      : t(`signUp.unlimited.${what}`),
                  )
                  .join(" · ")}
              </span>
            </span>
            <input
              type="radio"
              name="planId"
              checked={planId === value}
              className="radio radio-primary radio-sm shrink-0 outline-none"
              onChange={() => onChange(planId)}
            />
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-error text-small mt-1">
          {error}
        </p>
      )}
    </fieldset>
  );
}
