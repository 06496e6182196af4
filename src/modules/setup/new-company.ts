import { eq } from "drizzle-orm";
import { z } from "zod";
import { email, name, orEmpty, password } from "../../kit/http/fields.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import type { Control, ControlTx } from "../../kit/db/company-db.ts";
import { insertTimestamps } from "../../kit/db/table.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { chosenDue } from "../companies/due-date.ts";
import { asNameConflict } from "../companies/manage.ts";
import { newCompanyFields } from "../companies/owner-fields.ts";
import { companies, plans, type Company } from "../companies/table.ts";
import * as identities from "../identities/identities.ts";
import { hash } from "../identities/passwords.ts";
import { users } from "../users/table.ts";
import { insertUser } from "../users/users.ts";
import { seedSales } from "./seed-sales.ts";

/**
 * A company and its first user, an admin, who gets the company's name unless the body has another.
 */
export const newCompanyBody = z.object({
  ...newCompanyFields,
  email,
  password,
  userName: orEmpty(name),
});

/**
 * Makes a company with its first admin; `before` as of `insertCompany`. Throws a conflict on a
 * taken name or e-mail, invalid for a plan that is not there.
 */
export async function openCompany(
  dbs: CompanyDbs,
  { password, ...body }: z.infer<typeof newCompanyBody>,
  before?: (tx: ControlTx) => void,
): Promise<Company> {
  refuseTakenEmail(dbs.control, body.email);
  refuseUnknownPlan(dbs.control, body.planId);
  return insertCompany(dbs, { ...body, passwordHash: await hash(password) }, before);
}

type NewCompany = Omit<z.infer<typeof newCompanyBody>, "password"> & { passwordHash: string };

/**
 * The same where the password is hashed already. `before` is done in the same write, and refuses by
 * throwing.
 */
export function insertCompany(
  dbs: CompanyDbs,
  { passwordHash, userName, dueDate, ...body }: NewCompany,
  before?: (tx: ControlTx) => void,
): Company {
  const { control } = dbs;
  const now = control.now();
  return control.write((tx) => {
    before?.(tx);
    // Someone may have been quicker. Before the company's file is made: a refusal leaves nothing
    // behind.
    refuseTakenEmail(control, body.email);
    const company = asNameConflict(() =>
      tx
        .insert(companies)
        .values({ ...body, ...chosenDue(dueDate ?? null), ...insertTimestamps(now) })
        .returning()
        .get(),
    );
    const admin = {
      name: userName ?? company.name.slice(0, 50),
      email: body.email,
      profile: "admin" as const,
      allTicket: true,
      queueIds: [],
    };
    const user = dbs.create(company.id).write((companyTx) => {
      // An interrupted attempt may have left its own.
      companyTx.delete(users).run();
      seedSales(companyTx);
      return insertUser(companyTx, admin, now);
    });
    identities.create(
      tx,
      { email: body.email, passwordHash, companyId: company.id, userId: user.id },
      now,
    );
    return company;
  });
}

/** Whether a company has this name. */
export const hasName = (control: Control, name: string): boolean =>
  control.select({ id: companies.id }).from(companies).where(eq(companies.name, name)).get() !==
  undefined;

/** Throws invalid for a plan that is not there. */
function refuseUnknownPlan(control: Control, planId: number) {
  if (!control.select({ id: plans.id }).from(plans).where(eq(plans.id, planId)).get())
    throw invalidFields({ planId: "invalid" });
}

function refuseTakenEmail(control: Control, address: string) {
  if (identities.byEmail(control, address))
    throw new Fault("conflict", "ERR_EMAIL_TAKEN", {
      message: "Já existe um usuário com este e-mail",
      fields: { email: "taken" },
    });
}
