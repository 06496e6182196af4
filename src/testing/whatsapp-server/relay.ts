import type { BinaryNode } from "@whiskeysockets/baileys";
import type { Groups } from "./groups.ts";
import { child, children, isGroup, isShared, node, seconds } from "./nodes.ts";
import {
  addressOf,
  alias,
  jid,
  type Addressing,
  type Device,
  type People,
  type Person,
} from "./people.ts";

type World = { people: People; groups: Groups };
type Delivery = { to: Device; stanza: BinaryNode };

/** The recipients and the form of a message from a device, or the code of the server's refusal. */
export function route(
  world: World,
  from: Device,
  stanza: BinaryNode,
): { deliveries: Delivery[] } | { error: number } {
  const { to = "" } = stanza.attrs;
  return isGroup(to) ? toGroup(world, from, stanza, to) : toPerson(world, from, stanza, to);
}

function toPerson({ people }: World, from: Device, stanza: BinaryNode, to: string) {
  const person = people.person(to);
  if (!person) return { error: 404 };
  if (from.person.blocked.has(person) || person.blocked.has(from.person)) return { deliveries: [] };
  const chat = stanza.attrs.recipient ?? to;
  const fanned = children(child(stanza, "participants"), "to").flatMap(({ attrs, content }) => {
    const device = people.device(attrs.jid ?? "");
    return device && Array.isArray(content) ? [{ device, parts: content }] : [];
  });
  const alone = people.device(to);
  const direct = child(stanza, "enc");
  const all = direct && alone ? [...fanned, { device: alone, parts: [direct] }] : fanned;
  return {
    deliveries: all
      .filter(({ device }) => device !== from)
      .map(({ device, parts }) => ({
        to: device,
        stanza: enveloped(from, device, stanza, chat, parts, people),
      })),
  };
}

/**
 * Builds a device's copy of a message between two people. The sender's own devices also read the
 * recipient in it.
 */
function enveloped(
  from: Device,
  to: Device,
  stanza: BinaryNode,
  chat: string,
  parts: BinaryNode[],
  people: People,
): BinaryNode {
  const by = reach(from.person, addressOf(chat));
  const own = from.person === to.person;
  const partner = people.person(chat)!;
  const peer = stanza.attrs.category === "peer";
  const { list } = stanza.attrs;
  if (list && !own) {
    const names = {
      participant: jid(from.person, by, from.id),
      [by === "lid" ? "participant_pn" : "participant_lid"]: alias(from.person, by),
    };
    return node("message", { from: list, ...names, ...common(from, stanza) }, [
      ...parts,
      ...identity(parts, stanza),
    ]);
  }
  const names =
    own && !peer
      ? {
          recipient: jid(partner, reach(partner, by)),
          [by === "pn" ? "peer_recipient_lid" : "peer_recipient_pn"]: alias(partner, by),
        }
      : { [by === "pn" ? "sender_lid" : "sender_pn"]: peer ? undefined : alias(from.person, by) };
  return node(
    "message",
    {
      from: jid(from.person, by, from.id),
      ...names,
      ...(by === "lid" ? { addressing_mode: by } : {}),
      ...common(from, stanza),
    },
    [...parts, ...identity(parts, stanza)],
  );
}

function toGroup({ people, groups }: World, from: Device, stanza: BinaryNode, to: string) {
  const group = groups.get(to);
  if (!group) return { error: 404 };
  if (!group.members.has(from.person)) return { error: 403 };
  const by = group.addressing;
  const keyed = new Map(
    children(child(stanza, "participants"), "to").map(({ attrs, content }) => [
      people.device(attrs.jid ?? ""),
      Array.isArray(content) ? content : [],
    ]),
  );
  const shared = children(stanza, "enc");
  const only =
    stanza.attrs.participant === undefined ? undefined : people.device(stanza.attrs.participant);
  const devices = only
    ? [only]
    : [...group.members.keys()]
        .flatMap((person) => [...person.devices.values()])
        .filter((device) => device !== from);
  const names = {
    participant: jid(from.person, by, from.id),
    [by === "lid" ? "participant_pn" : "participant_lid"]: alias(from.person, by),
    addressing_mode: by,
  };
  return {
    deliveries: devices.map((device) => {
      const parts = [...(keyed.get(device) ?? []), ...shared];
      return {
        to: device,
        stanza: node("message", { from: to, ...names, ...common(from, stanza) }, [
          ...parts,
          ...identity(parts, stanza),
        ]),
      };
    }),
  };
}

/** This addressing, or `lid` for a person who hides their number. */
export const reach = (person: Person, by: Addressing): Addressing => (person.number ? by : "lid");

function common(from: Device, { attrs }: BinaryNode) {
  const { id, type, edit, category } = attrs;
  const { name: notify, username } = from.person;
  return { id, type, edit, category, t: seconds(), notify, sender_username: username };
}

/** A linked device's identity goes with a message that opens a session. */
const identity = (parts: BinaryNode[], stanza: BinaryNode): BinaryNode[] =>
  parts.some(({ attrs }) => attrs.type === "pkmsg") ? children(stanza, "device-identity") : [];

/** The target of a receipt, and its form there. */
export function routeReceipt(
  { people }: Pick<World, "people">,
  from: Device,
  { attrs, content }: BinaryNode,
): Delivery[] {
  const { to = "", participant, recipient, id, type } = attrs;
  const shared = isShared(to);
  const target = shared ? participant : to;
  const person = target && people.person(target);
  if (!person) return [];
  const by = addressOf(target);
  const who = jid(from.person, reach(from.person, by), from.id);
  const stanza = node(
    "receipt",
    {
      from: shared ? to : who,
      participant: shared ? who : undefined,
      recipient,
      id,
      type,
      t: seconds(),
    },
    content,
  );
  const devices = type === "retry" ? [people.device(target)] : [...person.devices.values()];
  return devices.flatMap((device) => (device && device !== from ? [{ to: device, stanza }] : []));
}
