import type { Store as Row } from "../../../src/modules/stores/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";

export type Store = Wire<Row>;
