import { onDemand } from "../../kit/on-demand.ts";

export const ReminderDialog = onDemand(
  async () => (await import("./ReminderDialog.tsx")).ReminderDialog,
);
