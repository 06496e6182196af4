import type { BinaryNode } from "@whiskeysockets/baileys";
import { decode, service } from "./nodes.ts";
import type { Bundle } from "./ratchet.ts";

/** How two people name each other on the wire: by phone number, or by the LID that hides it. */
export type Addressing = "pn" | "lid";

/** A user of WhatsApp, with a phone and maybe linked devices. */
export type Person = {
  name: string;
  /** Missing for a person who hides their number. */
  number?: string;
  lid: string;
  addressing: Addressing;
  devices: Map<number, Device>;
  /**
   * Other spellings of the number that reach this person, such as Brazil's with and without the
   * ninth digit.
   */
  aliases: string[];
  blocked: Set<Person>;
  privacy: Record<string, string>;
  /** The number of devices that were ever linked. */
  links: number;
  /** The name of a person without a visible number. */
  username?: string;
  picture?: Uint8Array;
  about?: string;
};

/** A holder of keys that takes stanzas: a phone of ours, or a linked client on a socket. */
export interface Device {
  readonly person: Person;
  readonly id: number;
  readonly identity: Buffer;
  /** Whether it never uploaded any keys: no one can write to it. */
  readonly isKeyless?: boolean;
  /** The keys for a new session. Removes a one-time key, as long as there are any. */
  bundle(): Bundle;
  take(stanza: BinaryNode): void;
}

/** The name of a person on the wire; with a device, that device's. */
export function jid(person: Person, by: Addressing = person.addressing, device = 0): string {
  const [user, server] =
    by === "pn" && person.number ? [person.number, service] : [person.lid, "@lid"];
  return `${user}${device ? `:${device}` : ""}${server}`;
}

/** The same person's other name; undefined when the number is hidden. */
export function alias(person: Person, by: Addressing): string | undefined {
  return person.number ? jid(person, by === "pn" ? "lid" : "pn") : undefined;
}

export const addressOf = (name: string): Addressing => (name.endsWith("@lid") ? "lid" : "pn");

const openToAll = {
  readreceipts: "all",
  profile: "all",
  status: "all",
  online: "all",
  last: "all",
  groupadd: "all",
  calladd: "all",
};

/** Everyone there is. */
export class People {
  private byNumber = new Map<string, Person>();
  private byLid = new Map<string, Person>();

  join(given: Partial<Person> & Pick<Person, "name">, numbered: (count: number) => string): Person {
    const count = this.byLid.size + 1;
    const person: Person = {
      lid: String(200_000_000_000_000 + count),
      number: numbered(count),
      addressing: "pn",
      devices: new Map(),
      aliases: [],
      blocked: new Set(),
      privacy: { ...openToAll },
      links: 0,
      ...given,
    };
    if (this.byLid.has(person.lid)) throw new Error(`the LID ${person.lid} is taken`);
    this.byLid.set(person.lid, person);
    for (const number of [person.number, ...person.aliases]) {
      if (!number) continue;
      if (this.byNumber.has(number)) throw new Error(`the number ${number} is taken`);
      this.byNumber.set(number, person);
    }
    return person;
  }

  person(name: string): Person | undefined {
    const { user, server } = decode(name);
    return server === "lid" ? this.byLid.get(user) : this.byNumber.get(user);
  }

  device(name: string): Device | undefined {
    return this.person(name)?.devices.get(decode(name).device);
  }

  all(): Person[] {
    return [...this.byLid.values()];
  }
}
