import type { BinaryNode } from "@whiskeysockets/baileys";
import { Companion } from "./companion.ts";
import { bytes, child, children, isLid, node, seconds, service } from "./nodes.ts";
import type { Network } from "./network.ts";
import { jid, type Device, type Person } from "./people.ts";

/**
 * Answers queries about people by name or number: whether they exist, their devices, their other
 * name, and their status text.
 */
export function usync(net: Network, request: BinaryNode): BinaryNode {
  const query = child(request, "query")?.content;
  const facts = Array.isArray(query) ? query.map(({ tag }) => tag) : [];
  const users = children(child(request, "list"), "user").map((user) => answered(net, user, facts));
  const { context, mode, sid, last, index } = request.attrs;
  return node("usync", { context, mode, sid, last, index }, [
    node(
      "result",
      {},
      facts.map((fact) => node(fact)),
    ),
    node("list", {}, users),
  ]);
}

function answered(net: Network, user: BinaryNode, facts: string[]): BinaryNode {
  const number = bytes(child(user, "contact")).toString().replace(/^\+/, "");
  const name = user.attrs.jid ?? `${number}${service}`;
  const person = net.person(name);
  const answers = facts.flatMap((fact) =>
    person
      ? answerTo(person, fact, name)
      : fact === "contact"
        ? [node("contact", { type: "out" }, number)]
        : [],
  );
  // The answer to a query by number has the person's own number, which may be spelt otherwise.
  return node("user", { jid: user.attrs.jid ?? (person ? jid(person, "pn") : name) }, answers);
}

function answerTo(person: Person, fact: string, name: string): BinaryNode[] {
  if (fact === "contact") return [node("contact", { type: "in" }, person.number)];
  if (fact === "devices")
    return [
      node("devices", {}, [
        node("device-list", {}, [...person.devices.values()].map(listed)),
        node("key-index-list", { ts: seconds() }),
      ]),
    ];
  if (fact === "lid") return isLid(name) ? [] : [node("lid", { val: jid(person, "lid") })];
  if (fact === "status") return [node("status", { t: seconds() }, person.about ?? "")];
  if (fact === "disappearing_mode") return [node("disappearing_mode", { duration: 0, t: 0 })];
  return [];
}

const listed = (device: Device) =>
  node("device", {
    id: device.id,
    "key-index": device.id
      ? device instanceof Companion
        ? device.papers.keyIndex
        : device.id
      : undefined,
  });
