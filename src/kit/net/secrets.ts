import { refuseFields } from "../fault.ts";

/**
 * Scheme, host and port of an address, which without a scheme is asked by https. What is no address
 * stands for itself: it is not the one that a secret was typed for.
 */
export const originOf = (address: string): string =>
  URL.parse(/^[a-z]+:\/\//i.test(address) ? address : `https://${address}`)?.origin ?? address;

/**
 * Throws invalid for each stored secret that was not typed again with another address than the one
 * it was typed for: nobody may have one that they can't read
 * sent to a place of their choice. Without an address nothing is sent, and it is asked for with the
 * next. rules.md#secrets-and-addresses
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
