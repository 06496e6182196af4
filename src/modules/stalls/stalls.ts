import { desc, eq, gte, isNull, lt } from "drizzle-orm";
import { partsOf, setWorkAside, type LastEnd, type Work } from "../../kit/process/current-work.ts";
import { Fault } from "../../kit/fault.ts";
import { log } from "../../kit/process/log.ts";
import type { Control, ControlTx } from "../../kit/db/company-db.ts";
import { setAside, stalls, type SetAside } from "./table.ts";

/** Work is set aside once it has blocked the box `mostStalls` times `within` so long (ms). */
const mostStalls = 3;
const within = 24 * 3_600_000;

/** How long (ms) stalls stay stored. */
const retention = 30 * 24 * 3_600_000;

/**
 * Notes the work at which the watchdog ended the box, if it did. Sets work aside that blocked the
 * box for the third time. Call it before anything else runs. rules.md#blocked-loop
 */
export function noteLastEnd(control: Control, last: LastEnd | undefined) {
  if (last) {
    const suspects = suspectsOf(last);
    log("error", "restarted", {
      because: last.current,
      inFlight: last.inFlight,
      endedAt: new Date(last.at),
    });
    control.write((tx) => {
      tx.delete(stalls)
        .where(lt(stalls.at, new Date(control.now() - retention)))
        .run();
      tx.insert(stalls)
        .values({
          at: new Date(control.now()),
          work: last.current || (suspects[0] ?? ""),
          suspects,
        })
        .run();
      for (const work of suspects)
        if (hasComeBack(tx, control, work)) leaveAlone(tx, control, work);
    });
  }
  refresh(control);
}

/** The work that is set aside now, the newest first. */
export const list = (control: Control): SetAside[] =>
  control
    .select()
    .from(setAside)
    .where(isNull(setAside.triedAgainAt))
    .orderBy(desc(setAside.id))
    .all();

/** Lets work run again that was left alone. Throws missing. */
export function tryAgain(control: Control, id: number) {
  const row = control.write((tx) =>
    tx
      .update(setAside)
      .set({ triedAgainAt: new Date(control.now()) })
      .where(eq(setAside.id, id))
      .returning()
      .get(),
  );
  if (!row) throw new Fault("missing", "ERR_NOT_FOUND", { message: "Não encontrado" });
  log("info", "triedAgain", { work: row.work });
  refresh(control);
}

function refresh(control: Control) {
  setWorkAside(list(control).map(({ work }) => work));
}

/** The work that ran when the box stalled; where that is not known, all work that had not ended. */
const suspectsOf = ({ current, inFlight }: LastEnd): Work[] =>
  [...new Set(current ? [current] : inFlight)].filter(canBeLeftAlone);

/** A call is set aside only for one thing of one company: otherwise it would shut people out. */
function canBeLeftAlone(work: Work): boolean {
  const { kind, company, ref } = partsOf(work);
  return company !== "" && (kind !== "route" || ref !== "");
}

function hasComeBack(tx: ControlTx, control: Control, work: Work): boolean {
  const tried = tx.select().from(setAside).where(eq(setAside.work, work)).get()?.triedAgainAt;
  const since = Math.max(control.now() - within, tried?.getTime() ?? 0);
  return (
    tx
      .select({ suspects: stalls.suspects })
      .from(stalls)
      .where(gte(stalls.at, new Date(since)))
      .all()
      .filter(({ suspects }) => suspects.includes(work)).length >= mostStalls
  );
}

function leaveAlone(tx: ControlTx, control: Control, work: Work) {
  const values = { work, at: new Date(control.now()), triedAgainAt: null };
  tx.insert(setAside)
    .values(values)
    .onConflictDoUpdate({ target: setAside.work, set: values })
    .run();
  log("error", "setAside", { work });
}
