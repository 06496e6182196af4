import type * as webhooksTable from "../../src/modules/webhooks/table.ts";
import type { Wire } from "../../src/shared/wire.ts";
import { choices } from "../forms/choices.ts";
import { readPart } from "../session/shell-parts.ts";

export type Webhook = Wire<webhooksTable.Webhook>;

/** The company's webhooks. */
export const webhooks = choices<Webhook>("/webhooks", "webhook", {
  key: "record",
  read: () => readPart("webhooks"),
});
