import type * as noticesTable from "../../../../src/modules/billing-notices/table.ts";
import type { Wire } from "../../../../src/shared/wire.ts";

export type Settings = Wire<noticesTable.NoticeSettings>;
export type Notice = Wire<noticesTable.ListedNotice>;
