import { and, count, eq, gt, isNotNull, lt, or, sql } from "drizzle-orm";
import { Fault } from "../../kit/fault.ts";
import type { Seals } from "../../kit/seal.ts";
import { prepared, type Control, type ControlTx } from "../../kit/store.ts";
import { identities, recoveryCodes, totps, type Identity } from "./table.ts";
import { base32, stepAt, stepOf, uriOf } from "./totp.ts";

const recoveryCodeCount = 10;
/** A step that was used and lies so many ahead was used by a clock that has been put back since. */
const maxStepsAhead = 4;

const onQuery = prepared((db) => db.select({ identityId: totps.identityId }).from(totps).where(and(eq(totps.identityId, sql.placeholder("id")), isNotNull(totps.onSince))).prepare());

/** Whether someone has to show a code when signing in. */
export const isOn = (control: Control, id: number) => onQuery(control).get({ id }) !== undefined;

/** The users of a company who have to show one. */
export const usersWithTotp = (control: Control, companyId: number) =>
  new Set(control.db.select({ id: identities.userId }).from(totps).innerJoin(identities, eq(identities.id, totps.identityId)).where(and(eq(identities.companyId, companyId), isNotNull(totps.onSince))).all().map(({ id }) => id));

/** Throws a conflict when a code is asked for already. */
export function refuseIfOn(control: Control, id: number) {
  if (isOn(control, id)) throw new Fault("conflict", "ERR_TOTP_ON", { message: "A verificação em duas etapas já está ativa" });
}

/** A new secret, for an app to read. Nothing is asked for until a first code of it is shown. Throws a conflict when one is on. */
export function createSecret(control: Control, seals: Seals, { id, email }: Identity) {
  refuseIfOn(control, id);
  const secret = crypto.getRandomValues(new Uint8Array(20));
  const fresh = { secret: seals.seal(sealContext(id), secret), step: 0, onSince: null };
  control.write((tx) => {
    tx.insert(totps).values({ identityId: id, ...fresh }).onConflictDoUpdate({ target: totps.identityId, set: fresh }).run();
  });
  return { secret: base32(secret), uri: uriOf(secret, email) };
}

/** From now on a code is asked for. Answers what stands for it when the app is gone. Throws invalid on a code that doesn't fit, a conflict when it is on. */
export function turnOn(control: Control, seals: Seals, id: number, code: string) {
  refuseIfOn(control, id);
  return control.write((tx) => {
    if (!useDigits(tx, seals, id, normalized(code), control.now())) throw wrongCode();
    const fresh = Array.from({ length: recoveryCodeCount }, newCode);
    tx.update(totps).set({ onSince: new Date(control.now()) }).where(eq(totps.identityId, id)).run();
    tx.delete(recoveryCodes).where(eq(recoveryCodes.identityId, id)).run();
    tx.insert(recoveryCodes).values(fresh.map((one) => ({ identityId: id, hash: hashed(id, normalized(one)) }))).run();
    return { recoveryCodes: fresh };
  });
}

/** Uses up a code: of the app, or one that stands for it. Answers which of them it was; undefined when it is neither, or was used before. */
export function useCode(control: Control, seals: Seals, id: number, code: string): "digits" | "recovery" | undefined {
  const typed = normalized(code);
  return control.write((tx) => {
    if (useDigits(tx, seals, id, typed, control.now())) return "digits";
    const spent = tx.delete(recoveryCodes).where(and(eq(recoveryCodes.identityId, id), eq(recoveryCodes.hash, hashed(id, typed)))).returning().get();
    return spent && "recovery";
  });
}

/** How many codes are left that stand for the app. */
export const recoveryCodesLeft = (control: Control, id: number) => control.db.select({ count: count() }).from(recoveryCodes).where(eq(recoveryCodes.identityId, id)).get()!.count;

/** No code is asked for any more. Answers whether one was. */
export function turnOff(tx: ControlTx, id: number): boolean {
  tx.delete(recoveryCodes).where(eq(recoveryCodes.identityId, id)).run();
  return tx.delete(totps).where(eq(totps.identityId, id)).returning().get() !== undefined;
}

export const wrongCode = () => new Fault("invalid", "ERR_TOTP_INVALID", { message: "Código incorreto", fields: { code: "wrong" } });

/** A step's digits count once, and no earlier step after it: who looked over one's shoulder comes too late. */
function useDigits(tx: ControlTx, seals: Seals, id: number, digits: string, now: number): boolean {
  const row = /^\d{6}$/.test(digits) ? tx.select().from(totps).where(eq(totps.identityId, id)).get() : undefined;
  const step = row && stepOf(seals.open(sealContext(id), row.secret), digits, now);
  if (step === undefined) return false;
  return tx.update(totps).set({ step }).where(and(eq(totps.identityId, id), or(lt(totps.step, step), gt(totps.step, stepAt(now) + maxStepsAhead)))).returning({ step: totps.step }).get() !== undefined;
}

const sealContext = (id: number) => ["totp", id];

const normalized = (code: string) => code.toUpperCase().replace(/[^A-Z0-9]/g, "");

/** Sixty bits, in threes of four. */
const newCode = () => base32(crypto.getRandomValues(new Uint8Array(8))).slice(0, 12).replace(/(.{4})(?=.)/g, "$1-");

const hashed = (id: number, code: string) => new Bun.CryptoHasher("sha256").update(`${id} ${code}`).digest("hex");
