import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { bounded, color, email, line, name, password } from "../../kit/http/fields.ts";
import { Fault } from "../../kit/fault.ts";
import type { Control } from "../../kit/db/company-db.ts";
import { hashed, newToken } from "../../kit/http/tokens.ts";
import { insertTimestamps } from "../../kit/db/table.ts";
import * as companies from "../companies/companies.ts";
import * as identities from "../identities/identities.ts";
import { hash } from "../identities/passwords.ts";
import type { Identity } from "../identities/table.ts";
import * as throttle from "../identities/throttle.ts";
import { usualWeek } from "../hours/fields.ts";
import { queues } from "../queues/table.ts";
import { users } from "../users/table.ts";
import { insertUser } from "../users/users.ts";
import { applyProvision, readProvision } from "./provision.ts";
import { seedSales } from "./seed-sales.ts";

const tokenMinutes = 30;

export const ownerBody = z.object({ name, email, password });
export const setupBody = ownerBody.extend({
  token: bounded(100),
  company: line(80, 2).optional(),
  queue: z.object({ name, color }).optional(),
});

/**
 * A new one-time token for the setup page, valid for 30 minutes; an earlier one is not valid any
 * more. Only its hash is stored. Throws a conflict once there is an owner.
 */
export function createToken(control: Control): string {
  if (identities.hasOwner(control))
    throw new Fault("conflict", "ERR_ALREADY_CLAIMED", {
      message: "This box already has an owner",
    });
  const token = newToken();
  const value = JSON.stringify({
    hash: hashed(token),
    until: control.now() + tokenMinutes * 60_000,
  });
  control.sqlite.run(
    "INSERT INTO instance VALUES ('setup', ?1) ON CONFLICT DO UPDATE SET value = ?1",
    [value],
  );
  return token;
}

/**
 * Throws a conflict once there is an owner, forbidden for a wrong or expired token, busy after ten
 * wrong ones in a while.
 */
export function checkToken(control: Control, token: string) {
  if (identities.hasOwner(control))
    throw new Fault("conflict", "ERR_ALREADY_CLAIMED", { message: "Este servidor já tem dono" });
  if (isValid(control, token)) return;
  throttle.spend(control, throttle.setup);
  throw new Fault("forbidden", "ERR_SETUP_TOKEN", { message: "Este link não vale mais" });
}

type Owner = z.infer<typeof ownerBody> & {
  company?: string;
  queue?: { name: string; color: string };
};

/**
 * Creates the owner of the box: super, and admin of the first company, which is created with its
 * first queue. Throws a conflict once there is an owner.
 */
export async function claim(
  dbs: CompanyDbs,
  { name, email, password, company, queue }: Owner,
): Promise<Identity> {
  const { control } = dbs;
  const now = control.now();
  const passwordHash = await hash(password);
  const provision = readProvision(control);
  const companyName = company ?? provision.company ?? "Minha empresa";
  // The control database is locked meanwhile, also for other processes: of two claims one wins. The
  // identity is last, since it is what makes an owner.
  return control.write((controlTx) => {
    if (identities.hasOwner(control))
      throw new Fault("conflict", "ERR_ALREADY_CLAIMED", { message: "Este servidor já tem dono" });
    // An earlier claim that was cut short may have left a company: it is used, without its users
    // and queues.
    const first =
      companies.rename(controlTx, companyName, now) ??
      companies.create(controlTx, companyName, now);
    applyProvision(controlTx, first, provision);
    const user = dbs.create(first.id).write((tx) => {
      tx.delete(users).run();
      tx.delete(queues).run();
      seedSales(tx);
      const firstQueues = queue
        ? [
            tx
              .insert(queues)
              .values({ ...queue, schedules: usualWeek, ...insertTimestamps(now) })
              .returning()
              .get(),
          ]
        : [];
      return insertUser(
        tx,
        {
          name,
          email,
          profile: "admin",
          allTicket: true,
          queueIds: firstQueues.map((each) => each.id),
        },
        now,
      );
    });
    control.sqlite.run("DELETE FROM instance WHERE key = 'setup'");
    return identities.create(
      controlTx,
      { email, passwordHash, companyId: first.id, userId: user.id, super: true },
      now,
    );
  });
}

function isValid(control: Control, token: string): boolean {
  const row = control.sqlite.query("SELECT value FROM instance WHERE key = 'setup'").get() as {
    value: string;
  } | null;
  if (!row) return false;
  const { hash, until } = JSON.parse(row.value) as { hash: string; until: number };
  return until > control.now() && timingSafeEqual(Buffer.from(hash), Buffer.from(hashed(token)));
}
