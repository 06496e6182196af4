import type { Courier } from "../../../src/modules/couriers/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { choices } from "../../forms/choices.ts";

/** The people who bring orders. Null until loaded. */
export const couriers = choices<Wire<Courier>>("/couriers/list", "courier");
