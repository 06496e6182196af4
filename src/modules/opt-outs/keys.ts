import { inArray } from "drizzle-orm";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { numberKey } from "../../shared/phone.ts";
import { optOuts, optOutSalt } from "./table.ts";

/**
 * The key of an erased contact's number: it can be looked up by the number, but not read.
 * rules.md#opt-outs
 */
export function erasedKey(db: CompanyDb, number: string): string {
  const { salt } = db.select().from(optOutSalt).get()!;
  return `sha256:${new Bun.CryptoHasher("sha256", salt).update(numberKey(number)).digest("hex")}`;
}

/** The rows of these numbers, erased ones too. */
export const ofNumbers = (db: CompanyDb, numbers: string[]) =>
  inArray(
    optOuts.numberKey,
    numbers.flatMap((number) => [numberKey(number), erasedKey(db, number)]),
  );
