import { eq, sql } from "drizzle-orm";
import type { Address } from "../../channel/channel.ts";
import { prepared, type Store } from "../../kit/store.ts";
import { identifiers } from "./table.ts";

const query = prepared((db) =>
  db.select({ type: identifiers.type, value: identifiers.value }).from(identifiers).where(eq(identifiers.contactId, sql.placeholder("contactId")))
    .orderBy(sql`${identifiers.type} = 'lid'`, identifiers.value).prepare(),
);

/** Every name by which a contact is reached, phones before lids. */
export const addressesOf = (store: Store, contactId: number): Address[] => query(store).all({ contactId });
