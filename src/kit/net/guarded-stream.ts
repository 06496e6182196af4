import type { IncomingMessage } from "node:http";
import { connectTime, portOf } from "./http-exchange.ts";
import { RequestFailed } from "./http-reply.ts";
import { nameOf, pinnedLookup, type OutboundGuard } from "./outbound.ts";

/**
 * Asks for a file at an address, and answers its body as a stream; undefined where the guard does
 * not allow the address. A redirection is answered as it is. Throws RequestFailed.
 * rules.md#outbound-requests
 */
export async function guardedStream(
  guard: OutboundGuard,
  url: URL,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<{ status: number; body: AsyncIterable<Uint8Array> } | undefined> {
  const addresses = await guard(url.hostname, portOf(url));
  if (addresses === "refused") return undefined;
  if (addresses === "unreachable") throw new RequestFailed(addresses);
  const { request } = (await import(
    url.protocol === "https:" ? "node:https" : "node:http"
  )) as typeof import("node:https");
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const pending = request({
    host: nameOf(url.hostname),
    port: portOf(url),
    path: url.pathname + url.search,
    lookup: pinnedLookup(addresses),
    agent: false,
    signal,
    headers: { ...headers, host: url.host, "accept-encoding": "identity", connection: "close" },
  });
  const slow = setTimeout(() => pending.destroy(new Error("no connection")), connectTime);
  pending.on("socket", (socket) =>
    socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => clearTimeout(slow)),
  );
  pending.on("error", () => {
    clearTimeout(slow);
    reject(new RequestFailed("unreachable"));
  });
  pending.on("response", resolve);
  pending.end();
  const response = await promise;
  clearTimeout(slow);
  return { status: response.statusCode ?? 0, body: whole(response) };
}

/** The body of an answer. Throws where it breaks off. */
async function* whole(response: IncomingMessage): AsyncGenerator<Uint8Array> {
  yield* response as AsyncIterable<Uint8Array>;
  if (!response.complete) throw new RequestFailed("unreachable");
}
