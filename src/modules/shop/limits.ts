import type { Control } from "../../kit/db/company-db.ts";
import { network, spend } from "../identities/throttle.ts";

const quarter = 15 * 60_000;

/** Counts a stranger's cart, by address and by company. Throws busy. rules.md#shop */
export const spendCart = (control: Control, company: number, address: string) =>
  spend(
    control,
    { key: `cart:${network(address)}`, freeTries: 20, maxWait: quarter },
    { key: `carts:${company}`, freeTries: 600, maxWait: 60_000 },
  );

/** Counts a look at a cart by its code, so that nobody can try all. Throws busy. */
export const spendCode = (control: Control, address: string) =>
  spend(control, { key: `cartCode:${network(address)}`, freeTries: 60, maxWait: quarter });
