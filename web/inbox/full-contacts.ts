import { type Signal, signal } from "@preact/signals-react";
import { useEffect } from "react";
import type * as contactsTable from "../../src/modules/contacts/table.ts";
import type { Wire } from "../../src/shared/wire.ts";
import { api } from "../kit/api.ts";
import { live } from "../session/live.ts";

export type FullContact = Wire<contactsTable.FullContact>;

/** The full contact; null until it has loaded. */
export type LoadedContact = { contact: Signal<FullContact | null>; failed: Signal<unknown> };

/** A contact with all fields, loaded when first needed and kept current by events. */
export function useContact(id: number, needed = true): LoadedContact {
  useEffect(() => {
    if (needed && !contactOf(id).contact.peek()) void fetchContact(id);
  }, [id, needed]);
  return contactOf(id);
}

export async function fetchContact(id: number) {
  const { contact, failed } = contactOf(id);
  failed.value = null;
  try {
    const read = await api.get<FullContact>(`/contacts/${id}`);
    const current = contact.peek();
    // An event may have arrived before the answer, with newer data.
    contact.value = current && current.updatedAt > read.updatedAt ? current : read;
  } catch (error) {
    failed.value = error;
  }
}

/** Stores a contact's new state. */
export function putContact(fresh: FullContact) {
  const cached = people.get(fresh.id)?.contact;
  if (cached) cached.value = { ...cached.peek(), ...fresh };
}

/** The number of cached contacts, for a quick return. */
const mostKept = 60;
const people = new Map<number, LoadedContact>();

function contactOf(id: number): LoadedContact {
  const entry = people.get(id) ?? {
    contact: signal<FullContact | null>(null),
    failed: signal<unknown>(null),
  };
  people.delete(id);
  people.set(id, entry);
  const [oldest] = people.keys();
  if (people.size > mostKept && oldest !== undefined) people.delete(oldest);
  return entry;
}

live.on("contact", ({ action, contact }) => {
  if (action !== "delete" && contact) putContact(contact as FullContact);
});
live.onReset(() => {
  // Iterate over a copy: each read moves its entry to the end.
  for (const [id, { contact }] of [...people]) if (contact.peek()) void fetchContact(id);
});
