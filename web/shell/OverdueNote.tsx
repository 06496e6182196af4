import { useSignals } from "@preact/signals-react/runtime";
import { onDemand } from "../kit/on-demand.ts";
import { me, overdue } from "../session/session.ts";

const OverdueNow = onDemand(async () => (await import("./OverdueSince.tsx")).OverdueNow);

/** Tells that the company can do nothing but pay. */
export function OverdueNote() {
  useSignals();
  const due = me.value?.company.dueDate;
  return overdue.value && due ? <OverdueNow due={due} /> : null;
}
