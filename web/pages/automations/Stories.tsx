import type { AutomationConditions, AutomationEvent } from "../../../src/shared/automations.ts";
import { listStories } from "../../parts/ListStories.tsx";
import type { Story } from "../../parts/story.ts";
import { automationListing } from "./Automations.tsx";
import type { AutomationRun } from "./automations.ts";
import { RunList } from "./Runs.tsx";

const times = { createdAt: "2026-11-20T12:00:00Z", updatedAt: "2026-11-20T12:00:00Z" };
const automation = (
  id: number,
  name: string,
  active: boolean,
  event: AutomationEvent,
  conditions: Partial<AutomationConditions>,
) => ({
  ...times,
  id,
  name,
  active,
  event,
  conditions: { queueIds: [], hours: "any" as const, ...conditions },
  steps: [{ kind: "text" as const, text: "Já vamos atender, {{name}}." }],
});

const manyAutomations = [
  automation(1, "Espera longa", true, "waiting", { minutes: 15, hours: "open" }),
  automation(2, "Nota baixa", false, "rated", { below: 2 }),
];

const run = (id: number, change: Partial<AutomationRun>): AutomationRun => ({
  id,
  dueAt: "2026-11-20T12:00:00Z",
  doneAt: "2026-11-20T12:00:00Z",
  state: "done",
  reason: null,
  step: null,
  ticket: { id, uuid: "a" },
  contact: { id, name: "Bia" },
  ...change,
});

export const automationStories: Story[] = [
  ...listStories("automations", automationListing, manyAutomations),
  {
    name: "automations runs",
    show: () => (
      <RunList
        rows={[
          run(1, {}),
          run(2, { state: "skipped", reason: "hours" }),
          run(3, { state: "failed", reason: "ERR_NO_HOLDER", step: 1 }),
          run(4, { state: "due", doneAt: null }),
        ]}
        onClose={() => {}}
      />
    ),
  },
];
