import { BlockList, isIP } from "node:net";
import type { Origin } from "./client-address.ts";
import { unmapped } from "../net/ip-addresses.ts";
import { log } from "../process/log.ts";

const forwarding = [
  "x-forwarded-for",
  "x-forwarded-proto",
  "x-forwarded-host",
  "forwarded",
  "x-real-ip",
];

// Some proxies write the port too.
const hopOf = (written: string) =>
  unmapped(
    written
      .trim()
      .replace(/^\[(.+)\](:\d+)?$/, "$1")
      .replace(/^([\d.]+):\d+$/, "$1"),
  );

/**
 * Trusts X-Forwarded-* from the given addresses or networks alone, and takes the nearest hop that
 * is not one of them. It logs once when another peer sends them: behind a proxy that is not
 * trusted, all users share one address.
 */
export function proxies(trusted: string[], say = log): Origin {
  const list = new BlockList();
  for (const each of trusted) {
    const [address = "", bits] = each.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    list.addSubnet(address, bits ? Number(bits) : family === "ipv6" ? 128 : 32, family);
  }
  const trusts = (address: string) =>
    isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
  let isSaid = false;
  const sayOnce = (request: Request, peer: string) => {
    if (isSaid || !forwarding.some((name) => request.headers.has(name))) return;
    isSaid = true;
    say("warn", "untrustedProxy", {
      peer,
      setting: "BALCAO_TRUSTED_PROXIES",
      means: "a proxy in front must be named there, or all its people share one address",
    });
  };
  const plain = (peer: string | undefined) => unmapped(peer ?? "127.0.0.1");

  return {
    address(request, peer) {
      const direct = plain(peer);
      if (!trusts(direct)) {
        sayOnce(request, direct);
        return direct;
      }
      const nearest = (request.headers.get("x-forwarded-for") ?? "")
        .split(",")
        .map(hopOf)
        .findLast((hop) => !trusts(hop));
      // If this hop is no address, its sender may have made up all hops before it.
      return nearest !== undefined && isIP(nearest) !== 0 ? nearest : direct;
    },
    isProxy: (peer) => trusts(plain(peer)),
    secure(request, peer) {
      if (request.url.startsWith("https:")) return true;
      return trusts(plain(peer)) && request.headers.get("x-forwarded-proto") === "https";
    },
  };
}
