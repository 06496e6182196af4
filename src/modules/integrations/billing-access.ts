import type { BillingAccess } from "../../bots/billing/access.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import type { BillingType } from "../../shared/bots.ts";
import { read } from "../settings/settings.ts";

/** The address and credentials of a billing provider, from the company's settings. */
export function billingAccess(db: CompanyDb, type: BillingType): BillingAccess {
  switch (type) {
    case "mkauth":
      return {
        type,
        address: read(db, "ipmkauth"),
        clientId: read(db, "clientidmkauth"),
        clientSecret: read(db, "clientsecretmkauth"),
      };
    case "asaas":
      return { type, key: read(db, "asaas") };
    case "ixc":
      return { type, address: read(db, "ipixc"), token: read(db, "tokenixc") };
  }
}
