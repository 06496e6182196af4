import type { BinaryNode } from "@whiskeysockets/baileys";
import type { Companion } from "./companion.ts";
import {
  createGroup,
  notifyChange,
  addMembers,
  removeMembers,
  renameGroup,
} from "./group-notifications.ts";
import { described } from "./groups.ts";
import { bytes, children, isGroup, node } from "./nodes.ts";
import type { Network } from "./network.ts";

type Asked = { net: Network; companion: Companion; iq: BinaryNode; what: BinaryNode };

/** Answers the queries of clients about groups (w:g2), and their changes. */
export function answerGroupIq({
  net,
  companion: { person },
  iq,
  what,
}: Asked): BinaryNode[] | number | undefined {
  const { to = "" } = iq.attrs;
  const named = () =>
    children(what, "participant").flatMap(({ attrs }) => net.person(attrs.jid ?? "") ?? []);
  if (what.tag === "participating")
    return [node("groups", {}, net.groups.of(person).map(described))];
  if (what.tag === "create") {
    const group = net.groups.found(what.attrs.subject ?? "", [person, ...named()], "lid");
    createGroup(net, group, person);
    return [described(group)];
  }
  if (what.tag === "leave") {
    for (const { attrs } of children(what, "group")) {
      const left = net.group(attrs.id ?? "");
      if (left) removeMembers(net, left, [person], person);
    }
    return [what];
  }

  const group = isGroup(to) ? net.group(to) : undefined;
  if (!group) return 404;
  if (!group.members.has(person)) return 403;
  if (what.tag === "query") return [described(group)];
  if (what.tag === "invite") return [node("invite", { code: `Convite${group.jid.slice(0, 18)}` })];
  if (what.tag === "subject") {
    renameGroup(net, group, bytes(what).toString(), person);
    return [];
  }
  if (what.tag === "description") {
    group.about = bytes(children(what, "body")[0]).toString();
    notifyChange(
      net,
      group,
      person,
      node("description", { id: "1" }, [node("body", {}, group.about)]),
    );
    return [];
  }
  if (what.tag === "add") {
    addMembers(net, group, named(), person);
    return [what];
  }
  if (what.tag === "remove") {
    removeMembers(net, group, named(), person);
    return [what];
  }
  if (what.tag === "promote" || what.tag === "demote") {
    for (const one of named()) group.members.set(one, what.tag === "promote" ? "admin" : undefined);
    notifyChange(net, group, person, what);
    return [what];
  }
  return undefined;
}
