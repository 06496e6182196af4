import { eq } from "drizzle-orm";
import type { Tx } from "../../kit/db/company-db.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { campaignShipping, type ShippingRow } from "./table.ts";

export function setFinal(
  tx: Tx,
  { id }: ShippingRow,
  values: Partial<ShippingRow> & Pick<ShippingRow, "state">,
) {
  tx.update(campaignShipping)
    .set({ ...values, ...updateTimestamps(tx.now()) })
    .where(eq(campaignShipping.id, id))
    .run();
}
