import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { isPublic, networks } from "./ip-addresses.ts";

/** All addresses of a name. */
export type Resolve = (name: string) => Promise<string[]>;

/**
 * Returns all addresses of a host if the box may connect to each of them at this port, else the
 * reason why not. An IPv6 address is in brackets.
 */
export type OutboundGuard = (
  host: string,
  port: number,
) => Promise<string[] | "refused" | "unreachable">;

/**
 * Allows the public internet alone, and there the usual ports. rules.md#outbound-requests `allow`:
 * places that the operator opens besides. They are networks (`10.0.0.0/8`) with all their ports, or
 * a `host:port` anywhere; it throws on any other text.
 */
export function outboundGuard(
  allow: string[],
  usualPorts: readonly number[],
  resolve: Resolve = resolveName,
): OutboundGuard {
  const places = new Set(allow.filter(isPlace).map((place) => place.toLowerCase()));
  const opened = networks(allow.filter((each) => !isPlace(each)));
  return async (host, port) => {
    const name = nameOf(host);
    const addresses = isIP(name) === 0 ? await resolve(name).catch(() => []) : [name];
    if (addresses.length === 0) return "unreachable";
    if (places.has(`${host.replace(/\.$/, "")}:${port}`)) return addresses;
    const usual = usualPorts.includes(port);
    return addresses.every((address) => opened(address) || (usual && isPublic(address)))
      ? addresses
      : "refused";
  };
}

/** A host without the brackets of an address, or the dot of a whole name. */
export const nameOf = (host: string) => host.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");

/** A DNS lookup that returns these addresses. */
export const pinnedLookup =
  (addresses: string[]): LookupFunction =>
  (_name, { all }, answer) => {
    const records = addresses.map((address) => ({ address, family: isIP(address) }));
    if (all) answer(null, records);
    else answer(null, records[0]!.address, records[0]!.family);
  };

const isPlace = (text: string) => /^(\[[^\]]+\]|[^:/[\]]+):\d+$/.test(text);

const resolveName: Resolve = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);
