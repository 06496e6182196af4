import { Fault } from "../../kit/fault.ts";
import type { Companies } from "../../kit/companies.ts";
import * as companies from "../companies/companies.ts";
import * as identities from "../identities/identities.ts";
import { matches } from "../identities/passwords.ts";
import * as sessions from "../identities/sessions.ts";
import type { Identity } from "../identities/table.ts";
import * as throttle from "../identities/throttle.ts";
import { list as settings, read as setting } from "../settings/settings.ts";
import { find as findUser } from "../users/users.ts";
import { refuseOverdue, type Tokens } from "./door.ts";

type From = { address: string; device: string };
export type SignedIn = { token: string; user: ReturnType<typeof profile>; refresh?: string };

/** Who someone is to the browser. */
export function profile(house: Companies, identity: Identity) {
  const store = house.open(identity.companyId);
  const { id, name, dueDate, timezone } = companies.find(house.control, identity.companyId)!.companies;
  return { ...findUser(store, identity.userId), super: identity.super, companyId: id, company: { id, name, dueDate, timezone, settings: settings(store) } };
}

/** Signs in. Throws signin on a wrong pair, busy after too many, overdue when the subscription has run out. */
export async function login(house: Companies, tokens: Tokens, { email, password }: { email: string; password: string }, from: From): Promise<SignedIn> {
  const { control } = house;
  const identity = identities.byEmail(control, email);
  const familiar = identity !== undefined && sessions.knows(control, identity.id, from.address);
  const limits = [familiar ? throttle.accountAt(email, from.address) : throttle.account(email), throttle.address(from.address)] as const;
  throttle.spend(control, ...limits);
  if (!(await matches(password, identity?.passwordHash)) || !identity) {
    throw new Fault("signin", "ERR_INVALID_CREDENTIALS", { message: "E-mail ou senha incorretos" });
  }
  throttle.refund(control, ...limits);
  if (!identity.super) refuseOverdue(companies.find(control, identity.companyId)!.companies, control.now());
  return begin(house, tokens, identity, from);
}

/** A session for someone who proved who they are. Their other screens are told. */
export async function begin(house: Companies, tokens: Tokens, identity: Identity, { address, device }: From): Promise<SignedIn> {
  const user = profile(house, identity);
  const { session, token: refresh } = sessions.start(house.control, identity, device, address);
  const store = house.open(identity.companyId);
  if (setting(store, "singleSession") === "enabled") {
    sessions.endOthers(house.control, session);
    store.write((_, emit) => {
      emit("auth", "update", { user: { id: user.id, email: user.email, companyId: user.companyId }, session: session.id }, { to: "user", userId: user.id });
    });
  }
  return { token: await tokens.sign({ session: session.id }), user, refresh };
}

/** The next access token. Throws signin when the refresh token is dead, overdue when the subscription has run out. */
export async function refresh(house: Companies, tokens: Tokens, old: string | undefined): Promise<SignedIn> {
  const rotated = old ? sessions.rotate(house.control, old) : undefined;
  if (!rotated) throw new Fault("signin", "ERR_SESSION_EXPIRED", { message: "Sessão expirada" });
  const { identity, session, token } = rotated;
  if (!identity.super) refuseOverdue(companies.find(house.control, identity.companyId)!.companies, house.control.now());
  return { token: await tokens.sign({ session: session.id }), user: profile(house, identity), refresh: token };
}
