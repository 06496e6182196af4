import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, useEffect } from "react";
import { useLocation } from "wouter";
import type { PlanFlag } from "../../../src/shared/plan.ts";
import { Delayed } from "../../kit/Skeleton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { plan } from "../../session/session.ts";

/** A page that needs a flag of the company's plan. Other companies go home. rules.md#plan-pages */
export function RequiresPlan({ flag, children }: { flag: PlanFlag; children: ReactNode }) {
  useSignals();
  if (plan.value?.[flag]) return children;
  // When the plan cannot be read, open the page: the server checks the plan anyway.
  return plan.value ? <NotInPlan /> : <Delayed after={2000}>{children}</Delayed>;
}

/** Explains that the plan does not include the page, and goes home after a second. */
export function NotInPlan() {
  const { t } = useTranslation();
  const [, go] = useLocation();
  useEffect(() => {
    const timer = setTimeout(() => go("/", { replace: true }), 1000);
    return () => clearTimeout(timer);
  }, [go]);
  return (
    <div className="grid min-h-full place-items-center px-6">
      <p role="alert" className="max-w-md text-center text-balance">
        {t("common.notPlanned")}
      </p>
    </div>
  );
}
