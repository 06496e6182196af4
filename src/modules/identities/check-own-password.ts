import { Fault, invalidFields } from "../../kit/fault.ts";
import type { Control } from "../../kit/db/company-db.ts";
import { matches } from "./passwords.ts";
import * as sessions from "./sessions.ts";
import type { Identity } from "./table.ts";
import * as throttle from "./throttle.ts";

/** Throws invalid when the current password is missing or wrong, busy after too many tries. */
export async function checkOwnPassword(
  control: Control,
  identity: Identity,
  password: string | undefined,
  field: string,
) {
  if (!password) throw invalidFields({ [field]: "required" });
  const limit = throttle.ownPassword(identity.id);
  throttle.spend(control, limit);
  if (!(await matches(password, identity.passwordHash))) throw invalidFields({ [field]: "wrong" });
  throttle.refund(control, limit);
}

/** The identity that a session belongs to. Throws signin when the session has ended. */
export function identityOf(control: Control, session: string): Identity {
  const identity = sessions.identityOfSession(control, session);
  if (!identity) throw new Fault("signin", "ERR_SESSION_EXPIRED", { message: "Sessão encerrada" });
  return identity;
}
