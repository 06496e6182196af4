import type { Database } from "bun:sqlite";
import { Fault } from "../../kit/fault.ts";
import type { Control } from "../../kit/db/company-db.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { pauseRunning } from "../campaigns/lifecycle.ts";
import { failMissed } from "../schedules/send.ts";
import type { Restored, SafeModeState } from "./table.ts";

/**
 * In a file that nobody uses yet: has a restored box start in safe mode, signed out everywhere,
 * with its campaigns standing still.
 */
export function noteRestored(control: Database, restored: Restored, now: number) {
  control.run(
    "INSERT INTO instance VALUES ('restored', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
    [JSON.stringify(restored)],
  );
  control.run("DELETE FROM sessions");
  control.run("UPDATE backupPlan SET dueAt = NULL, drillDueAt = NULL, updatedAt = ?", [now]);
  if (restored.codeChanged) control.run("UPDATE backupPlan SET sheetAt = NULL");
}

/**
 * Whether nothing may leave the box: after a restore until its owner has looked at the figures, or
 * because it was started so. rules.md#restore
 */
export class SafeMode {
  #forced: boolean;

  constructor(
    private readonly dbs: CompanyDbs,
    forced: boolean,
    private readonly begin: () => Promise<void>,
  ) {
    this.#forced = forced;
  }

  get state(): SafeModeState | null {
    const restored = restoredIn(this.dbs.control);
    return restored || this.#forced ? { restored } : null;
  }

  /** Throws unready while nothing may leave. */
  refuse() {
    if (this.state)
      throw new Fault("unready", "ERR_SAFE_MODE", {
        message: "O Balcão está em modo seguro: nada sai até que seu dono libere",
      });
  }

  /**
   * Lets the box work. What was due between the copy and now may have been sent already: it waits
   * for people. Throws a conflict where it works already.
   */
  async leave() {
    const { state } = this;
    if (!state)
      throw new Fault("conflict", "ERR_NOT_IN_SAFE_MODE", {
        message: "O Balcão já está funcionando",
      });
    if (state.restored) for (const { id } of state.restored.companies) holdBack(this.dbs, id);
    this.#forced = false;
    this.dbs.control.write(
      () => void this.dbs.control.sqlite.run("DELETE FROM instance WHERE key = 'restored'"),
    );
    await this.begin();
  }
}

export function restoredIn({ sqlite }: Pick<Control, "sqlite">): Restored | null {
  const row = sqlite.query("SELECT value FROM instance WHERE key = 'restored'").get() as {
    value: string;
  } | null;
  return row ? (JSON.parse(row.value) as Restored) : null;
}

/**
 * What was due between a copy and now may have been sent already: it waits for people. A company
 * that can't be opened is shut anyway.
 */
export function holdBack(dbs: CompanyDbs, id: number) {
  try {
    failMissed(dbs.open(id), "ERR_SCHEDULE_RESTORED");
    pauseRunning(dbs.open(id), "restored");
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
  }
}
