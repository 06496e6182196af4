import { planFlags, planLimits } from "../../../src/shared/plan.ts";
import type { Story } from "../../parts/story.ts";
import { PlanUse } from "../../parts/companies/PlanUse.tsx";
import type { OwnCompany } from "../../parts/companies/own-company.ts";
import { addTexts } from "../../kit/translations.ts";
import { Standing } from "./Subscription.tsx";
import texts from "./texts.json";

addTexts(texts);

const flags = Object.fromEntries(planFlags.map((flag, index) => [flag, index % 3 !== 0])) as Record<
  (typeof planFlags)[number],
  boolean
>;
const limits = { users: 5, connections: 2, queues: 0, campaigns: 10, schedules: 50 };
const usage = { users: 5, connections: 1, queues: 7, campaigns: 12, schedules: 3 };
const plan = {
  id: 1,
  name: "Balcão Completo para lojas com nome comprido",
  value: "149.90",
  ...limits,
  ...flags,
  createdAt: "2026-11-20T12:00:00.000Z",
  updatedAt: "2026-11-20T12:00:00.000Z",
} as OwnCompany["plan"];

/** A company's subscription before and after its due date. */
export const subscriptionStories: Story[] = [
  {
    name: "subscription",
    show: () => (
      <Standing company={{ dueDate: "2026-12-20", recurrence: "MENSAL", plan, usage }} days={20} />
    ),
  },
  {
    name: "subscription soon",
    show: () => (
      <Standing
        company={{ dueDate: "2026-11-21", recurrence: "ANUAL", plan, usage: null }}
        days={1}
      />
    ),
  },
  {
    name: "subscription overdue",
    show: () => (
      <Standing
        company={{ dueDate: "2026-11-10", recurrence: "TRIMESTRAL", plan, usage }}
        days={-10}
        credit="99.90"
      />
    ),
  },
  {
    name: "subscription without a price",
    show: () => (
      <Standing
        company={{
          dueDate: "2026-11-21",
          recurrence: "MENSAL",
          plan: { ...plan, value: "0.00" },
          usage,
        }}
        days={1}
      />
    ),
  },
  {
    name: "plan use",
    show: () => (
      <PlanUse
        limits={Object.fromEntries(planLimits.map((what) => [what, 0])) as typeof limits}
        usage={usage}
      />
    ),
  },
];
