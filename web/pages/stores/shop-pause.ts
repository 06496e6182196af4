/** How long a store may stop taking orders. */
export const pauseItems = ["none", "half", "hour", "today"] as const;

const minutes: Record<string, number> = { half: 30, hour: 60 };

/** The end of a pause that begins now; null for none. */
export function pausedUntil(pause: string, now: Date): string | null {
  if (pause === "none") return null;
  if (pause !== "today") return new Date(now.getTime() + minutes[pause]! * 60_000).toISOString();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).toISOString();
}
