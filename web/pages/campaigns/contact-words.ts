import { useEffect, useState } from "react";
import type { FieldDefinition } from "../../../src/modules/contacts/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import type { FullContact } from "../../inbox/full-contacts.ts";
import { api } from "../../kit/api.ts";
import type { Person } from "./use-people.ts";

type Word = { name: string; value: string };
type Field = Pick<Wire<FieldDefinition>, "key" | "label">;

/** The company's contact fields; empty until they are loaded. */
export function useContactFields(): Field[] {
  const [fields, setFields] = useState<Field[]>([]);
  useEffect(() => {
    void api.get<Field[]>("/contact-fields/list").then(setFields, () => undefined);
  }, []);
  return fields;
}

/** All names of the fields, with their labels as examples of values. */
export const exampleWords = (fields: Field[]): Word[] =>
  fields.flatMap(({ key, label }) => [
    { name: key, value: label },
    { name: label, value: label },
  ]);

/** A person's values of the fields; a field without one is empty, as it will be sent. */
export function usePersonWords({ id, number }: Person, fields: Field[]): Word[] {
  const [pairs, setPairs] = useState<Word[] | null>(null);
  useEffect(() => {
    let left = false;
    setPairs(null);
    if (id > 0 && fields.length > 0)
      void pairsOf(number).then(
        (found) => !left && setPairs(found),
        () => undefined,
      );
    return () => void (left = true);
  }, [id, number, fields]);
  if (pairs === null) return exampleWords(fields);
  return fields.flatMap(({ key, label }) => {
    const value = pairs.find(({ name }) => name.toLowerCase() === label.toLowerCase())?.value ?? "";
    return [
      { name: key, value },
      { name: label, value },
    ];
  });
}

async function pairsOf(number: string): Promise<Word[]> {
  const { contacts } = await api.get<{ contacts: { id: number }[] }>("/contacts/filter", {
    number,
  });
  const [contact] = contacts;
  return contact ? (await api.get<FullContact>(`/contacts/${contact.id}`)).extraInfo : [];
}
