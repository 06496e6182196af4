import type * as paymentsTable from "../../../src/modules/payments/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";

export type Payment = Wire<paymentsTable.Payment>;
