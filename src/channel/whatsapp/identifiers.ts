import type { BinaryNode } from "@whiskeysockets/baileys";
import { Refused, type ChannelSetAside, type Identifier, type Person } from "../channel.ts";
import { personName } from "../wire-values.ts";

/**
 * The identifier in a jid, of any device. Undefined unless it is a person or a group: statuses,
 * broadcast lists, newsletters, bots.
 */
export function identifierOf(jid: string | null | undefined): JidIdentifier | undefined {
  if (typeof jid !== "string" || ignored(jid)) return undefined;
  const [, user = "", server = ""] = /^([\d-]{1,40})(?:_\d+)?(?::\d+)?@([a-z.]+)$/.exec(jid) ?? [];
  const type = types.get(server);
  return type && shapes[type].test(user) ? { type, value: user } : undefined;
}

/** The jid of an identifier, without a device. */
export const jidOf = ({ type, value }: JidIdentifier) => `${value}@${servers[type]}`;

/** An identifier that a linked phone knows; ids of the official channel are of no use to it. */
export type JidIdentifier = Identifier & { type: keyof typeof servers };

export const hasJid = (id: Identifier): id is JidIdentifier => id.type !== "bsuid";

/**
 * The jid to write to when a person has several identifiers. WhatsApp keeps its sessions under
 * lids. Undefined when there is none.
 */
export function jidAmong(identifiers: Identifier[]): string | undefined {
  const addresses = identifiers.filter(hasJid);
  const address =
    addresses.find(({ type }) => type === "group") ??
    addresses.find(({ type }) => type === "lid") ??
    addresses[0];
  return address && jidOf(address);
}

/** The same; throws Refused when there is none. */
export function requireJid(ids: Identifier[]): string {
  const jid = jidAmong(ids);
  if (!jid) throw new Refused("ERR_WAPP_INVALID_CONTACT");
  return jid;
}

/**
 * Someone by the jids known for them, phone first, each once; a jid that is no identifier is left
 * out.
 */
export function person(
  name: string | null | undefined,
  ...jids: (string | null | undefined)[]
): Person {
  const identifiers = new Map(
    jids
      .map(identifierOf)
      .filter((address) => address !== undefined)
      .map((address) => [jidOf(address), address]),
  );
  const ids = [...identifiers.values()].sort(
    (one, other) => Number(other.type === "phone") - Number(one.type === "phone"),
  );
  return { ids, name: personName(name) };
}

/**
 * Whether a jid's messages are ignored: statuses, newsletters, bots, WhatsApp's own announcements.
 */
export const ignored = (jid: string) =>
  /^status@broadcast$|@(newsletter|bot)$/.test(jid) || official.test(jid);

/**
 * Whether a jid is a broadcast list: a message that comes by it belongs to the chat with its
 * sender.
 */
export const isBroadcastList = (jid: string | null | undefined) =>
  typeof jid === "string" && /^\d+@broadcast$/.test(jid);

/** Whether a jid is one of ours, of any device. */
export function isMine(jid: string | null | undefined, me: string[]): boolean {
  const address = identifierOf(jid);
  return (
    address !== undefined &&
    me.some((mine) => {
      const own = identifierOf(mine);
      return own !== undefined && jidOf(own) === jidOf(address);
    })
  );
}

// A hosted jid is a person whose business also answers through Meta's cloud.
const types = new Map<string, JidIdentifier["type"]>([
  ["s.whatsapp.net", "phone"],
  ["c.us", "phone"],
  ["hosted", "phone"],
  ["lid", "lid"],
  ["hosted.lid", "lid"],
  ["g.us", "group"],
]);
const servers = { phone: "s.whatsapp.net", lid: "lid", group: "g.us" } as const;
const shapes = { phone: /^\d{5,20}$/, lid: /^\d{5,20}$/, group: /^\d+(-\d+)?$/ } as const;

// Announcements come from 0, Meta AI and its like from 1 313 555 and 1 316 555.
const official = /^(0|1313555\d{4}|131655500\d{2})(:\d+)?@(c\.us|s\.whatsapp\.net)$/;

/** The sender of a stanza that was set aside, and when it was sent (ms). */
export const setAsideSender = ({
  attrs: { notify, participant, from, participant_pn, sender_pn, t },
}: BinaryNode): ChannelSetAside => ({
  from: person(notify, participant || from, participant_pn, sender_pn),
  at: Number(t) * 1000 || 0,
});
