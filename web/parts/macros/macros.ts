import type * as table from "../../../src/modules/macros/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { choices } from "../../forms/choices.ts";

export type Macro = Wire<table.Macro>;

/** The macros that the user may run. */
export const macros = choices<Macro>("/macros/list", "macro");
