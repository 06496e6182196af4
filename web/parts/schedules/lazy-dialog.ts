import { computed } from "@preact/signals-react";
import { onDemand } from "../../kit/on-demand.ts";
import { can } from "../../session/can.ts";
import { plan } from "../../session/session.ts";

export const ScheduleDialog = onDemand(
  async () => (await import("./ScheduleDialog.tsx")).ScheduleDialog,
);

/** Whether this user may make schedules and the company's plan includes them. */
export const maySchedule = computed(
  () => plan.value?.useSchedules === true && can("schedules.write"),
);
