import { isIP } from "node:net";
import { hostname, networkInterfaces } from "node:os";

/** Endings of names that are not for sale on the internet. */
export const privateSuffixes = [
  "localhost",
  "local",
  "lan",
  "home",
  "home.arpa",
  "internal",
  "localdomain",
];

/** The names and addresses of this machine, and those that were added to them. */
export function machineNames(added: string[] = []): string[] {
  const own = hostname().toLowerCase().split(".")[0] ?? "";
  const hosts = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(own) ? [`${own}.local`, own] : [];
  const interfaces = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  // A browser does not take an address that needs its interface's name.
  const addresses = interfaces
    .filter(({ address, scopeid }) => isIP(address) !== 0 && !scopeid)
    .map(({ address }) => address);
  return [
    ...new Set([
      ...added.map((name) => name.toLowerCase()),
      ...hosts,
      "localhost",
      ...addresses.toSorted(),
    ]),
  ];
}
