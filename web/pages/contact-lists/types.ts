import type {
  ContactList as ListRow,
  ContactListItem as ItemRow,
} from "../../../src/modules/contact-lists/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";

/** The rows as the server sends them. */
export type ContactList = Wire<ListRow>;
export type ContactListItem = Wire<ItemRow>;
