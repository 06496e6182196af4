import type { Connection as ConnectionRow } from "../../../src/modules/connections/table.ts";
import type { Ia as IaRow } from "../../../src/modules/ias/table.ts";
import type { Integration as IntegrationRow } from "../../../src/modules/integrations/table.ts";
import type { QueueOption as OptionRow, Queue as QueueRow } from "../../../src/modules/queues/table.ts";
import type { scheduleTypes } from "../../../src/shared/settings.ts";
import type { Wire } from "../../../src/shared/wire.ts";

export type Queue = Wire<QueueRow>;
export type QueueOption = Wire<OptionRow>;
export type Connection = Wire<ConnectionRow>;
export type Ia = Wire<IaRow>;
export type Integration = Wire<IntegrationRow>;
export type ScheduleType = (typeof scheduleTypes)[number];
