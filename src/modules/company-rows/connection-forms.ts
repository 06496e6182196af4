import { z } from "zod";
import { bounded } from "../../kit/http/fields.ts";
import { restrictionKinds } from "../../shared/restrictions.ts";

export const networkLimit = z.object({
  tier: bounded(100).nullable(),
  quality: bounded(100).nullable(),
});

export const restriction = z.object({
  kind: z.enum(restrictionKinds),
  until: z.iso.datetime().nullable(),
  used: z.number().int().min(0).max(1_000_000_000).nullable(),
  of: z.number().int().min(0).max(1_000_000_000).nullable(),
});
