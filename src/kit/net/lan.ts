import { isIP } from "node:net";
import { networkInterfaces } from "node:os";

/** The host that people type for an address that is listened on. */
export function shownHost(host: string): string {
  if (host !== "0.0.0.0" && host !== "::") return isIP(host) === 6 ? `[${host}]` : host;
  const lan = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal);
  return lan?.address ?? "localhost";
}
