import { type Signal, signal } from "@preact/signals-react";
import { useEffect } from "react";
import type { FullContact as Row } from "../../../../src/modules/contacts/table.ts";
import type { Wire } from "../../../../src/shared/wire.ts";
import { api } from "../../../kit/api.ts";
import { live } from "../../../live.ts";

export type FullContact = Wire<Row>;

/** What is known of a contact: null until it was read. */
export type Person = { contact: Signal<FullContact | null>; failed: Signal<unknown> };

/** A contact with all their fields, read when first needed and kept right by events. */
export function usePerson(id: number, wanted = true): Person {
  useEffect(() => {
    if (wanted && !person(id).contact.peek()) void fetchPerson(id);
  }, [id, wanted]);
  return person(id);
}

export async function fetchPerson(id: number) {
  const { contact, failed } = person(id);
  failed.value = null;
  try {
    const read = await api.get<FullContact>(`/contacts/${id}`);
    const told = contact.peek();
    // An event may have overtaken the answer.
    contact.value = told && told.updatedAt > read.updatedAt ? told : read;
  } catch (error) {
    failed.value = error;
  }
}

/** A contact's new state. */
export function putPerson(fresh: FullContact) {
  const known = people.get(fresh.id)?.contact;
  if (known) known.value = { ...known.peek(), ...fresh };
}

/** Contacts kept for a quick return. */
const kept = 60;
const people = new Map<number, Person>();

function person(id: number): Person {
  const known = people.get(id) ?? { contact: signal<FullContact | null>(null), failed: signal<unknown>(null) };
  people.delete(id);
  people.set(id, known);
  const [oldest] = people.keys();
  if (people.size > kept && oldest !== undefined) people.delete(oldest);
  return known;
}

live.on("contact", ({ action, contact }) => {
  if (action !== "delete" && contact) putPerson(contact as FullContact);
});
live.onReset(() => {
  // A copy: reading one moves it to the end.
  for (const [id, { contact }] of [...people]) if (contact.peek()) void fetchPerson(id);
});
