import { inArray } from "drizzle-orm";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { numberKey } from "../../shared/phone.ts";
import { optOuts, optOutSalt } from "./table.ts";

/**
 * What stands for a number once its contact was erased: it can be asked for, and not read.
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
