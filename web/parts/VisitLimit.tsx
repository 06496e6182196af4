import { useSignals } from "@preact/signals-react/runtime";
import { LifeBuoy } from "lucide-react";
import type { Permission } from "../../src/shared/permissions.ts";
import { useTranslation } from "../kit/text.ts";
import { isDeniedHere } from "../session/can.ts";

/** Says that nothing can be changed here because of a support visit. */
export function VisitLimit({ of }: { of: Permission }) {
  useSignals();
  return isDeniedHere(of) && <ReadOnVisit />;
}

/** Says that a visit can only read this. rules.md#support-visits */
export function ReadOnVisit() {
  const { t } = useTranslation();
  return (
    <span data-visit-limit className="text-small flex items-start gap-1.5">
      <LifeBuoy size={16} aria-hidden className="text-info mt-px shrink-0" />
      <span className="min-w-0">{t("visit.readOnly")}</span>
    </span>
  );
}
