import { eq, lt } from "drizzle-orm";
import { z } from "zod";
import { bounded, cnpj, email, id, name, password, phone } from "../../kit/http/fields.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import type { Control } from "../../kit/db/company-db.ts";
import { hashed, newToken } from "../../kit/http/tokens.ts";
import { cnpjText } from "../../shared/cnpj.ts";
import { languages } from "../../shared/languages.ts";
import { startSession, type ClientInfo } from "../auth/auth.ts";
import type { Tokens } from "../auth/authenticator.ts";
import { canMail, readBox, refuseClosed, type Box } from "../box/box.ts";
import { today } from "../companies/companies.ts";
import { noteChange, tell, type ManageServices } from "../companies/manage.ts";
import { all } from "../companies/plans.ts";
import { ownersCompany, supportOf } from "../companies/standing.ts";
import { companies, type Company } from "../companies/table.ts";
import { byEmail } from "../identities/identities.ts";
import { hash } from "../identities/passwords.ts";
import * as throttle from "../identities/throttle.ts";
import { postMail } from "../mail/outbox.ts";
import { hasName, insertCompany, openCompany } from "../setup/new-company.ts";
import { refuseTrapped, spendStrangers, trap } from "./limits.ts";
import { pendingSignUps } from "./table.ts";

/** How many days a new company works before its first invoice is due. rules.md#sign-up */
const trialDays = 3;

/** How long the link to confirm a sign-up is good, in hours. */
const confirmHours = 24;

/** The time zone of a new company, until it sets its own. */
const timezone = "America/Sao_Paulo";

export const signUpBody = z.object({
  name,
  email,
  phone,
  document: cnpj,
  password,
  planId: id,
  website: trap,
  language: z.enum(languages).optional(),
});
export const confirmBody = z.object({ token: bounded(100) });

type Services = ManageServices & { tokens: Tokens; box: Box };
type SignUp = Omit<z.infer<typeof signUpBody>, "website" | "language">;

/**
 * A stranger makes a company and is signed in as its admin; where the box sends mail, once they
 * have confirmed their address. Throws forbidden while sign-ups are closed, busy for a flood, a
 * conflict for a CNPJ that has a company, and what `openCompany` throws. rules.md#sign-up
 */
export async function signUp(
  services: Services,
  { website, language, ...body }: z.infer<typeof signUpBody>,
  from: ClientInfo,
) {
  const { dbs, box } = services;
  const { control } = dbs;
  refuseClosed(box, "signUp");
  refuseTrapped(website);
  spendStrangers(control, "signUp", from.address);
  refuseUnoffered(control, body.planId);
  const settings = readBox(box);
  if (!canMail(settings)) {
    const once = () => refuseSecondTrial(control, body.document);
    once();
    return begin(services, await openCompany(dbs, { ...body, ...trial(control) }, once), from);
  }
  await askToConfirm(control, box, body, language ?? settings.language);
  return { email: body.email };
}

/**
 * Makes the company of a sign-up by the mailed link, once. Throws forbidden for a link that is no
 * longer valid, busy after too many of them. Throws a conflict on a name or a CNPJ that was taken
 * meanwhile. rules.md#sign-up
 */
export async function confirm(
  services: Services,
  { token }: z.infer<typeof confirmBody>,
  from: ClientInfo,
) {
  const { dbs, box } = services;
  const { control } = dbs;
  refuseClosed(box, "signUp");
  const limit = throttle.link(from.address);
  throttle.spend(control, limit);
  const { body } = pendingOf(control, token);
  const request = JSON.parse(body) as Omit<SignUp, "password"> & { passwordHash: string };
  const company = insertCompany(dbs, { ...request, ...trial(control) }, (tx) => {
    pendingOf(control, token);
    refuseSecondTrial(control, request.document);
    tx.delete(pendingSignUps).where(eq(pendingSignUps.email, request.email)).run();
  });
  throttle.refund(control, limit);
  return begin(services, company, from);
}

/** Deletes sign-ups that were not confirmed in time. */
export function deleteExpired(control: Control) {
  control.write((tx) => {
    tx.delete(pendingSignUps).where(lt(pendingSignUps.expiresAt, control.now())).run();
  });
}

// Answers the same, after the same time, whether or not the address, the CNPJ or the name is taken.
// Only the mail says it.
async function askToConfirm(
  control: Control,
  box: Box,
  { password, ...request }: SignUp,
  language: z.infer<typeof signUpBody>["language"] & string,
) {
  throttle.spend(control, throttle.mailTo(request.email));
  const body = JSON.stringify({ ...request, passwordHash: await hash(password) });
  const { publicUrl } = readBox(box);
  const expiresAt = control.now() + confirmHours * 3_600_000;
  const mail = { to: request.email, language, uselessAt: expiresAt };
  control.write((tx) => {
    const taken = takenBy(control, request);
    if (taken)
      return postMail(tx, box, {
        ...mail,
        kind: taken,
        values: {
          email: request.email,
          company: request.name,
          document: cnpjText(request.document),
        },
        link: `${publicUrl}${taken === "signUpNameTaken" ? "/signup" : "/login"}`,
      });
    const token = newToken();
    tx.insert(pendingSignUps)
      .values({ tokenHash: hashed(token), email: request.email, body, expiresAt })
      .run();
    postMail(tx, box, {
      ...mail,
      kind: "signUp",
      values: { company: request.name, hours: String(confirmHours) },
      link: `${publicUrl}/signup#${token}`,
    });
  });
}

/**
 * The kind of mail for a sign-up that another account conflicts with; undefined where nothing is
 * taken.
 */
function takenBy(
  control: Control,
  { email, document, name }: Pick<SignUp, "email" | "document" | "name">,
) {
  if (byEmail(control, email)) return "signUpKnown";
  if (hasDocument(control, document)) return "signUpDocumentTaken";
  return hasName(control, name) ? "signUpNameTaken" : undefined;
}

function pendingOf(control: Control, token: string) {
  const pending = control
    .select()
    .from(pendingSignUps)
    .where(eq(pendingSignUps.tokenHash, hashed(token)))
    .get();
  if (!pending || pending.expiresAt <= control.now())
    throw new Fault("forbidden", "ERR_LINK_EXPIRED", {
      message: "Este link não vale mais. Peça outro",
    });
  return pending;
}

function refuseUnoffered(control: Control, planId: number) {
  if (!all(control).some(({ id }) => id === planId)) throw invalidFields({ planId: "invalid" });
}

const hasDocument = (control: Control, document: string) =>
  control
    .select({ id: companies.id })
    .from(companies)
    .where(eq(companies.document, document))
    .limit(1)
    .get() !== undefined;

function refuseSecondTrial(control: Control, document: string) {
  if (hasDocument(control, document))
    throw new Fault("conflict", "ERR_COMPANY_DOCUMENT_TAKEN", {
      message: `Este CNPJ já tem uma conta. Entre com ela, ou fale com ${supportOf(control)}`,
      fields: { document: "taken" },
    });
}

const trial = ({ now }: Control) => ({
  recurrence: "MENSAL" as const,
  dueDate: Temporal.PlainDate.from(today(timezone, now())).add({ days: trialDays }).toString(),
});

async function begin(services: Services, { id, email }: Company, from: ClientInfo) {
  const { dbs, tokens } = services;
  const company = tell(services, "create", id);
  noteChange({ db: dbs.open(ownersCompany), userId: null }, "companyCreated", company, {
    signUp: true,
  });
  return {
    company,
    signedIn: await startSession(dbs, tokens, byEmail(dbs.control, email!)!, from),
  };
}
