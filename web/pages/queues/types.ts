import type * as connectionsTable from "../../../src/modules/connections/table.ts";
import type * as queuesTable from "../../../src/modules/queues/table.ts";
import type { scheduleTypes } from "../../../src/shared/settings.ts";
import type { Wire } from "../../../src/shared/wire.ts";

export type Queue = Wire<queuesTable.Queue>;
export type QueueOption = Wire<queuesTable.QueueOption>;
export type Connection = Wire<connectionsTable.Connection>;
export type ScheduleType = (typeof scheduleTypes)[number];
