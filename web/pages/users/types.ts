import type { User as Row } from "../../../src/modules/users/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";

export type User = Wire<Row>;
