import { setPriority } from "node:os";
import type { Broadcast } from "../../kit/audience.ts";
import { Fault } from "../../kit/fault.ts";
import { log, trace } from "../../kit/log.ts";
import { ownProgram } from "../../kit/own-program.ts";
import type { Control } from "../../kit/store.ts";
import type { CopyReason } from "../../shared/backups.ts";
import { nextCopy, nextDrill, readPlan, updatePlan } from "./plan.ts";
import type { Away, Drill } from "./table.ts";

type Running = { what: "copy" | "drill"; child: Bun.Subprocess };
/** What `backup now` and `backup drill` say last. */
type Said = { away?: Away[]; drill?: Drill };

/** `isHeld`: nothing may leave the box. `allow`: what the operator opens besides the public internet. */
type Terms = { isHeld(): boolean; allow: string[] };

/** Has copies made, and drills, in processes of their own, one at a time: by the clock, and when someone asks. rules.md#backups */
export class BackupRunner {
  #running: Running | undefined;
  #ended: Promise<void> = Promise.resolve();

  constructor(private readonly control: Control, readonly data: string, private readonly broadcast: Broadcast, readonly terms: Terms) {}

  get running(): Running["what"] | null {
    return this.#running?.what ?? null;
  }

  /** Begins what is due. What was due while the box was off is made up for. */
  runDue() {
    const { time, dueAt, drillDueAt } = readPlan(this.control);
    const now = this.control.now();
    if (dueAt === null) updatePlan(this.control, { dueAt: nextCopy(this.control, time) });
    if (drillDueAt === null) updatePlan(this.control, { drillDueAt: nextDrill(this.control) });
    if (this.#running) return;
    if (dueAt && dueAt.getTime() <= now) this.copy("schedule");
    else if (drillDueAt && drillDueAt.getTime() <= now) this.drill();
  }

  /** Has a copy made. Throws busy while something is being done. */
  copy(reason: CopyReason) {
    this.#start("copy", ["backup", "now", "--reason", reason, ...(this.terms.isHeld() ? ["--local"] : [])]);
    updatePlan(this.control, { dueAt: nextCopy(this.control, readPlan(this.control).time) });
  }

  /** Has the newest copy tried. Throws busy while something is being done. */
  drill() {
    this.#start("drill", ["backup", "drill"]);
    updatePlan(this.control, { drillDueAt: nextDrill(this.control) });
  }

  /** Ends what is being done: a copy that was not whole is removed by the next. */
  async stop() {
    this.#running?.child.kill();
    await this.#ended;
  }

  #start(what: Running["what"], words: string[]) {
    if (this.#running) throw new Fault("busy", "ERR_BACKUP_RUNNING", { message: "Já há uma cópia em andamento" });
    const child = Bun.spawn([...ownProgram, ...words, "--data", this.data, "--json", "--yes"], { stdio: ["ignore", "pipe", "pipe"], env: { ...Bun.env, BALCAO_OUTBOUND_ALLOW: this.terms.allow.join() } });
    calmed(child.pid);
    this.#running = { what, child };
    this.#tell();
    this.#ended = this.#follow(what, child).catch((thrown: unknown) => log("error", "backup", trace(thrown)));
  }

  async #follow(what: Running["what"], child: Bun.Subprocess<"ignore", "pipe", "pipe">) {
    const [out, err, code] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited]);
    this.#running = undefined;
    const said = lastOf(out);
    const error = code === 0 ? null : err.trim().replace(/^balcao: /, "").slice(0, 1000) || `exit ${child.signalCode ?? code}`;
    log(error === null ? "info" : "error", "backup", { what, code });
    const values = what === "drill" ? { drill: said.drill ?? failedDrill(error) } : { lastError: error, lastErrorAt: error === null ? null : new Date(this.control.now()), ...(said.away && { away: said.away }) };
    if (child.signalCode === null) updatePlan(this.control, values);
    this.#tell();
  }

  #tell() {
    this.broadcast((me) => (me.super ? { event: "backups", action: "update" } : undefined));
  }
}

const failedDrill = (error: string | null): Drill => ({ copy: "", at: new Date().toISOString(), tickets: 0, files: 0, seconds: 0, error: error ?? "nothing was said" });

function lastOf(out: string): Said {
  try {
    return JSON.parse(out.trim().split("\n").at(-1) ?? "") as Said;
  } catch {
    return {};
  }
}

// The shop's customers come first.
function calmed(pid: number) {
  try {
    setPriority(pid, 10);
  } catch {
    // It has ended already, or this machine has no priorities.
  }
}
