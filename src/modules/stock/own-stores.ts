import { inArray, type SQL, type SQLWrapper } from "drizzle-orm";
import { isInStores, type Me } from "../../kit/db/audience.ts";
import { Fault } from "../../kit/fault.ts";

/** Throws forbidden for a store that a user's role leaves out. rules.md#roles */
export function refuseOtherStore(me: Me, storeId: number) {
  if (isInStores(me, storeId)) return;
  throw new Fault("forbidden", "ERR_NO_PERMISSION", { message: "Esta loja não é da sua função" });
}

/** The condition that a store is one of a user's role; undefined when it has all. */
export const inOwnStores = ({ role }: Me, storeId: SQLWrapper): SQL | undefined =>
  role && role.storeIds.length > 0 ? inArray(storeId, [...role.storeIds]) : undefined;
