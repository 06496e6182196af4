import { eq } from "drizzle-orm";
import type { z } from "zod";
import { openCompanyDbs } from "../data-folder.ts";
import { line } from "../kit/http/fields.ts";
import { updateTimestamps } from "../kit/db/table.ts";
import { addAuditEntry } from "../modules/audit/audit.ts";
import { byEmail, endSessions, update } from "../modules/identities/identities.ts";
import { hash } from "../modules/identities/passwords.ts";
import { turnOff } from "../modules/identities/second-step.ts";
import { identities } from "../modules/identities/table.ts";
import { claim, ownerBody } from "../modules/setup/setup.ts";
import { auditSubject } from "../modules/users/audit-changes.ts";
import { users } from "../modules/users/table.ts";
import { findUser } from "../modules/users/users.ts";
import { envOf, envOfExisting, print, text, Usage, type Flags } from "./command.ts";

export async function createOwner(flags: Flags) {
  const given = {
    name: text(flags, "name"),
    email: text(flags, "email"),
    password: await passwordOf(flags),
  };
  const checked = ownerBody
    .extend({ company: line(80, 2).optional() })
    .safeParse({ ...given, company: text(flags, "company") });
  if (!checked.success) throw refused(checked.error);
  const { companyId, userId } = await claim(openCompanyDbs(envOf(flags)), checked.data);
  print(
    flags,
    { companyId, userId, email: checked.data.email },
    `${checked.data.email} owns this box`,
  );
}

export async function resetPassword(flags: Flags) {
  const checked = ownerBody
    .omit({ name: true })
    .safeParse({ email: text(flags, "email"), password: await passwordOf(flags) });
  if (!checked.success) throw refused(checked.error);
  const { control } = openCompanyDbs(envOfExisting(flags));
  const identity = byEmail(control, checked.data.email);
  if (!identity) throw new Error(`nobody signs in as ${checked.data.email}`);
  const passwordHash = await hash(checked.data.password);
  control.write((tx) => update(tx, identity.id, { passwordHash }, control.now()));
  print(flags, { email: identity.email }, `${identity.email} has a new password`);
}

export async function disableTotp(flags: Flags) {
  const { dbs, identity } = namedUser(flags);
  const { control } = dbs;
  const wasOn = control.write((tx) => {
    endSessions(tx, identity.id);
    return turnOff(tx, identity.id);
  });
  const { companyId, userId } = identity;
  const db = dbs.open(companyId);
  if (wasOn)
    db.write((tx) =>
      addAuditEntry(tx, {
        userId: null,
        action: "totpOff",
        subject: auditSubject(findUser(db, userId)),
        details: { by: "console" },
      }),
    );
  print(
    flags,
    { email: identity.email, wasOn },
    wasOn
      ? `${identity.email} signs in with the password alone, and may set up a new code`
      : `${identity.email} signs in without a code already`,
  );
}

export async function restoreOwner(flags: Flags) {
  const { dbs, identity } = namedUser(flags);
  const db = dbs.open(identity.companyId);
  db.write((tx) => {
    const user = findUser(db, identity.userId);
    tx.update(users)
      .set({ profile: "admin", ...updateTimestamps(db.now()) })
      .where(eq(users.id, user.id))
      .run();
    addAuditEntry(tx, {
      userId: null,
      action: "roleChanged",
      subject: auditSubject(user),
      details: { profile: { from: user.profile, to: "admin" }, by: "console" },
    });
    dbs.control.write(
      (door) =>
        void door
          .update(identities)
          .set({ super: true, ...updateTimestamps(db.now()) })
          .where(eq(identities.id, identity.id))
          .run(),
    );
  });
  print(flags, { email: identity.email }, `${identity.email} owns this box`);
}

/** The box, and the user that `--email` names. */
function namedUser(flags: Flags) {
  const address = text(flags, "email")?.trim().toLowerCase();
  if (!address) throw new Usage("--email is needed");
  const dbs = openCompanyDbs(envOfExisting(flags));
  const identity = byEmail(dbs.control, address);
  if (!identity) throw new Error(`nobody signs in as ${address}`);
  return { dbs, identity };
}

function refused({ issues }: z.ZodError): Usage {
  const words: Record<string, string> = {
    required: "is needed",
    too_short: "is too short",
    too_long: "is too long",
    invalid: "is not valid",
    guessable: "is too easy to guess",
  };
  return new Usage(
    issues
      .map(
        ({ path, message }) =>
          `--${String(path[0]).replace("password", "password-file")} ${words[message] ?? message}`,
      )
      .join(", "),
  );
}

async function passwordOf(flags: Flags): Promise<string> {
  const path = text(flags, "password-file");
  if (!path)
    throw new Usage(
      "--password-file is needed: a password in the arguments could be read by others",
    );
  const content = path === "-" ? await Bun.stdin.text() : await Bun.file(path).text();
  return content.replace(/\r?\n$/, "");
}
