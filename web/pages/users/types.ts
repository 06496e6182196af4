import type * as usersTable from "../../../src/modules/users/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";

export type User = Wire<usersTable.User>;
