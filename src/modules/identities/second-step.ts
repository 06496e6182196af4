import { and, count, eq, gt, isNotNull, lt, or, sql } from "drizzle-orm";
import { Fault } from "../../kit/fault.ts";
import type { Seals } from "../../kit/files/seal.ts";
import type { Control, ControlTx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { identities, recoveryCodes, totps, type Identity } from "./table.ts";
import { base32, stepAt, stepOf, uriOf } from "./totp.ts";

const recoveryCodeCount = 10;
/** A used step further ahead than this was stored before the clock was put back, and is ignored. */
const maxStepsAhead = 4;

const onQuery = query((db) =>
  db
    .select({ identityId: totps.identityId })
    .from(totps)
    .where(and(eq(totps.identityId, sql.placeholder("id")), isNotNull(totps.onSince))),
);

/** Whether an identity signs in with a TOTP code. */
export const isOn = (control: Control, id: number) => onQuery(control).get({ id }) !== undefined;

/** The ids of a company's users who sign in with a code. */
export const usersWithTotp = (control: Control, companyId: number) =>
  new Set(
    control
      .select({ id: identities.userId })
      .from(totps)
      .innerJoin(identities, eq(identities.id, totps.identityId))
      .where(and(eq(identities.companyId, companyId), isNotNull(totps.onSince)))
      .all()
      .map(({ id }) => id),
  );

/** Throws a conflict when TOTP is on. */
export function refuseIfOn(control: Control, id: number) {
  if (isOn(control, id))
    throw new Fault("conflict", "ERR_TOTP_ON", {
      message: "A verificação em duas etapas já está ativa",
    });
}

/**
 * A new secret for an authenticator app. TOTP is on only after `turnOn`. Throws a conflict when it
 * is on.
 */
export function createSecret(control: Control, seals: Seals, { id, email }: Identity) {
  refuseIfOn(control, id);
  const secret = crypto.getRandomValues(new Uint8Array(20));
  const values = { secret: seals.seal(sealContext(id), secret), step: 0, onSince: null };
  control.write((tx) => {
    tx.insert(totps)
      .values({ identityId: id, ...values })
      .onConflictDoUpdate({ target: totps.identityId, set: values })
      .run();
  });
  return { secret: base32(secret), uri: uriOf(secret, email) };
}

/**
 * Turns TOTP on, and returns recovery codes. Throws invalid on a wrong code, a conflict when it is
 * on.
 */
export function turnOn(control: Control, seals: Seals, id: number, code: string) {
  refuseIfOn(control, id);
  return control.write((tx) => {
    if (!acceptDigits(tx, seals, id, normalized(code), control.now())) throw wrongCode();
    const newCodes = Array.from({ length: recoveryCodeCount }, newCode);
    tx.update(totps)
      .set({ onSince: new Date(control.now()) })
      .where(eq(totps.identityId, id))
      .run();
    tx.delete(recoveryCodes).where(eq(recoveryCodes.identityId, id)).run();
    tx.insert(recoveryCodes)
      .values(newCodes.map((one) => ({ identityId: id, hash: hashed(id, normalized(one)) })))
      .run();
    return { recoveryCodes: newCodes };
  });
}

/**
 * Uses up a code of the app or a recovery code. Returns which it was; undefined when it is wrong or
 * was used before.
 */
export function useCode(
  control: Control,
  seals: Seals,
  id: number,
  code: string,
): "digits" | "recovery" | undefined {
  const typed = normalized(code);
  return control.write((tx) => {
    if (acceptDigits(tx, seals, id, typed, control.now())) return "digits";
    // The codes of an identity that came from another box were hashed with its id there.
    const madeFor =
      tx
        .select({ id: recoveryCodes.madeFor })
        .from(recoveryCodes)
        .where(eq(recoveryCodes.identityId, id))
        .limit(1)
        .get()?.id ?? id;
    const used = tx
      .delete(recoveryCodes)
      .where(and(eq(recoveryCodes.identityId, id), eq(recoveryCodes.hash, hashed(madeFor, typed))))
      .returning()
      .get();
    return used && "recovery";
  });
}

/** How many recovery codes are left. */
export const recoveryCodesLeft = (control: Control, id: number) =>
  control
    .select({ count: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.identityId, id))
    .get()!.count;

/** Turns TOTP off. Returns whether it was on. */
export function turnOff(tx: ControlTx, id: number): boolean {
  tx.delete(recoveryCodes).where(eq(recoveryCodes.identityId, id)).run();
  return tx.delete(totps).where(eq(totps.identityId, id)).returning().get() !== undefined;
}

export const wrongCode = () =>
  new Fault("invalid", "ERR_TOTP_INVALID", {
    message: "Código incorreto",
    fields: { code: "wrong" },
  });

/**
 * Accepts each code once, and no earlier code after it, so that a code seen on a screen is of no
 * use.
 */
function acceptDigits(
  tx: ControlTx,
  seals: Seals,
  id: number,
  digits: string,
  now: number,
): boolean {
  const row = /^\d{6}$/.test(digits)
    ? tx.select().from(totps).where(eq(totps.identityId, id)).get()
    : undefined;
  const step = row && stepOf(seals.open(sealContext(id), row.secret), digits, now);
  if (step === undefined) return false;
  return (
    tx
      .update(totps)
      .set({ step })
      .where(
        and(
          eq(totps.identityId, id),
          or(lt(totps.step, step), gt(totps.step, stepAt(now) + maxStepsAhead)),
        ),
      )
      .returning({ step: totps.step })
      .get() !== undefined
  );
}

const sealContext = (id: number) => ["totp", id];

const normalized = (code: string) => code.toUpperCase().replace(/[^A-Z0-9]/g, "");

/** 60 random bits in groups of four characters. */
const newCode = () =>
  base32(crypto.getRandomValues(new Uint8Array(8)))
    .slice(0, 12)
    .replace(/(.{4})(?=.)/g, "$1-");

const hashed = (id: number, code: string) =>
  new Bun.CryptoHasher("sha256").update(`${id} ${code}`).digest("hex");
