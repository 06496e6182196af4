import { noteChanges } from "../../kit/db/changes.ts";
import type { Control } from "../../kit/db/company-db.ts";
import { sessionMadeOf } from "./authenticator.ts";

/** How often (ms) sessions are checked without any change: a due date may have passed. */
const atLeastEvery = 60_000;

/**
 * Returns a check whether a session may have ended since the last call, by a changed row or by
 * time. It costs the same for any number of sessions.
 */
export function sessionEndings(control: Control): () => boolean {
  let changed: (() => number[]) | undefined;
  let expired: { get(after: number, until: number): unknown };
  let askedAt = 0;
  let lookedAt = -Infinity;
  return () => {
    changed ??= noteChanges(control.sqlite, "sessionsChanged", sessionMadeOf);
    expired ??= control.sqlite.prepare<unknown, [number, number]>(
      "SELECT 1 FROM sessions WHERE expiresAt > ?1 AND expiresAt <= ?2 UNION ALL SELECT 1 FROM visits WHERE endsAt > ?1 AND endsAt <= ?2",
    );
    const now = control.now();
    const isChanged = changed().length > 0;
    const isExpired = expired.get(askedAt, now) !== null;
    askedAt = now;
    if (!isChanged && !isExpired && Math.abs(now - lookedAt) < atLeastEvery) return false;
    lookedAt = now;
    return true;
  };
}
