import type { BinaryNode } from "@whiskeysockets/baileys";
import { node, seconds } from "./nodes.ts";
import { alias, jid, type Addressing, type Person } from "./people.ts";

type Rank = "superadmin" | "admin" | undefined;

/** A group in the server's data. */
export type GroupState = {
  jid: string;
  subject: string;
  renamed: { by: Person; at: number };
  creator: Person;
  created: number;
  about?: string;
  addressing: Addressing;
  members: Map<Person, Rank>;
  picture?: Uint8Array;
};

/** All groups of the server. */
export class Groups {
  private byJid = new Map<string, GroupState>();

  found(subject: string, members: Person[], addressing: Addressing): GroupState {
    const creator = members[0]!;
    const at = seconds();
    const group: GroupState = {
      jid: `${120_363_000_000_000_000n + BigInt(this.byJid.size + 1)}@g.us`,
      subject,
      renamed: { by: creator, at },
      creator,
      created: at,
      addressing,
      members: new Map(members.map((person, place) => [person, place ? undefined : "superadmin"])),
    };
    this.byJid.set(group.jid, group);
    return group;
  }

  get(name: string): GroupState | undefined {
    return this.byJid.get(name);
  }

  of(person: Person): GroupState[] {
    return [...this.byJid.values()].filter(({ members }) => members.has(person));
  }
}

/** A group in an answer or a notification. */
export function described({
  jid: name,
  subject,
  renamed,
  creator,
  created,
  about,
  addressing,
  members,
}: GroupState): BinaryNode {
  const attrs = {
    id: name.split("@")[0],
    subject,
    creation: created,
    creator: jid(creator, addressing),
    creator_pn: creator.number && jid(creator, "pn"),
    s_t: renamed.at,
    s_o: jid(renamed.by, addressing),
    addressing_mode: addressing,
    size: members.size,
  };
  const text =
    about === undefined
      ? []
      : [
          node("description", { id: "1", t: created, participant: jid(creator, addressing) }, [
            node("body", {}, about),
          ]),
        ];
  return node("group", attrs, [
    ...text,
    ...[...members].map(([person, rank]) => membered(person, addressing, rank)),
  ]);
}

/** One member, under the group's kind of name. */
export const membered = (person: Person, by: Addressing, rank?: Rank): BinaryNode =>
  node("participant", {
    jid: jid(person, by),
    [by === "lid" ? "phone_number" : "lid"]: alias(person, by),
    type: rank,
  });
