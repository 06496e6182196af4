import { Fault, unfit } from "../../kit/fault.ts";
import type { Control } from "../../kit/store.ts";
import { matches } from "./passwords.ts";
import * as sessions from "./sessions.ts";
import type { Identity } from "./table.ts";
import * as throttle from "./throttle.ts";

/** Throws invalid without the password that lets one in now or with a wrong one, busy after too many. */
export async function checkOwnPassword(control: Control, identity: Identity, password: string | undefined, field: string) {
  if (!password) throw unfit({ [field]: "required" });
  const limit = throttle.ownPassword(identity.id);
  throttle.spend(control, limit);
  if (!(await matches(password, identity.passwordHash))) throw unfit({ [field]: "wrong" });
  throttle.refund(control, limit);
}

/** Who has a session. Throws signin when it is over. */
export function identityOf(control: Control, session: string): Identity {
  const identity = sessions.identityOfSession(control, session);
  if (!identity) throw new Fault("signin", "ERR_SESSION_EXPIRED", { message: "Sessão encerrada" });
  return identity;
}
