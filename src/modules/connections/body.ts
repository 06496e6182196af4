import { z } from "zod";
import { arrayOf, bounded, id, name, verbatim } from "../../kit/http/fields.ts";
import { Fault, refuseFields } from "../../kit/fault.ts";
import { providers } from "../../shared/states.ts";
import { refuseIntegrationAndAi } from "../integrations/choice.ts";
import type { Connection } from "./table.ts";

const minutes = z.number().int().min(0).max(525_600);
const messageText = verbatim(2000);

export const connectionBody = z.object({
  name,
  provider: z.enum(providers).default("beta"),
  isDefault: z.boolean().optional(),
  greetingMessage: messageText.optional(),
  complationMessage: messageText.optional(),
  outOfHoursMessage: messageText.optional(),
  ratingMessage: messageText.optional(),
  expiresInactiveMessage: verbatim(250).optional(),
  expiresTicket: minutes.optional(),
  expiresBotTicket: minutes.optional(),
  timeUseBotQueues: minutes.optional(),
  maxUseBotQueues: z.number().int().min(0).max(100).optional(),
  timeToTransfer: minutes.optional(),
  transferQueueId: id.nullable().optional(),
  defaultQueueId: id.nullable().optional(), // rules.md#default-queue
  integrationId: id.nullable().optional(),
  promptId: id.nullable().optional(),
  phoneTest: bounded(20)
    .trim()
    .regex(/^\d{0,12}$/)
    .optional(),
  reopenMinutes: minutes.optional(),
  queueIds: arrayOf(id, 200).optional(),
});
export type Body = z.infer<typeof connectionBody>;

// Throws invalid for a setting that would confuse customers: a menu without a greeting, a close
// without a text, a transfer without a queue.
export function refuseInvalid(row: Connection) {
  refuseIntegrationAndAi(row);
  const {
    queueIds,
    greetingMessage,
    expiresTicket,
    expiresBotTicket,
    expiresInactiveMessage,
    timeToTransfer,
    transferQueueId,
    defaultQueueId,
  } = row;
  if (queueIds.length > 1 && greetingMessage.trim() === "") {
    throw new Fault("invalid", "ERR_WAPP_GREETING_REQUIRED", {
      message: "Com mais de uma fila, a saudação é obrigatória",
      fields: { greetingMessage: "required" },
    });
  }
  refuseFields({
    ...((expiresTicket > 0 || expiresBotTicket > 0) &&
      expiresInactiveMessage.trim() === "" && { expiresInactiveMessage: "required" }),
    ...(timeToTransfer > 0 && transferQueueId === null && { transferQueueId: "required" }),
    ...(defaultQueueId !== null &&
      !queueIds.includes(defaultQueueId) && { defaultQueueId: "invalid" }),
  });
}
