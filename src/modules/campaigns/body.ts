import { z } from "zod";
import { arrayOf, bounded, id, name, text, time } from "../../kit/http/fields.ts";
import { templateUseField } from "../templates/fields.ts";
import { sendWindows } from "../../shared/campaigns.ts";

const variant = text(4000)
  .nullish()
  .transform((value) => value ?? undefined);
const reference = z.union([id, z.literal("").transform(() => null)]).nullish();

/** The most lists that a campaign adds or leaves out. */
export const maxLists = 20;

export const campaignBody = z.object({
  name,
  message1: variant,
  message2: variant,
  message3: variant,
  message4: variant,
  message5: variant,
  confirmationMessage1: variant,
  confirmationMessage2: variant,
  confirmationMessage3: variant,
  confirmationMessage4: variant,
  confirmationMessage5: variant,
  confirmation: z.boolean().optional(),
  /** An instant, or a time of the company's zone. */
  scheduledAt: bounded(50).nullish(),
  whatsappId: reference,
  contactListId: reference,
  /** All lists; a body has either these or `contactListId`. */
  contactListIds: arrayOf(id, maxLists).optional(),
  exceptListIds: arrayOf(id, maxLists).optional(),
  segmentId: reference,
  tagListId: z
    .union([id, z.literal("").transform(() => null), z.literal("Nenhuma").transform(() => null)])
    .nullish(),
  fileListId: reference,
  template: templateUseField.nullish(),
  sendWindow: z.enum(sendWindows).optional(),
  windowStart: time.optional(),
  windowEnd: time.optional(),
  windowDays: arrayOf(z.number().int().min(1).max(7), 7, 1)
    .transform((days) => [...new Set(days)].toSorted((one, other) => one - other))
    .optional(),
});
export type Body = z.infer<typeof campaignBody>;
