import type { BackupState } from "../../../src/modules/backups/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";

export type Backups = Wire<BackupState>;
