import { invalidFields } from "../../kit/fault.ts";

/** A queue or a connection has an integration or an AI. Throws invalid when it has both. */
export function refuseIntegrationAndAi({
  integrationId,
  promptId,
}: {
  integrationId?: number | null;
  promptId?: number | null;
}) {
  if (integrationId && promptId)
    throw invalidFields({ integrationId: "invalid", promptId: "invalid" });
}
