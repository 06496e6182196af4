import { refuseFields } from "../fault.ts";

/**
 * Scheme, host and port of an address; https where it names no scheme. A text that is no address is
 * its own origin, so it differs from the one that a secret was typed for.
 */
export const originOf = (address: string): string =>
  URL.parse(/^[a-z]+:\/\//i.test(address) ? address : `https://${address}`)?.origin ?? address;

/**
 * Throws invalid for each stored secret that was not typed again although its address changed.
 * Otherwise a user could have a secret that they can't read sent to an address of their choice. An
 * empty address gets nothing: the secret is requested with the next address.
 * rules.md#secrets-and-addresses
 */
export function refuseMoved(
  [from, to]: [string, string],
  stored: Record<string, boolean>,
  typed: Record<string, unknown>,
) {
  if (to === "" || from === to) return;
  refuseFields(
    Object.fromEntries(
      Object.entries(stored).flatMap(([name, isStored]) =>
        isStored && typed[name] === undefined ? [[name, "again"]] : [],
      ),
    ),
  );
}
