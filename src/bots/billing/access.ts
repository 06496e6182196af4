import type { HttpClient } from "../../kit/net/http-client.ts";
import { asaas, type AsaasAccess } from "./asaas.ts";
import { ixc, type IxcAccess } from "./ixc.ts";
import { mkAuth, type MkAuthAccess } from "./mk-auth.ts";
import type { BillingProvider } from "./provider.ts";
import { askDocument } from "./texts.ts";

/** A provider's type and its access data. */
export type BillingAccess =
  | ({ type: "mkauth" } & MkAuthAccess)
  | ({ type: "asaas" } & AsaasAccess)
  | ({ type: "ixc" } & IxcAccess);

/** Throws RequestFailed where the access lacks something. */
export function providerOf(
  http: HttpClient,
  access: BillingAccess,
  signal?: AbortSignal,
): BillingProvider {
  switch (access.type) {
    case "mkauth":
      return mkAuth(http, access, signal);
    case "asaas":
      return asaas(http, access, signal);
    case "ixc":
      return ixc(http, access, signal);
  }
}

/**
 * Asks for the bills of a document that nobody has, to test the access. Returns the question to a
 * customer. Throws RequestFailed.
 */
export async function testBilling(
  http: HttpClient,
  access: BillingAccess,
  signal?: AbortSignal,
): Promise<string[]> {
  await providerOf(http, access, signal).find("00000000000");
  return [askDocument];
}
