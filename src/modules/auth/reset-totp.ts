import { z } from "zod";
import { Fault } from "../../kit/fault.ts";
import { bounded } from "../../kit/http/fields.ts";
import type { AuthContext } from "../../kit/http/auth-context.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { endSessions } from "../identities/identities.ts";
import { identityOf, checkOwnPassword } from "../identities/check-own-password.ts";
import * as secondStep from "../identities/second-step.ts";
import { auditSubject } from "../users/audit-changes.ts";
import { identityChangeableBy } from "../users/refuse.ts";
import { findUser } from "../users/users.ts";

export const resetTotpBody = z.object({ password: bounded(128) });

/**
 * Turns off the TOTP of a user who lost phone and recovery codes, and ends that user's sessions.
 * The admin confirms with their own password. Throws missing, also when TOTP is off. Throws
 * forbidden for the admin's own TOTP, which needs a code, and for the owner of the box. Throws
 * invalid on a wrong password, busy after too many tries.
 */
export async function resetTotp(
  { db, control, me, session }: AuthContext,
  id: number,
  { password }: z.infer<typeof resetTotpBody>,
  address: string,
) {
  if (id === me.id)
    throw new Fault("forbidden", "ERR_NO_PERMISSION", {
      message: "A sua se desativa no seu perfil, com um código",
    });
  findUser(db, id);
  const identity = identityChangeableBy(db, control, me, id);
  if (!identity || !secondStep.isOn(control, identity.id))
    throw new Fault("missing", "ERR_TOTP_OFF", {
      message: "A verificação em duas etapas não está ativa",
    });
  await checkOwnPassword(control, identityOf(control, session), password, "password");
  return db.write((tx) => {
    const user = findUser(db, id);
    addAuditEntry(tx, { userId: me.id, action: "totpOff", subject: auditSubject(user), address });
    tx.emit("user", "update", { user: { ...user, totp: false } }, { to: "admins" });
    control.write((controlTx) => {
      endSessions(controlTx, identity.id);
      secondStep.turnOff(controlTx, identity.id);
    });
    return { ...user, totp: false };
  });
}
