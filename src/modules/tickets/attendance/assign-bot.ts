import type { Me } from "../../../kit/db/audience.ts";
import { Fault, invalidFields, notInPlan } from "../../../kit/fault.ts";
import { refuseMissingReferences } from "../../../kit/db/references.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { holds, type Permission } from "../../../shared/permissions.ts";
import { refuseIntegrationAndAi } from "../../integrations/choice.ts";
import { handleTurn } from "./handle-turn.ts";
import type { Step } from "../step.ts";
import { seenBy, wrongState } from "../tickets.ts";
import { tickets, type Ticket } from "../table.ts";

/**
 * A request to change who answers a ticket. A field that is missing keeps its value; naming an
 * integration removes the AI, and the other way round.
 */
type BotRequest = {
  status?: string;
  useIntegration?: boolean | null;
  integrationId?: number | null;
  promptId?: number | null;
};
type AssignedBot = { integrationId: number | null; promptId: number | null };

/**
 * Whether the request changes the bot. Taking or closing a ticket removes its bot anyway: what a
 * screen sends about the bot with that only repeats what it showed.
 */
export function changesBot(before: Ticket, request: BotRequest): boolean {
  if (request.status === "open" || request.status === "closed") return false;
  const [is, requested] = [assignedBotOf(before), wantedBotOf(before, request)];
  return is.integrationId !== requested.integrationId || is.promptId !== requested.promptId;
}

/**
 * Lets an integration or an AI, or neither, answer a waiting ticket from the customer's next
 * message on. Throws missing; forbidden without the permission or the plan flag; invalid for an
 * unknown bot or in a group. Throws a conflict unless the ticket is pending.
 * rules.md#assigning-bots
 */
export const assignBotStep =
  (db: CompanyDb, me: Me, request: BotRequest): Step =>
  (tx, before) => {
    seenBy(me, before);
    const { integrationId, promptId } = wantedBotOf(before, request);
    const { useIntegrations, useOpenAi } = db.about().plan;
    if (integrationId !== null) refuseUnless(me, "integrations.read", useIntegrations);
    if (promptId !== null) refuseUnless(me, "ias.read", useOpenAi);
    refuseMissingReferences(tx, tickets, { integrationId, promptId });
    const hasBot = integrationId !== null || promptId !== null;
    if (before.status !== "pending") throw wrongState(before);
    if (hasBot && before.isGroup)
      throw invalidFields({ [promptId === null ? "integrationId" : "promptId"]: "invalid" });
    return handleTurn(
      tx,
      before,
      { type: "reassigned" },
      {
        also: { chatbot: hasBot, useIntegration: integrationId !== null, integrationId, promptId },
        byUserId: me.id,
      },
    );
  };

const assignedBotOf = ({ useIntegration, integrationId, promptId }: Ticket): AssignedBot => ({
  integrationId: useIntegration ? integrationId : null,
  promptId,
});

function wantedBotOf(
  before: Ticket,
  { useIntegration, integrationId, promptId }: BotRequest,
): AssignedBot {
  refuseIntegrationAndAi({ integrationId, promptId });
  if (promptId) return { integrationId: null, promptId };
  if (integrationId && useIntegration !== false) return { integrationId, promptId: null };
  const is = assignedBotOf(before);
  return {
    integrationId: integrationId === null || useIntegration === false ? null : is.integrationId,
    promptId: promptId === null ? null : is.promptId,
  };
}

function refuseUnless(me: Me, permission: Permission, inPlan: boolean) {
  if (!holds(me, permission))
    throw new Fault("forbidden", "ERR_NO_PERMISSION", { message: "Acesso não permitido" });
  if (!inPlan) throw notInPlan();
}
