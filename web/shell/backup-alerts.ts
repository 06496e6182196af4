import { signal } from "@preact/signals-react";
import type { SafeModeState } from "../../src/modules/backups/table.ts";
import type { Wire } from "../../src/shared/wire.ts";
import { live } from "../session/live.ts";
import { can } from "../session/can.ts";
import { readPart } from "../session/shell-parts.ts";

export type SafeMode = Wire<SafeModeState>;

/** Whether the last good copy of the box is too old; for its owner. rules.md#backups */
export const backupsLate = signal(false);

/**
 * Whether the box is in safe mode, which sends nothing, and the copy that it was restored from; for
 * its owner. rules.md#restore
 */
export const safeMode = signal<SafeMode | null>(null);

/** Loads both and follows them. Returns a function that ends this. */
export function watchBackups() {
  if (!can("backups.write")) return () => {};
  void read();
  const closers = [live.on("backups", () => void read()), live.on("ready", () => void read())];
  const timer = setInterval(() => void read(), 3_600_000);
  return () => {
    clearInterval(timer);
    closers.forEach((close) => close());
  };
}

async function read() {
  const [late, mode] = await Promise.all([
    readPart<{ stale: boolean }>("backups").then(
      ({ stale }) => stale,
      () => backupsLate.peek(),
    ),
    readPart<{ safeMode: SafeMode | null }>("safeMode").then(
      (reply) => reply.safeMode,
      () => safeMode.peek(),
    ),
  ]);
  backupsLate.value = late;
  safeMode.value = mode;
}
