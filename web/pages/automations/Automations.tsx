import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { History, TriangleAlert, Workflow } from "lucide-react";
import { useChoices } from "../../forms/choices.ts";
import { t, useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { queues, tags } from "../../lists/company-lists.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { isBroken, stepWords } from "../../parts/macros/step-words.ts";
import { AutomationDialog } from "./AutomationDialog.tsx";
import { type Automation, statuses, whenWords } from "./automations.ts";
import { Runs } from "./Runs.tsx";
import texts from "./texts.json";

addTexts(texts);

/** The automation whose log is open. */
const runsOf = signal<Automation | null>(null);

export const automationListing: Listing<Automation> = {
  name: "automations",
  options: { envelope: "records", event: "automation", order: "name" },
  icon: Workflow,
  write: "automations.write",
  columns: [
    { label: "automations.name", cell: (row) => <Name {...row} />, className: "w-56" },
    { label: "automations.when", cell: (row) => <When {...row} />, hideLabel: true },
    { label: "automations.steps", cell: (row) => <Steps {...row} />, hideLabel: true },
  ],
  fields: [],
  dialog: AutomationDialog,
  actions: (row) => [
    { label: t("automations.runs"), icon: History, run: () => (runsOf.value = row) },
  ],
};

export function Automations() {
  useSignals();
  useChoices(tags);
  useChoices(queues);
  useChoices(statuses);
  return (
    <>
      <ListPage listing={automationListing} />
      {runsOf.value && <Runs automation={runsOf.value} onClose={() => (runsOf.value = null)} />}
    </>
  );
}

function Name({ name, active }: Automation) {
  const { t } = useTranslation();
  return (
    <>
      <span className="block break-words">{name}</span>
      <span className={`text-small ${active ? "text-primary" : "text-muted"}`}>
        {t(active ? "automations.on" : "automations.off")}
      </span>
    </>
  );
}

function When(row: Automation) {
  useSignals();
  return <span className="break-words">{whenWords(row)}</span>;
}

function Steps({ steps }: Automation) {
  useSignals();
  const { t } = useTranslation();
  return (
    <>
      <span className="line-clamp-2 break-words">
        {steps.map((step) => stepWords(step)).join(" · ")}
      </span>
      {steps.some(isBroken) && (
        <span className="text-waiting text-small mt-0.5 flex items-center gap-1">
          <TriangleAlert size={14} aria-hidden className="shrink-0" />
          {t("automations.broken")}
        </span>
      )}
    </>
  );
}
