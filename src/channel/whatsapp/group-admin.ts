import type { Identifier, Person } from "../channel.ts";
import { identifierOf, person } from "./identifiers.ts";
import type { Vault } from "./vault.ts";

/**
 * Whether a person may delete what others wrote in a group; without a person, whether we may. The
 * network does not check the author of a deletion, so we do.
 */
export function isGroupAdmin(
  vault: Vault,
  me: string[],
  group: string,
  who: Person | null,
): boolean {
  const named = (participant: { id: string; lid?: string; phoneNumber?: string }) =>
    person("", participant.id, participant.lid, participant.phoneNumber).ids;
  const is = (one: Identifier) =>
    who === null || who.ids.some(({ type, value }) => type === one.type && value === one.value);
  return (
    vault
      .group(group)
      ?.participants.some(
        (each) =>
          Boolean(each.admin) &&
          (who === null
            ? me.some((jid) => named(each).some(({ value }) => identifierOf(jid)?.value === value))
            : named(each).some(is)),
      ) ?? false
  );
}
