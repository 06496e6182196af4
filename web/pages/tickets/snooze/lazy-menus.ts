import { onDemand } from "../../../kit/on-demand.ts";

export const SnoozeMenu = onDemand(async () => (await import("./SnoozeMenu.tsx")).SnoozeMenu);
export const RowMenu = onDemand(async () => (await import("./RowMenu.tsx")).RowMenu);
export const WindowMark = onDemand(
  async () => (await import("../window/WindowMark.tsx")).WindowMark,
);
export const GoalClock = onDemand(
  async () => (await import("../../../parts/tickets/goals/GoalClock.tsx")).GoalClock,
);
