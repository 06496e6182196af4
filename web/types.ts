import type { Connection as ConnectionRow } from "../src/modules/connections/table.ts";
import type { Contact as ContactRow } from "../src/modules/contacts/table.ts";
import type { Message as MessageRow } from "../src/modules/messages/table.ts";
import type { Queue as QueueRow } from "../src/modules/queues/table.ts";
import type { Tag as TagRow } from "../src/modules/tags/table.ts";
import type { Ticket as TicketRow } from "../src/modules/tickets/table.ts";
import type { User as UserRow } from "../src/modules/users/table.ts";
import type { Wire } from "../src/shared/wire.ts";

/** The rows in answers and events. */
export type Ticket = Wire<TicketRow>;
export type Message = Wire<MessageRow>;
export type Contact = Wire<ContactRow>;
export type Connection = Wire<ConnectionRow>;
export type Queue = Wire<QueueRow>;
export type Tag = Wire<TagRow>;
export type User = Wire<UserRow>;
