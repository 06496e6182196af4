import { readable } from "../../shared/text.ts";
import { and, eq } from "drizzle-orm";
import type { Identifier, Person } from "../../channel/channel.ts";
import type { Tx } from "../../kit/db/company-db.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { twinOf } from "../../shared/phone.ts";
import { identifiersOf } from "./identifiers.ts";
import { insert } from "./contacts.ts";
import { withFields } from "./fields.ts";
import { eachOnce, findByIdentifiers, isSameIdentifier } from "./find-by-identifier.ts";
import { contacts, identifiers, type Contact } from "./table.ts";

/**
 * Merges the loser with all its rows into the winner, and emits both. Returns the winner's new
 * state.
 */
export type MergeContacts = (tx: Tx, winner: Contact, loser: Contact) => Contact;

/**
 * The contact of a person on the network, created if there is none. Two contacts that turn out to
 * be the same person are merged into the older one, if
 * `mergeContacts` is given. rules.md#identifiers
 */
export function findOrCreateContact(
  tx: Tx,
  person: Person,
  { isGroup = false, mergeContacts }: { isGroup?: boolean; mergeContacts?: MergeContacts } = {},
): Contact {
  const existing = findAndUpdateContact(tx, person, mergeContacts);
  if (existing) return existing;
  const number = phoneOf(person) ?? "";
  const ids = eachOnce(person.ids);
  const pushName = readable(person.name);
  return insert(
    tx,
    {
      name: pushName || number || (ids[0]?.value ?? "?"),
      pushName,
      number,
      username: person.username ?? "",
      isGroup,
    },
    ids,
  );
}

/**
 * The contact that has any of a person's identifiers, with the others and the network's name added;
 * undefined when there is none.
 */
export function findAndUpdateContact(
  tx: Tx,
  person: Person,
  mergeContacts?: MergeContacts,
): Contact | undefined {
  const [oldest, ...others] = findByIdentifiers(tx, person.ids);
  if (!oldest) return undefined;
  const contact = mergeContacts
    ? others.reduce((winner, loser) => mergeContacts(tx, winner, loser), oldest)
    : oldest;
  const names = identifiersOf(tx, contact.id);
  for (const id of person.ids) addIdentifier(tx, contact.id, names, id);
  return updateNames(tx, contact, person, names);
}

/**
 * Merges the loser's row into the winner's and deletes it. Rows that refer to the loser must have
 * been moved before.
 */
export function mergeContactRows(tx: Tx, winner: Contact, loser: Contact): Contact {
  const names = identifiersOf(tx, winner.id);
  const [better, other] =
    nameRank(loser, names) > nameRank(winner, names) ? [loser, winner] : [winner, loser];
  tx.delete(contacts).where(eq(contacts.id, loser.id)).run();
  const contact = withFields(
    tx,
    tx
      .update(contacts)
      .set({
        name: better.name,
        pushName: better.pushName || other.pushName,
        number: winner.number || loser.number,
        username: winner.username || loser.username,
        email: winner.email || loser.email,
        profilePicUrl: winner.profilePicUrl || loser.profilePicUrl,
        active: winner.active && loser.active,
        disableBot: winner.disableBot || loser.disableBot,
        ...updateTimestamps(tx.now()),
      })
      .where(eq(contacts.id, winner.id))
      .returning()
      .get()!,
  );
  tx.emit("contact", "update", { contact }, { to: "everyone" });
  tx.emit("contact", "delete", { contactId: loser.id }, { to: "everyone" });
  return contact;
}

/** Gives a contact another number; a contact that is named by its number gets the new name. */
export function changeNumber(tx: Tx, contact: Contact, number: string) {
  if (contact.number === number) return;
  const name = contact.name === contact.number ? number : contact.name;
  const changed = withFields(
    tx,
    tx
      .update(contacts)
      .set({ name, number, ...updateTimestamps(tx.now()) })
      .where(eq(contacts.id, contact.id))
      .returning()
      .get()!,
  );
  tx.emit("contact", "update", { contact: changed }, { to: "everyone" });
}

function addIdentifier(tx: Tx, contactId: number, names: Identifier[], id: Identifier) {
  const otherForm = id.type === "phone" ? twinOf(id.value) : undefined;
  const isTheirs =
    names.some(isSameIdentifier(id)) ||
    tx
      .insert(identifiers)
      .values({ ...id, contactId })
      .onConflictDoNothing()
      .returning()
      .get() !== undefined;
  // The network returns the form of the number that it uses, which replaces the other form.
  if (isTheirs && names.some(({ value }) => value === otherForm))
    tx.delete(identifiers)
      .where(and(eq(identifiers.type, "phone"), eq(identifiers.value, otherForm!)))
      .run();
}

function updateNames(tx: Tx, contact: Contact, person: Person, names: Identifier[]): Contact {
  const phone = phoneOf(person);
  const number =
    phone && (contact.number === "" || contact.number === twinOf(phone)) ? phone : contact.number;
  const given = readable(person.name);
  // A username is the name only where there is no other.
  const pushName = given && !(isHandle(given) && contact.pushName) ? given : contact.pushName;
  // Undefined where the network tells none: the last one stays.
  const username = person.username ?? contact.username;
  if (number === contact.number && pushName === contact.pushName && username === contact.username)
    return contact;
  const isNoName =
    contact.name === contact.number ||
    names.some(({ value }) => value === contact.name) ||
    (isHandle(contact.name) && contact.name === contact.pushName);
  const name = contact.isGroup || isNoName ? pushName || number || contact.name : contact.name;
  const changed = withFields(
    tx,
    tx
      .update(contacts)
      .set({ name, pushName, number, username, ...updateTimestamps(tx.now()) })
      .where(eq(contacts.id, contact.id))
      .returning()
      .get()!,
  );
  tx.emit("contact", "update", { contact: changed }, { to: "everyone" });
  return changed;
}

/**
 * The order of names: one given by a user, then the person's own, then a username, then a number,
 * then a lid.
 */
function nameRank({ name, pushName }: Contact, names: Identifier[]): number {
  const address = names.find(({ value }) => value === name);
  if (address) return address.type === "phone" ? 1 : 0;
  if (name !== pushName) return 4;
  return isHandle(name) ? 2 : 3;
}

/** Whether a name is a username of the network's. */
const isHandle = (name: string) => name.startsWith("@");

const phoneOf = ({ ids }: Person) => ids.find(({ type }) => type === "phone")?.value;
