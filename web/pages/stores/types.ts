import type * as storesTable from "../../../src/modules/stores/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";

export type Store = Wire<storesTable.Store>;
