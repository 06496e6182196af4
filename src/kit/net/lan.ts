import { isIP } from "node:net";
import { networkInterfaces } from "node:os";

/** The host to type into a browser for an address that the box listens on. */
export function shownHost(host: string): string {
  if (host !== "0.0.0.0" && host !== "::") return isIP(host) === 6 ? `[${host}]` : host;
  const lan = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal);
  return lan?.address ?? "localhost";
}
