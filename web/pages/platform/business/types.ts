import type * as businessTable from "../../../../src/modules/business/table.ts";
import type { Wire } from "../../../../src/shared/wire.ts";

export type Figures = Wire<businessTable.BusinessFigures>;
export type Company = Wire<businessTable.BusinessCompany>;
export type Need = Wire<businessTable.Need>;
export type Plan = Figures["plans"][number];
