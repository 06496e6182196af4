import type { Database } from "bun:sqlite";
import { Fault } from "../../kit/fault.ts";
import type { Control } from "../../kit/db/company-db.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { skipMissedAutomations } from "../automations/run-due.ts";
import { pauseRunning } from "../campaigns/lifecycle.ts";
import { failMissed } from "../schedules/send.ts";
import { skipMissedMornings } from "../users/morning-hour.ts";
import type { Restored, SafeModeState } from "./table.ts";

/**
 * Works on a file that nothing has open yet. Makes the restored box start in safe mode, with all
 * sessions ended and all campaigns paused.
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
 * Holds back everything that leaves the box. It applies after a restore until the owner has seen
 * the figures, or when the operator starts the box so. rules.md#restore
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
   * Ends safe mode. Messages due between the copy and now may have been sent already, so they wait
   * for people. Throws a conflict where the box works already.
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
 * Messages due between a copy and now may have been sent already, so they wait for people. A
 * company that cannot be opened is shut anyway.
 */
export function holdBack(dbs: CompanyDbs, id: number) {
  try {
    failMissed(dbs.open(id), "ERR_SCHEDULE_RESTORED");
    pauseRunning(dbs.open(id), "restored");
    skipMissedAutomations(dbs.open(id));
    skipMissedMornings(dbs.open(id));
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
  }
}
