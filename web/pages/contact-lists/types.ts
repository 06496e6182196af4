import type * as contactListsTable from "../../../src/modules/contact-lists/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";

/** The rows as the server sends them. */
export type ContactList = Wire<contactListsTable.ContactList>;
export type ContactListItem = Wire<contactListsTable.ContactListItem>;
