import type { AuthContext } from "../../kit/http.ts";
import type { Profile } from "../../shared/permissions.ts";
import { identityOf, checkOwnPassword } from "../identities/check-own-password.ts";
import { find, identityChangeableBy } from "./users.ts";

/**
 * Who changes how they themselves or another admin sign in, or makes another admin none, gives the password that lets them in now: an open screen is not enough to take an account over. Throws
 * missing, forbidden for the owner's who isn't, invalid without it or where it is wrong, busy after too many. rules.md#own-word
 */
export async function checkPasswordForChange({ store, control, me, session }: AuthContext, id: number, { email, password, profile }: { email?: string; password?: string; profile?: Profile }, currentPassword: string | undefined) {
  const user = find(store, id);
  identityChangeableBy(store, control, me, id);
  const signsInAsBefore = !password && (email === undefined || email === user.email);
  const isProfileKept = id === me.id || profile === undefined || profile === user.profile;
  if ((signsInAsBefore && isProfileKept) || (id !== me.id && user.profile !== "admin")) return;
  await checkOwnPassword(control, identityOf(control, session), currentPassword, "currentPassword");
}
