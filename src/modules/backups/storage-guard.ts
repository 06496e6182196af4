import { refuseFields } from "../../kit/fault.ts";
import type { Guards } from "../../kit/net/guarded-proxy.ts";
import { outboundGuard } from "../../kit/net/outbound.ts";

/**
 * Where copies may go by S3: by https on the public internet, otherwise where the box's operator
 * opened it. rules.md#outbound-requests
 */
export const storageGuards = (allow: string[]): Guards => ({
  secure: outboundGuard(allow, [443]),
  plain: outboundGuard(allow, []),
});

/** Whether copies may go to storage at this address. */
export async function mayStoreAt(endpoint: string, allow: string[]): Promise<boolean> {
  const { protocol, hostname, port } = new URL(endpoint);
  const { secure, plain } = storageGuards(allow);
  return (
    (await (protocol === "https:"
      ? secure(hostname, Number(port || 443))
      : plain(hostname, Number(port || 80)))) !== "refused"
  );
}

/** Throws invalid for storage where no copy may go. */
export async function refuseClosedStorage(endpoint: string | undefined, allow: string[]) {
  refuseFields(!endpoint || (await mayStoreAt(endpoint, allow)) ? {} : { endpoint: "refused" });
}
