import type { Coupon as Row } from "../../../src/modules/coupons/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";

export type Coupon = Wire<Row>;
