import type { z } from "zod";
import { parseJson } from "../kit/http/body.ts";
import { RequestFailed, type HttpReply } from "../kit/net/http-reply.ts";

/**
 * Parses an answer's body by a schema. Throws RequestFailed: `status` when it is none of the 200s,
 * `senseless` when the schema does not fit.
 */
export function parseReply<Schema extends z.ZodType>(
  reply: HttpReply,
  schema: Schema,
): z.output<Schema> {
  if (reply.status < 200 || reply.status > 299) throw new RequestFailed("status", reply.status);
  const read = schema.safeParse(parseJsonOrNothing(reply.text));
  if (!read.success) throw new RequestFailed("senseless", reply.status);
  return read.data;
}

/** A text as JSON; undefined when it is not JSON, or too deep or large. */
export function parseJsonOrNothing(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/**
 * An address with a path behind it, with any number of slashes between. Throws RequestFailed when
 * there is no address.
 */
export function joinUrl(base: string, path: string): string {
  if (base.trim() === "") throw new RequestFailed("misconfigured");
  return base.trim().replace(/\/+$/, "") + path;
}
