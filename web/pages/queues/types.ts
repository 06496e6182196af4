import type { Connection as ConnectionRow } from "../../../src/modules/connections/table.ts";
import type {
  QueueOption as OptionRow,
  Queue as QueueRow,
} from "../../../src/modules/queues/table.ts";
import type { scheduleTypes } from "../../../src/shared/settings.ts";
import type { Wire } from "../../../src/shared/wire.ts";

export type Queue = Wire<QueueRow>;
export type QueueOption = Wire<OptionRow>;
export type Connection = Wire<ConnectionRow>;
export type ScheduleType = (typeof scheduleTypes)[number];
