import { refuseFields } from "../../kit/fault.ts";
import type { Guards } from "../../kit/net/guarded-proxy.ts";
import { outboundGuard } from "../../kit/net/outbound.ts";

/**
 * The addresses of S3 storage for copies: https on the public internet, and those that the operator
 * opens. rules.md#outbound-requests
 */
export const storageGuards = (allow: string[]): Guards => ({
  secure: outboundGuard(allow, [443]),
  plain: outboundGuard(allow, []),
});

/** Whether storage at this address may receive copies. */
export async function mayStoreAt(endpoint: string, allow: string[]): Promise<boolean> {
  const { protocol, hostname, port } = new URL(endpoint);
  const { secure, plain } = storageGuards(allow);
  return (
    (await (protocol === "https:"
      ? secure(hostname, Number(port || 443))
      : plain(hostname, Number(port || 80)))) !== "refused"
  );
}

/** Throws invalid for storage that may not receive copies. */
export async function refuseClosedStorage(endpoint: string | undefined, allow: string[]) {
  refuseFields(!endpoint || (await mayStoreAt(endpoint, allow)) ? {} : { endpoint: "refused" });
}
