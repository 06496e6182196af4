import { Fault } from "../../kit/fault.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";

/** How long (ms) is waited, and how often is looked. */
const patience = 10_000;
const lookEvery = 50;

/**
 * Waits until nothing works on a company that is blocked: no socket, channel, job, nor request that
 * is being answered. Throws busy where that takes too long.
 */
export async function untilStill(dbs: CompanyDbs, id: number) {
  const until = Date.now() + patience;
  do {
    if (Date.now() > until)
      throw new Fault("busy", "ERR_COMPANY_BUSY", {
        message:
          "Ainda há trabalho em andamento nesta empresa, que já está bloqueada. Tente de novo em instantes",
      });
    // Before the first look, too: who was let in just before the company was blocked is being
    // answered only then.
    await Bun.sleep(lookEvery);
  } while (dbs.isHeld(id));
}
