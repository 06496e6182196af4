import type { z } from "zod";
import { parseJson } from "../kit/body.ts";
import { Unanswered, type Reply } from "../kit/outbound.ts";

/** What an answer says, in the shape that was asked for. Throws Unanswered: `status` when it is none of the 200s, `senseless` when it is anything else. */
export function understood<Schema extends z.ZodType>(reply: Reply, schema: Schema): z.output<Schema> {
  if (reply.status < 200 || reply.status > 299) throw new Unanswered("status", reply.status);
  const read = schema.safeParse(json(reply.text));
  if (!read.success) throw new Unanswered("senseless", reply.status);
  return read.data;
}

/** A text as JSON; undefined when it is none, or of more levels and parts than anyone answers with. */
export function json(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** An address with a path behind it, however many slashes either has. Throws Unanswered when there is none. */
export function under(base: string, path: string): string {
  if (base.trim() === "") throw new Unanswered("misconfigured");
  return base.trim().replace(/\/+$/, "") + path;
}
