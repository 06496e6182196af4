import type * as apiTokensTable from "../../src/modules/api-tokens/table.ts";
import type { Wire } from "../../src/shared/wire.ts";
import { choices } from "../forms/choices.ts";

export type ApiToken = Wire<apiTokensTable.ApiToken>;

/** The company's API tokens. */
export const apiTokens = choices<ApiToken>("/api-tokens", "apiToken", { key: "record" });
