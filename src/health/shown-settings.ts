import type { Env } from "../env.ts";

/**
 * Every setting with its source. A secret shows only whether it is set; an address shows nothing
 * that may be a key.
 */
export function shownSettings({
  places,
  ...env
}: Env): Record<string, { value: unknown; source: string }> {
  const sources: Partial<Record<string, { name: string }>> = places;
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      { value: visible(name, value), source: sources[name]?.name ?? "default" },
    ]),
  );
}

function visible(name: string, value: unknown): unknown {
  if (isSecret.test(name) && value) return "…";
  return typeof value === "string" && /^\w+:\/\//.test(value)
    ? value.replace(/\/\/[^/?#]*@/, "//…@").replace(/([?#]).+/s, "$1…")
    : value;
}

const isSecret = /password|token|key|secret/i;
