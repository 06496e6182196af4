import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import type { CampaignResult } from "../../../src/shared/campaign-results.ts";
import { api } from "../../kit/api.ts";
import type { Campaign } from "../../parts/campaigns/types.ts";
import { live } from "../../session/live.ts";

/** The figures of the campaigns on screen, by id. */
const results = signal<ReadonlyMap<number, CampaignResult>>(new Map());
const due = new Set<number>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** A campaign's figures; undefined until they are loaded, and for one that has not started. */
export function useResult({ id, startedAt, updatedAt }: Campaign): CampaignResult | undefined {
  useSignals();
  useEffect(() => {
    if (startedAt !== null) readSoon(id, 50);
  }, [id, startedAt, updatedAt]);
  return results.value.get(id);
}

// One request for all rows that come on screen together.
function readSoon(id: number, wait: number) {
  due.add(id);
  timer ??= setTimeout(() => {
    timer = undefined;
    const ids = JSON.stringify([...due]);
    due.clear();
    api.get<{ records: CampaignResult[] }>("/campaigns/results", { ids }).then(
      ({ records }) => {
        results.value = new Map([
          ...results.peek(),
          ...records.map((one) => [one.id, one] as const),
        ]);
      },
      () => undefined,
    );
  }, wait);
}

live.on("campaign", ({ record }) => {
  const id = (record as Campaign | undefined)?.id;
  if (id !== undefined && results.peek().has(id)) readSoon(id, 3000);
});
live.onReset(() => {
  for (const id of results.peek().keys()) readSoon(id, 3000);
});
