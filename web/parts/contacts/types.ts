import type {
  ContactAddress,
  DuplicateGroup as Group,
  TaggedContact,
} from "../../../src/modules/contacts/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";

export type Contact = Wire<TaggedContact>;
export type Address = Wire<ContactAddress>;
export type DuplicateGroup = Wire<Group>;

/** The contact that an action is about. */
export type Person = {
  id: number;
  name: string;
  number: string;
  isGroup: boolean;
  active: boolean;
  erasedAt: string | null;
};
