import type * as connectionsTable from "../src/modules/connections/table.ts";
import type * as contactsTable from "../src/modules/contacts/table.ts";
import type * as messagesTable from "../src/modules/messages/table.ts";
import type * as queuesTable from "../src/modules/queues/table.ts";
import type * as tagsTable from "../src/modules/tags/table.ts";
import type * as ticketsTable from "../src/modules/tickets/table.ts";
import type * as usersTable from "../src/modules/users/table.ts";
import type { Wire } from "../src/shared/wire.ts";

/** The rows in answers and events. */
export type Ticket = Wire<ticketsTable.Ticket>;
export type Message = Wire<messagesTable.Message>;
export type Contact = Wire<contactsTable.Contact>;
export type Connection = Wire<connectionsTable.Connection>;
export type Queue = Wire<queuesTable.Queue>;
export type Tag = Wire<tagsTable.Tag>;
export type User = Wire<usersTable.User>;
