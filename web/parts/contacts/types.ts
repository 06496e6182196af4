import type * as contactsTable from "../../../src/modules/contacts/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";

export type Contact = Wire<contactsTable.TaggedContact>;
export type ListedContact = Wire<contactsTable.ListedContact>;
export type Address = Wire<contactsTable.ContactAddress>;
export type DuplicateGroup = Wire<contactsTable.DuplicateGroup>;

/** The contact that an action is about. */
export type Person = {
  id: number;
  name: string;
  number: string;
  isGroup: boolean;
  active: boolean;
  erasedAt: string | null;
};
