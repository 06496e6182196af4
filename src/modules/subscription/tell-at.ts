import { Fault } from "../../kit/fault.ts";
import { RequestFailed } from "../../kit/net/http-reply.ts";
import type { Control } from "../../kit/db/company-db.ts";
import { readBilling } from "./billing.ts";
import { gatewayOf, type GatewayServices } from "./gateways.ts";

/**
 * Registers the box's public address for the gateway's notices. Throws a conflict without such an
 * address by HTTPS, unready where the gateway refuses.
 */
export async function askToBeTold(
  services: GatewayServices,
  control: Control,
  publicUrl: string | undefined,
) {
  if (!publicUrl?.startsWith("https://"))
    throw new Fault("conflict", "ERR_NO_PUBLIC_URL", {
      message: "O servidor precisa de um endereço público com HTTPS (public_url)",
    });
  const url = `${publicUrl.replace(/\/+$/, "")}/api/subscription/webhook/efi`;
  try {
    await gatewayOf(services, readBilling(control), control.now).tellAt?.(url);
  } catch (thrown) {
    if (!(thrown instanceof RequestFailed)) throw thrown;
    throw new Fault("unready", "ERR_GATEWAY_REFUSED", {
      message: "A Efí não aceitou o cadastro. Confira os dados e tente de novo",
    });
  }
  return { url };
}
