import { inArray } from "drizzle-orm";
import type { Store } from "../../kit/store.ts";
import { numberKey } from "../../shared/phone.ts";
import { optOuts, optOutSalt } from "./table.ts";

/**
 * What stands for a number once its contact was erased: it can be asked for, and not read.
 * rules.md#opt-outs
 */
export function erasedKey(store: Store, number: string): string {
  const { salt } = store.db.select().from(optOutSalt).get()!;
  return `sha256:${new Bun.CryptoHasher("sha256", salt).update(numberKey(number)).digest("hex")}`;
}

/** The rows of these numbers, erased ones too. */
export const ofNumbers = (store: Store, numbers: string[]) =>
  inArray(
    optOuts.numberKey,
    numbers.flatMap((number) => [numberKey(number), erasedKey(store, number)]),
  );
