import type { AuthContext } from "../../kit/http/auth-context.ts";
import type { Profile } from "../../shared/permissions.ts";
import { identityOf, checkOwnPassword } from "../identities/check-own-password.ts";
import { identityChangeableBy } from "./refuse.ts";
import { findUser } from "./users.ts";

/**
 * Asks for the current password before a user changes their own or another admin's e-mail or
 * password, or makes another admin a user. With it, an unattended screen is not enough to take over
 * an account. Throws missing, forbidden for the owner's account, invalid when the password is
 * missing or wrong, busy after too many tries. rules.md#password-confirmation
 */
export async function checkPasswordForChange(
  { db, control, me, session }: AuthContext,
  id: number,
  { email, password, profile }: { email?: string; password?: string; profile?: Profile },
  currentPassword: string | undefined,
) {
  const user = findUser(db, id);
  identityChangeableBy(db, control, me, id);
  const signsInAsBefore = !password && (email === undefined || email === user.email);
  const isProfileKept = id === me.id || profile === undefined || profile === user.profile;
  if ((signsInAsBefore && isProfileKept) || (id !== me.id && user.profile !== "admin")) return;
  await checkOwnPassword(control, identityOf(control, session), currentPassword, "currentPassword");
}
