import { BlockList, isIP } from "node:net";

// IANA's special-purpose registries: addresses that are not public, and those that carry another
// address.
const reserved = networks([
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
]);
// The only global unicast range of IPv6: mapped, translated (64:ff9b::/96), local and multicast
// addresses lie outside.
const allocated = networks(["2000::/3"]);

/** Whether an address, in its plain form, is on the public internet. */
export const isPublic = (address: string): boolean =>
  isIP(address) === 4 ? !reserved(address) : allocated(address) && !reserved(address);

/** The eight groups of an IPv6 address, none left out: an address has many spellings. */
export function groupsOf(address: string): string[] {
  const [before = [], after] = new URL(`http://[${address.replace(/%.*/, "")}]`).hostname
    .slice(1, -1)
    .split("::")
    .map((part) => part.split(":").filter((group) => group !== ""));
  return after
    ? [...before, ...Array<string>(8 - before.length - after.length).fill("0"), ...after]
    : before;
}

/**
 * Turns an IPv4 address that is written as IPv6 (`::ffff:1.2.3.4`) into IPv4; any other text stays.
 */
export function unmapped(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  if (groups.slice(0, 6).join(":") !== "0:0:0:0:0:ffff") return address;
  return groups
    .slice(6)
    .flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255])
    .join(".");
}

/**
 * Whether an address is in one of these networks (`10.0.0.0/8`, or an address alone). Throws on a
 * text that is no network.
 */
export function networks(written: string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const each of written) {
    const [address = "", bits, ...rest] = each.split("/");
    const whole = isIP(address) === 6 ? 128 : 32;
    const size = bits === undefined ? whole : Number(bits);
    if (
      isIP(address) === 0 ||
      rest.length > 0 ||
      bits === "" ||
      !Number.isInteger(size) ||
      size < 0 ||
      size > whole
    )
      throw new Error(`${each} is no network`);
    list.addSubnet(address, size, familyOf(address));
  }
  // An address with a zone (`%eth0`) is link-local.
  return (address) =>
    isIP(address) !== 0 && !address.includes("%") && list.check(address, familyOf(address));
}

function familyOf(address: string) {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
