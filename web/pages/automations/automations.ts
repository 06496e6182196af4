import type * as table from "../../../src/modules/automations/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { choicesOf } from "../../forms/choices.ts";
import { t } from "../../kit/text.ts";
import { queues, tags } from "../../lists/company-lists.ts";
import { durationOf } from "../../parts/macros/step-words.ts";

export type Automation = Wire<table.Automation>;
export type AutomationRun = Wire<table.AutomationRun>;

export const statuses = choicesOf({ name: "orderStatus", event: "orderStatus" });

/** When an automation runs, in words. Reads signals. */
export function whenWords({ event, conditions }: Automation): string {
  const { minutes, tagId, below, statusId, queueIds, hours } = conditions;
  const when = t(`automations.whenWords.${event}`, {
    time: durationOf(minutes ?? 0),
    tag: nameIn(tags.rows.value, tagId),
    status: nameIn(statuses.rows.value, statusId),
    rate: ratesBelow(below ?? 2),
  });
  const places = queueIds.map((id) => nameIn(queues.rows.value, id)).join(", ");
  return [when, places, hours !== "any" && t(`automations.hoursOf.${hours}`)]
    .filter(Boolean)
    .join(" · ");
}

/** The ratings below a number: `1` or `1 ou 2`. */
export const ratesBelow = (below: number) => t(`automations.below.${below}`);

const nameIn = (rows: { id: number; name: string }[] | null, id: number | null | undefined) =>
  rows?.find((row) => row.id === id)?.name ?? (rows && id ? t("automations.gone") : "…");
