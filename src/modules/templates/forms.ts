import { z } from "zod";
import { bounded } from "../../kit/http/fields.ts";
import { headerFormats } from "../../shared/templates.ts";

// A network's own templates may hold more than a form takes.
const words = bounded(4096);

export const header = z.object({ format: z.enum(headerFormats), text: words });
export const buttons = z
  .array(
    z.discriminatedUnion("type", [
      z.object({ type: z.literal("quickReply"), text: words }),
      z.object({
        type: z.literal("url"),
        text: words,
        url: words,
        example: words.optional(),
      }),
      z.object({ type: z.literal("phone"), text: words, number: words }),
      z.object({ type: z.literal("copyCode"), example: words }),
      z.object({ type: z.literal("other"), kind: words }),
    ]),
  )
  .max(20);
export const examples = z.record(bounded(200), words);
