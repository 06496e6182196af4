import { eq, lt } from "drizzle-orm";
import { z } from "zod";
import { bounded, password } from "../../kit/http/fields.ts";
import { Fault } from "../../kit/fault.ts";
import { log, trace } from "../../kit/process/log.ts";
import { hashed, newToken } from "../../kit/http/tokens.ts";
import type { Control } from "../../kit/db/company-db.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { languages } from "../../shared/languages.ts";
import { canMail, readBox, type Box } from "../box/box.ts";
import * as identities from "../identities/identities.ts";
import { hash } from "../identities/passwords.ts";
import { passwordResets, type Identity } from "../identities/table.ts";
import * as throttle from "../identities/throttle.ts";
import { postMail } from "../mail/outbox.ts";
import * as users from "../users/users.ts";
import { auditIdentity, type ClientInfo } from "./auth.ts";

const minutes = 20;

export const forgottenBody = z.object({
  email: bounded(254).trim().toLowerCase().min(1),
  language: z.enum(languages),
});
export const resetBody = z.object({ token: bounded(100), password });

type Services = { dbs: CompanyDbs; box: Box };

/**
 * Mails a link to choose another password. Neither the answer nor its time reveals whether the
 * e-mail is in use. Throws a conflict where the box sends no mail, busy after too many requests.
 * rules.md#forgotten-password
 */
export function forget(
  { dbs, box }: Services,
  { email, language }: z.infer<typeof forgottenBody>,
  from: ClientInfo,
) {
  const { control } = dbs;
  if (!canMail(readBox(box)))
    throw new Fault("conflict", "ERR_NO_MAIL", {
      message: "Este servidor ainda não envia e-mails",
    });
  throttle.spend(control, throttle.mailTo(email), throttle.mailFrom(from.address));
  // Not awaited: the response time would reveal which e-mails exist.
  setTimeout(() => {
    try {
      const identity = identities.byEmail(control, email);
      if (identity) mailLink({ dbs, box }, identity, language);
    } catch (thrown) {
      log("error", "forgotten", trace(thrown));
    }
  });
  return {};
}

/**
 * Sets a new password by a mailed link, which works once, and ends all sessions of that user.
 * Throws forbidden for an expired or used link, busy after too many of them.
 * rules.md#forgotten-password
 */
export async function reset(
  { dbs }: Services,
  { token, password }: z.infer<typeof resetBody>,
  from: ClientInfo,
) {
  const { control } = dbs;
  const limit = throttle.link(from.address);
  throttle.spend(control, limit);
  if (!linkOf(control, token)) throw expired();
  const passwordHash = await hash(password);
  const identity = control.write((tx) => {
    const link = linkOf(control, token);
    if (!link) throw expired();
    identities.update(tx, link.identityId, { passwordHash }, control.now());
    return identities.byId(control, link.identityId);
  });
  throttle.refund(control, limit);
  throttle.refund(control, throttle.account(identity.email));
  auditIdentity(dbs, identity, "passwordChanged", from, { by: "mail" });
  return {};
}

/** Deletes expired links. */
export function deleteExpired(control: Control) {
  control.write((tx) => {
    tx.delete(passwordResets).where(lt(passwordResets.expiresAt, control.now())).run();
  });
}

function mailLink(
  { dbs, box }: Services,
  { id, email, companyId, userId }: Identity,
  language: z.infer<typeof forgottenBody>["language"],
) {
  const { control } = dbs;
  const token = newToken();
  const expiresAt = control.now() + minutes * 60_000;
  const { name } = users.findUser(dbs.open(companyId), userId);
  control.write((tx) => {
    tx.insert(passwordResets)
      .values({ tokenHash: hashed(token), identityId: id, expiresAt })
      .run();
    // The token is behind the #, so that no server and no log sees it.
    postMail(tx, box, {
      kind: "passwordReset",
      to: email,
      language,
      values: { name, email, minutes: String(minutes) },
      link: `${readBox(box).publicUrl}/new-password#${token}`,
      uselessAt: expiresAt,
    });
  });
}

function linkOf(control: Control, token: string) {
  const link = control
    .select()
    .from(passwordResets)
    .where(eq(passwordResets.tokenHash, hashed(token)))
    .get();
  return link && link.expiresAt > control.now() ? link : undefined;
}

const expired = () =>
  new Fault("forbidden", "ERR_LINK_EXPIRED", { message: "Este link não vale mais. Peça outro" });
