import type { BinaryNode } from "@whiskeysockets/baileys";
import { Handset, messageId } from "./handset.ts";
import { described, membered, type GroupState } from "./groups.ts";
import { node, seconds } from "./nodes.ts";
import type { Network } from "./network.ts";
import { alias, jid, type Person } from "./people.ts";

/**
 * Notifies the linked devices of all members, and of the people in `also`, about a change of a
 * group.
 */
export function notifyChange(
  net: Network,
  { jid: from, addressing, members }: GroupState,
  by: Person,
  what: BinaryNode,
  also: Person[] = [],
): void {
  const notification = node(
    "notification",
    {
      from,
      type: "w:gp2",
      id: messageId(),
      participant: jid(by, addressing),
      [addressing === "lid" ? "participant_pn" : "participant_lid"]: alias(by, addressing),
      addressing_mode: addressing,
      notify: by.name,
      t: seconds(),
    },
    [what],
  );
  for (const companion of net.companions(new Set([...members.keys(), ...also])))
    companion.take(notification);
}

export function addMembers(net: Network, group: GroupState, people: Person[], by: Person): void {
  for (const person of people) group.members.set(person, undefined);
  notifyChange(
    net,
    group,
    by,
    node(
      "add",
      {},
      people.map((person) => membered(person, group.addressing)),
    ),
  );
}

/** Removes members. The others write with another key from then on. */
export function removeMembers(net: Network, group: GroupState, people: Person[], by: Person): void {
  for (const person of people) group.members.delete(person);
  const devices = [...group.members.keys()].flatMap((person) => [...person.devices.values()]);
  for (const device of devices) if (device instanceof Handset) device.rekey(group.jid);
  notifyChange(
    net,
    group,
    by,
    node(
      "remove",
      {},
      people.map((person) => membered(person, group.addressing)),
    ),
    people,
  );
}

export function renameGroup(net: Network, group: GroupState, subject: string, by: Person): void {
  group.subject = subject;
  group.renamed = { by, at: seconds() };
  notifyChange(
    net,
    group,
    by,
    node("subject", { subject, s_t: group.renamed.at, s_o: jid(by, group.addressing) }),
  );
}

export function createGroup(net: Network, group: GroupState, by: Person): void {
  notifyChange(net, group, by, node("create", { type: "new" }, [described(group)]));
}

/** A person's keys changed: everyone's linked devices get a notification. */
export function notifyNewKeys(net: Network, person: Person): void {
  const from = jid(person);
  for (const companion of net.companions())
    companion.take(
      node("notification", { from, type: "encrypt", id: messageId(), t: seconds() }, [
        node("identity"),
      ]),
    );
}
