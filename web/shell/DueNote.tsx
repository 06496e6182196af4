import { useSignals } from "@preact/signals-react/runtime";
import { onDemand } from "../kit/on-demand.ts";
import { can } from "../session/can.ts";
import { daysLeft, me, overdue } from "../session/session.ts";

const DueIn = onDemand(async () => (await import("./DueIn.tsx")).DueIn);
const InGrace = onDemand(async () => (await import("./DueIn.tsx")).InGrace);

/** Admins get a warning from this many days before the due date. rules.md#subscription */
const warnedFrom = 5;

/**
 * Warns admins that the subscription is due soon, or is overdue within its days of grace. The first
 * company is never due.
 */
export function DueNote() {
  useSignals();
  const days = daysLeft.value;
  const isDue = days !== null && days < warnedFrom && me.value?.companyId !== 1 && !overdue.value;
  if (!isDue || !can("invoices.read")) return null;
  return days < 0 ? <InGrace days={days} /> : <DueIn days={days} canPay />;
}
