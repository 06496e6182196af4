import { Fault } from "../../kit/fault.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";

/** The longest wait, and the pause between checks (ms). */
const patience = 10_000;
const lookEvery = 50;

/**
 * Waits until no socket, channel, job or running request uses a blocked company. Throws busy where
 * that takes too long.
 */
export async function untilStill(dbs: CompanyDbs, id: number) {
  const until = Date.now() + patience;
  do {
    if (Date.now() > until)
      throw new Fault("busy", "ERR_COMPANY_BUSY", {
        message:
          "Ainda há trabalho em andamento nesta empresa, que já está bloqueada. Tente de novo em instantes",
      });
    // A request that passed the check just before the block starts only now, so wait before the
    // first check too.
    await Bun.sleep(lookEvery);
  } while (dbs.isHeld(id));
}
