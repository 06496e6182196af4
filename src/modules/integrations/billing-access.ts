import type { BillingAccess } from "../../bots/billing/access.ts";
import type { Store } from "../../kit/store.ts";
import type { BillingType } from "../../shared/bots.ts";
import { read } from "../settings/settings.ts";

/** What this provider is reached by, from the company's settings. */
export function billingAccess(store: Store, type: BillingType): BillingAccess {
  switch (type) {
    case "mkauth":
      return {
        type,
        address: read(store, "ipmkauth"),
        clientId: read(store, "clientidmkauth"),
        clientSecret: read(store, "clientsecretmkauth"),
      };
    case "asaas":
      return { type, key: read(store, "asaas") };
    case "ixc":
      return { type, address: read(store, "ipixc"), token: read(store, "tokenixc") };
  }
}
