import type { Chat, Contact } from "@whiskeysockets/baileys";
import type { Person } from "../channel.ts";
import { handle } from "../wire-values.ts";
import { identifierOf, person } from "./identifiers.ts";
import type { Vault } from "./vault.ts";

/** Learns the people of an account: its address book, its chats, and their numbers. */
export class InboundPeople {
  constructor(
    private readonly vault: Vault,
    private readonly report: (person: Person) => void,
  ) {}

  learnContacts(contacts: Partial<Contact>[], more: { inBook?: boolean }) {
    this.learn(
      contacts.map(({ id, lid, phoneNumber, notify, username }) =>
        person(notify || handle(username), id, lid, phoneNumber),
      ),
    );
    this.vault.keepPeople(
      contacts.flatMap(({ id, lid, phoneNumber, name }) =>
        id ? { ...namesOf(id, lid, phoneNumber), name: name ?? undefined, ...more } : [],
      ),
    );
  }

  keepChats(chats: Pick<Chat, "id" | "name">[]) {
    this.vault.keepPeople(
      chats.flatMap(({ id, name }) =>
        id && identifierOf(id)?.type !== "group"
          ? { ...namesOf(id), name: name ?? undefined, hasChat: true }
          : [],
      ),
    );
  }

  learn(people: Person[]) {
    for (const each of people)
      if (each.ids.length > 1 || (each.ids.length > 0 && each.name)) this.report(each);
  }
}

function namesOf(...jids: (string | null | undefined)[]): { lid?: string; phone?: string } {
  const ids = person("", ...jids).ids;
  return {
    lid: ids.find(({ type }) => type === "lid")?.value,
    phone: ids.find(({ type }) => type === "phone")?.value,
  };
}
