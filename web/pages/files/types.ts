import type * as filesTable from "../../../src/modules/files/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";

/** A file list and its files as the server sends them. */
export type FileList = Wire<filesTable.FileList>;
export type FileOption = Wire<filesTable.FileOption>;
