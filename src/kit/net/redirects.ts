import {
  connectTime,
  exchange,
  type ExchangeOptions,
  type PendingRequest,
  portOf,
  silenceOf,
} from "./http-exchange.ts";
import { type HttpReply, RequestFailed } from "./http-reply.ts";
import type { OutboundGuard } from "./outbound.ts";

const maxRedirects = 3;

export async function followRedirects(
  guard: OutboundGuard,
  first: PendingRequest,
  options: ExchangeOptions,
): Promise<HttpReply> {
  let pending = first;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const url = urlOf(pending.url);
    const addresses = await soon(guard(url.hostname, portOf(url)), options.signal);
    if (typeof addresses === "string") throw new RequestFailed(addresses);
    // Loaded with the first request, so that a box starts sooner.
    const { request } = (await import(
      url.protocol === "https:" ? "node:https" : "node:http"
    )) as typeof import("node:https");
    const reply = await exchange(request, url, addresses, pending, options);
    const next = options.redirects ? redirection(url, pending, reply) : undefined;
    if (!next) return reply;
    if (options.certificate) throw new RequestFailed("refused");
    pending = next;
  }
  throw new RequestFailed("refused");
}

/**
 * Characters of an address. To parse a name in other letters takes as long as its length squared.
 */
const maxUrlLength = 4096;

/**
 * The URL in a text. Refuses line ends and credentials, which a lenient parser would drop or add.
 */
function urlOf(text: string): URL {
  // eslint-disable-next-line no-control-regex
  if (text.length > maxUrlLength || /[\u0000-\u0020\u007f\\]/.test(text) || !URL.canParse(text))
    throw new RequestFailed("refused");
  const url = new URL(text);
  if (
    (url.protocol !== "http:" && url.protocol !== "https:") ||
    url.username !== "" ||
    url.password !== "" ||
    url.hostname === ""
  )
    throw new RequestFailed("refused");
  return url;
}

/** The next request, if the answer is a redirection. rules.md#redirects */
function redirection(
  from: URL,
  { method, headers, body }: PendingRequest,
  { status, headers: replied }: HttpReply,
): PendingRequest | undefined {
  const place = replied.get("location");
  if (![301, 302, 303, 307, 308].includes(status) || place === null) return undefined;
  if (place.length > maxUrlLength || !URL.canParse(place, from.href))
    throw new RequestFailed("refused");
  const to = new URL(place, from.href);
  if (from.protocol === "https:" && to.protocol === "http:") throw new RequestFailed("refused");
  const safe = to.origin === from.origin ? headers : safeHeaders(headers);
  if (status !== 307 && status !== 308)
    return { url: to.href, method: "GET", headers: bodiless(safe), body: undefined };
  if (body !== undefined && to.origin !== from.origin && !isUpgrade(from, to))
    throw new RequestFailed("refused");
  return { url: to.href, method, headers: safe, body };
}

/** A redirection from http to https of the same name. */
const isUpgrade = (from: URL, to: URL) =>
  from.hostname === to.hostname && from.protocol === "http:" && to.protocol === "https:";

const safeHeaders = (headers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => /^(accept|content-type)$/i.test(name)),
  );
const bodiless = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !/^content-/i.test(name)));

/** The time to connect includes resolving the name. */
function soon<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const late = setTimeout(() => reject(new RequestFailed("timeout")), connectTime);
  const hangUp = () => reject(new RequestFailed(silenceOf(signal)));
  signal.addEventListener("abort", hangUp);
  if (signal.aborted) hangUp();
  work.then(resolve, reject).finally(() => {
    clearTimeout(late);
    signal.removeEventListener("abort", hangUp);
  });
  return promise;
}
