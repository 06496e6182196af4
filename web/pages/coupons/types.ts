import type * as couponsTable from "../../../src/modules/coupons/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";

export type Coupon = Wire<couponsTable.Coupon>;
