import type {
  ContactList as ListRow,
  ContactListItem as ItemRow,
} from "../../../src/modules/contact-lists/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";

/** The rows, as answers and events carry them. */
export type ContactList = Wire<ListRow>;
export type ContactListItem = Wire<ItemRow>;
