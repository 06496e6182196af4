import type { FileList as Row, FileOption as Option } from "../../../src/modules/files/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";

/** A file list and its files as the server sends them. */
export type FileList = Wire<Row>;
export type FileOption = Wire<Option>;
