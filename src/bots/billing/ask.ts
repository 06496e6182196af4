import { z } from "zod";
import type { HttpClient, RequestOptions } from "../../kit/net/http-client.ts";
import { RequestFailed, type HttpReply } from "../../kit/net/http-reply.ts";
import { joinUrl, parseReply } from "../parse-reply.ts";

/**
 * A line, a code or an address that a bill is paid by; nothing where it is empty, or longer than
 * any is.
 */
export const wayToPay = z
  .string()
  .trim()
  .max(700)
  .nullish()
  .catch(undefined)
  .transform((value) => value || undefined);

/** For all questions of one turn, in ms. */
const timeLimit = 45_000;

export type Ask = {
  /** Asks a path below the provider's address. Throws RequestFailed. */
  reply(path: string, request?: RequestOptions): Promise<HttpReply>;
  json<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    request?: RequestOptions,
  ): Promise<z.output<Schema>>;
};

/**
 * Asks one provider at `address`; an address without a scheme is asked by https. Throws
 * RequestFailed when there is none.
 */
export function asker(http: HttpClient, address: string, signal?: AbortSignal): Ask {
  if (address.trim() === "") throw new RequestFailed("misconfigured");
  const base = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  const until = performance.now() + timeLimit;
  const reply = (path: string, request: RequestOptions = {}) =>
    http.request(joinUrl(base, path), {
      ...request,
      timeout: Math.max(1, Math.min(15_000, until - performance.now())),
      ...(signal ? { signal } : {}),
    });
  return {
    reply,
    json: async (path, schema, request) => parseReply(await reply(path, request), schema),
  };
}

/** A bill's optional data; undefined where the provider answers that there is none. */
export async function ifAny<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (thrown) {
    if (
      thrown instanceof RequestFailed &&
      thrown.reason === "status" &&
      (thrown.status === 400 || thrown.status === 404)
    )
      return undefined;
    throw thrown;
  }
}
