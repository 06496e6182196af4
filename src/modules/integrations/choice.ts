import { unfit } from "../../kit/fault.ts";

/** What answers in a queue or on a connection is an integration or an AI. Throws invalid when it is both. */
export function refuseIntegrationAndAi({ integrationId, promptId }: { integrationId?: number | null; promptId?: number | null }) {
  if (integrationId && promptId) throw unfit({ integrationId: "invalid", promptId: "invalid" });
}
