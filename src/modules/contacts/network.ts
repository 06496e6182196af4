import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { Identifier, ConnectionManager, Person } from "../../channel/channel.ts";
import { Fault } from "../../kit/fault.ts";
import { log, trace } from "../../kit/process/log.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { imageTypes } from "../../shared/limits.ts";
import * as connections from "../connections/connections.ts";
import {
  isDisconnected,
  onChannel,
  onAnyChannel,
  connectedIds,
} from "../connections/on-channel.ts";
import { findOrCreateTags } from "../tags/find-or-create.ts";
import { identifiersOf } from "./identifiers.ts";
import { completeNumber } from "./own-area.ts";
import {
  findContact,
  insert,
  notErased,
  update,
  writeFields,
  type contactBody,
} from "./contacts.ts";
import { fieldsOf, withFields, mergeFields } from "./fields.ts";
import { findByIdentifiers, isSameIdentifier } from "./find-by-identifier.ts";
import { findAndUpdateContact } from "./find-or-create.ts";
import { addTags } from "./tags.ts";
import { contacts, identifiers, type Contact, type FullContact } from "./table.ts";

type Body = z.infer<typeof contactBody>;

/**
 * Address books may be long: the longest wait for one (ms), and the people imported before other
 * work gets a turn.
 */
const addressBook = { timeout: 60_000, chunk: 100 };

/**
 * Creates a contact from a form, with the network's identifiers for the number. A contact who wrote
 * with a hidden number gets it now. Throws invalid when the number is not on the network. Throws
 * conflicts when the contact exists or the network refuses the check. rules.md#checked-numbers
 */
export async function add(
  db: CompanyDb,
  connectionManager: ConnectionManager,
  { extraInfo = [], fields, tags = [], ...body }: Body,
): Promise<FullContact> {
  const number = completeNumber(db, body.number);
  const ids = await identifiersOfNumber(db, connectionManager, number);
  const values = { ...body, number: numberIn(ids) };
  return db.write((tx) => {
    const [existing] = findByIdentifiers(db, ids);
    const tagIds = findOrCreateTags(tx, tags);
    if (!existing) return insert(tx, values, ids, extraInfo, tagIds, fields);
    if (existing.number !== "") throw duplicateFault(existing);
    addIdentifiers(tx, existing.id, ids);
    addTags(tx, existing.id, tagIds);
    writeFields(tx, existing.id, mergeFields(extraInfo, fieldsOf(db, existing.id)), fields);
    return updateContact(tx, existing.id, values);
  });
}

/**
 * Changes a contact; a new number is checked as in `add`. Throws missing, and what `add` throws.
 */
export async function change(
  db: CompanyDb,
  connectionManager: ConnectionManager,
  id: number,
  body: Partial<Body>,
): Promise<FullContact> {
  const before = notErased(db, id);
  const number = body.number && completeNumber(db, body.number);
  if (!number || number === before.number) return update(db, id, { ...body, number });
  const ids = await identifiersOfNumber(db, connectionManager, number);
  const other = findByIdentifiers(db, ids).find((contact) => contact.id !== id);
  if (other) throw duplicateFault(other);
  const contact = update(db, id, { ...body, number: numberIn(ids) });
  db.write((tx) => addIdentifiers(tx, id, ids));
  return contact;
}

/**
 * Blocks or unblocks a contact, also on the connected networks. Throws missing, and a conflict when
 * a network refuses to unblock.
 */
export async function setActive(
  db: CompanyDb,
  connectionManager: ConnectionManager,
  id: number,
  active: boolean,
): Promise<FullContact> {
  const contact = withFields(db, notErased(db, id));
  if (contact.active === active) return contact;
  for (const connection of contact.isGroup ? [] : connectedIds(db)) {
    try {
      await onChannel(db, connectionManager, connection, (channel) =>
        channel.block(identifiersOf(db, id), !active),
      );
    } catch (thrown) {
      if (isDisconnected(thrown)) continue;
      if (active) throw thrown;
      // Messages of a contact who is blocked here are ignored anyway.
      log("warn", "block", { company: db.company, connection, ...trace(thrown) });
    }
  }
  return db.write((tx) => {
    notErased(tx, id);
    return updateContact(tx, id, { active });
  });
}

/**
 * Imports the people of a phone's address book or chats as contacts, and names contacts that had
 * only a number. Throws what `onChannel` throws.
 */
export async function importPeople(
  db: CompanyDb,
  connectionManager: ConnectionManager,
  connection: number,
  source: "book" | "chats",
) {
  const people = await onChannel(
    db,
    connectionManager,
    connection,
    (channel) => channel.people(source),
    { within: addressBook.timeout, ability: "pairing" },
  );
  let [imported, updated] = [0, 0];
  for (let at = 0; at < people.length; at += addressBook.chunk) {
    const done = db.write((tx) =>
      people.slice(at, at + addressBook.chunk).map((person) => importPerson(tx, person)),
    );
    imported += done.filter((what) => what === "imported").length;
    updated += done.filter((what) => what === "updated").length;
    await new Promise(setImmediate);
  }
  return { imported, updated };
}

/**
 * A group's subject and its participants, as far as the network gives them. Throws missing when it
 * is no group, and what `onAnyChannel` throws.
 */
export async function groupOf(db: CompanyDb, connectionManager: ConnectionManager, id: number) {
  const { isGroup } = findContact(db, id);
  const address = identifiersOf(db, id).find(({ type }) => type === "group");
  if (!isGroup || !address)
    throw new Fault("missing", "ERR_NOT_FOUND", { message: "Este contato não é um grupo" });
  const { subject, people } = await onAnyChannel(db, connectionManager, "groups", (channel) =>
    channel.group(address.value),
  );
  return {
    subject,
    people: people.map(({ ids, name }) => {
      const [contact] = findByIdentifiers(db, ids);
      const number = contact?.number || phoneIn(ids) || "";
      return { contactId: contact?.id ?? null, name: contact?.name ?? (name || number), number };
    }),
  };
}

/**
 * Downloads a contact's picture again; removes it when there is none. Throws missing, and what
 * `onAnyChannel` throws.
 */
export async function refreshPicture(
  db: CompanyDb,
  connectionManager: ConnectionManager,
  id: number,
): Promise<FullContact> {
  notErased(db, id);
  const bytes = await onAnyChannel(db, connectionManager, "picture", (channel) =>
    channel.picture(identifiersOf(db, id)),
  );
  const stored = bytes && (await db.files.keep(bytes, "foto"));
  const profilePicUrl =
    stored && imageTypes.some((type) => type === stored.type) ? db.files.permanentLink(stored) : "";
  return db.files.releaseAfter([stored], () =>
    db.write((tx) => {
      const contact = notErased(tx, id);
      return contact.profilePicUrl === profilePicUrl
        ? withFields(db, contact)
        : updateContact(tx, id, { profilePicUrl });
    }),
  );
}

/**
 * The network's identifiers for a number, by one connection or the default one. While that is
 * disconnected, or where it can't check numbers, only the number itself. Throws invalid for a number without an account, and a
 * conflict when the network refuses the check.
 */
export async function identifiersOfNumber(
  db: CompanyDb,
  connectionManager: ConnectionManager,
  number: string,
  connectionId?: number,
): Promise<Identifier[]> {
  const typed: Identifier = { type: "phone", value: number };
  const connection = connections
    .list(db)
    .find(
      ({ id, isDefault, status }) =>
        (connectionId === undefined ? isDefault : id === connectionId) && status === "CONNECTED",
    );
  if (!connection?.capabilities.check) return [typed];
  try {
    const ids = (
      await onChannel(db, connectionManager, connection.id, (channel) => channel.check([number]), {
        refused: "ERR_WAPP_CHECK_CONTACT",
      })
    ).get(number);
    if (!ids)
      throw new Fault("invalid", "ERR_WAPP_INVALID_CONTACT", {
        message: "Este não é um número válido no WhatsApp",
        fields: { number: "invalid" },
      });
    return ids.some(({ type }) => type === "phone") ? ids : [typed, ...ids];
  } catch (thrown) {
    if (isDisconnected(thrown)) return [typed];
    throw thrown;
  }
}

function importPerson(tx: Tx, person: Person): "imported" | "updated" | undefined {
  const name = person.name.trim().slice(0, 100);
  const number = phoneIn(person.ids) ?? "";
  if ((name === "" && number === "") || person.ids.some(({ type }) => type === "group"))
    return undefined;
  const ids = person.ids.filter(
    (id, index) => person.ids.findIndex(isSameIdentifier(id)) === index,
  );
  const contact = findAndUpdateContact(tx, { ids, name: "" });
  if (!contact) {
    insert(tx, { name: name || number, number }, ids);
    return "imported";
  }
  const isNamed =
    contact.name !== contact.number &&
    !identifiersOf(tx, contact.id).some(({ value }) => value === contact.name);
  if (isNamed || name === "" || name === contact.name) return undefined;
  updateContact(tx, contact.id, { name });
  return "updated";
}

function updateContact(tx: Tx, id: number, values: Partial<Contact>): FullContact {
  const contact = withFields(
    tx,
    tx
      .update(contacts)
      .set({ ...values, ...updateTimestamps(tx.now()) })
      .where(eq(contacts.id, id))
      .returning()
      .get()!,
  );
  tx.emit("contact", "update", { contact }, { to: "everyone" });
  return contact;
}

function addIdentifiers(tx: Tx, contactId: number, ids: Identifier[]) {
  tx.insert(identifiers)
    .values(ids.map((id) => ({ ...id, contactId })))
    .onConflictDoNothing()
    .run();
}

const phoneIn = (ids: Identifier[]) => ids.find(({ type }) => type === "phone")?.value;
const numberIn = (ids: Identifier[]) => phoneIn(ids)!;

const duplicateFault = ({ id }: Contact) =>
  new Fault("conflict", "ERR_DUPLICATED_CONTACT", {
    message: "Já existe um contato com este número",
    fields: { number: "taken" },
    details: { contactId: id },
  });
