import { and, asc, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { degrees, line, state, zipCode } from "../../kit/http/fields.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { notErased } from "./contacts.ts";
import { contactAddresses, type ContactAddress } from "./table.ts";

export const addressBody = z.object({
  type: line(50, 3),
  label: line(100).optional(),
  zipCode,
  address: line(250, 1),
  number: line(30, 1),
  complement: line(255).optional(),
  neighborhood: line(150, 1),
  city: line(150, 1),
  state,
  latitude: degrees(90),
  longitude: degrees(180),
  isActive: z.boolean().optional(),
});
export const newAddress = addressBody.extend({ contactId: z.number().int().positive() });
type AddressBody = z.infer<typeof addressBody>;

export const maxAddresses = 50;

/** A contact's postal addresses, the main one first. */
export const addressesOf = (db: CompanyDb, contactId: number): ContactAddress[] =>
  db
    .select()
    .from(contactAddresses)
    .where(eq(contactAddresses.contactId, contactId))
    .orderBy(desc(contactAddresses.isActive), asc(contactAddresses.id))
    .all();

/** Throws missing. */
export function findAddress(db: CompanyDb, id: number): ContactAddress {
  const address = db.select().from(contactAddresses).where(eq(contactAddresses.id, id)).get();
  if (!address) throw new Fault("missing", "ERR_NOT_FOUND", { message: "Endereço não encontrado" });
  return address;
}

/**
 * Adds an address; the first one is the main one. Throws missing, and invalid when there are too
 * many.
 */
export const addAddress = (db: CompanyDb, body: z.infer<typeof newAddress>): ContactAddress =>
  db.write((tx) => saveAddress(tx, body));

/** The same within a write. */
export function saveAddress(
  tx: Tx,
  { contactId, isActive = false, ...address }: z.infer<typeof newAddress>,
): ContactAddress {
  notErased(tx, contactId);
  const others = addressesOf(tx, contactId);
  if (others.length >= maxAddresses) throw invalidFields({ contactId: "too_long" });
  const main = isActive || others.length === 0;
  if (main) clearMain(tx, contactId);
  const contactAddress = tx
    .insert(contactAddresses)
    .values({ ...address, contactId, isActive: main, ...insertTimestamps(tx.now()) })
    .returning()
    .get();
  tx.emit("contactAddress", "create", { contactAddress }, { to: "everyone" });
  return contactAddress;
}

/**
 * Changes an address. A new main address replaces the old one; there is always one. Throws missing.
 */
export function updateAddress(
  db: CompanyDb,
  id: number,
  { isActive, ...address }: Partial<AddressBody>,
): ContactAddress {
  return db.write((tx) => {
    const { contactId, isActive: was } = findAddress(tx, id);
    if (isActive && !was) clearMain(tx, contactId);
    const contactAddress = tx
      .update(contactAddresses)
      .set({ ...address, isActive: was || isActive, ...updateTimestamps(db.now()) })
      .where(eq(contactAddresses.id, id))
      .returning()
      .get()!;
    tx.emit("contactAddress", "update", { contactAddress }, { to: "everyone" });
    return contactAddress;
  });
}

/** Deletes an address. The oldest replaces a deleted main one. Throws missing. */
export function removeAddress(db: CompanyDb, id: number) {
  return db.write((tx) => {
    const { contactId, isActive } = findAddress(tx, id);
    tx.delete(contactAddresses).where(eq(contactAddresses.id, id)).run();
    tx.emit("contactAddress", "delete", { contactAddressId: id }, { to: "everyone" });
    const [oldest] = isActive ? addressesOf(db, contactId) : [];
    if (!oldest) return {};
    const contactAddress = tx
      .update(contactAddresses)
      .set({ isActive: true, ...updateTimestamps(db.now()) })
      .where(eq(contactAddresses.id, oldest.id))
      .returning()
      .get()!;
    tx.emit("contactAddress", "update", { contactAddress }, { to: "everyone" });
    return {};
  });
}

/** Moves the addresses of a merged contact; the other's main one stays. */
export function moveAddresses(tx: Tx, to: number, from: number) {
  const main = and(eq(contactAddresses.contactId, to), eq(contactAddresses.isActive, true));
  if (tx.select({ id: contactAddresses.id }).from(contactAddresses).where(main).get())
    clearMain(tx, from);
  tx.update(contactAddresses)
    .set({ contactId: to })
    .where(eq(contactAddresses.contactId, from))
    .run();
}

function clearMain(tx: Tx, contactId: number) {
  tx.update(contactAddresses)
    .set({ isActive: false })
    .where(and(eq(contactAddresses.contactId, contactId), eq(contactAddresses.isActive, true)))
    .run();
}
