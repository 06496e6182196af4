import type { ClientRequest, IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import {
  nameOf,
  outboundGuard,
  pinnedLookup,
  type OutboundGuard,
  type Resolve,
} from "./outbound.ts";

/** The reasons why a request failed. None reveals anything about the server behind an address. */
export type FailureReason =
  /** The address is not allowed. */
  | "refused"
  | "unreachable"
  | "timeout"
  | "too large"
  /** A status other than 2xx where one was needed. */
  | "status"
  /** An answer that can't be read. */
  | "senseless"
  /** The configured address or key is not valid. */
  | "misconfigured"
  /** The breaker is open: recent requests failed too often. */
  | "open"
  /** The caller aborted. */
  | "cancelled";

/**
 * A request failed, or its answer was not as expected. `status` is the answer's, where there was
 * one.
 */
export class RequestFailed extends Error {
  constructor(
    readonly reason: FailureReason,
    readonly status?: number,
  ) {
    super(`unanswered: ${reason}`);
  }
}

/**
 * `certificate`: the client's, as PEM with its key; the client follows no redirect with it.
 * `timeout`: for all of it, in ms (15 s). `limit`: of the answer's body, packed and unpacked, in
 * bytes (1 MB). `redirects`: false returns a redirection as it is.
 */
export type RequestOptions = {
  method?: "GET" | "POST" | "PUT";
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  certificate?: string;
  timeout?: number;
  limit?: number;
  redirects?: boolean;
  signal?: AbortSignal;
};
export type HttpReply = { status: number; headers: Headers; bytes: Uint8Array; text: string };

/** For addresses that a user typed. */
export type HttpClient = {
  /** Resolves with any status except redirections, which it follows. Throws RequestFailed. */
  request(url: string, question?: RequestOptions): Promise<HttpReply>;
};

/**
 * Requests to the public internet alone, ports 80 and 443, also after names are resolved and
 * redirections followed. rules.md#outbound-requests `allow`: places that the operator opens
 * besides. `ca`: trusted certificates in place of the usual ones.
 */
export function createHttpClient({
  allow,
  resolve,
  ca,
}: {
  allow: string[];
  resolve?: Resolve;
  ca?: string;
}): HttpClient {
  const guard = outboundGuard(allow, [80, 443], resolve);
  return {
    async request(
      url,
      {
        method = "GET",
        headers = {},
        body,
        certificate,
        timeout = 15_000,
        limit = 1024 * 1024,
        redirects = true,
        signal,
      } = {},
    ) {
      const deadline = abortAfter(timeout, signal);
      try {
        return await followRedirects(
          guard,
          { url, method, headers, body },
          { limit, ca, certificate, redirects, signal: deadline.signal },
        );
      } finally {
        deadline.close();
      }
    },
  };
}

/** A client that sends nothing while it is held back: each request fails as refused. */
export const heldBack = (client: HttpClient, isHeld: () => boolean): HttpClient => ({
  request: (url, question) =>
    isHeld() ? Promise.reject(new RequestFailed("refused")) : client.request(url, question),
});

const connectTime = 5000;
const maxRedirects = 3;

type PendingRequest = {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
};
type ExchangeOptions = {
  limit: number;
  ca: string | undefined;
  certificate: string | undefined;
  redirects: boolean;
  signal: AbortSignal;
};

async function followRedirects(
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

const portOf = ({ port, protocol }: URL) => Number(port || (protocol === "https:" ? 443 : 80));

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

/**
 * One request to checked addresses: the name is not resolved again, so that it can't change in
 * between.
 */
function exchange(
  ask: typeof import("node:https").request,
  url: URL,
  addresses: string[],
  { method, headers, body }: PendingRequest,
  { limit, ca, certificate, signal }: ExchangeOptions,
): Promise<HttpReply> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpReply>();
  const secure = url.protocol === "https:";
  const pinned = {
    host: nameOf(url.hostname),
    port: portOf(url),
    lookup: pinnedLookup(addresses),
    agent: false,
    ...(secure
      ? {
          rejectUnauthorized: true,
          ...(ca && { ca }),
          ...(certificate && { cert: certificate, key: certificate }),
        }
      : {}),
  };
  const requestHeaders = {
    "user-agent": "Balcao",
    "accept-encoding": "identity",
    ...headers,
    host: url.host,
    connection: "close",
    ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
  };
  const path = url.pathname + url.search;

  let request: ClientRequest;
  try {
    request = ask({ ...pinned, path, method, headers: requestHeaders });
  } catch {
    // A header with characters that no header may have, or an invalid certificate.
    throw new RequestFailed("misconfigured");
  }
  const slow = setTimeout(() => fail("timeout"), connectTime);
  const hangUp = () => fail(silenceOf(signal));
  const fail = (reason: FailureReason) => {
    done();
    request.destroy();
    reject(new RequestFailed(reason));
  };
  const done = () => {
    clearTimeout(slow);
    signal.removeEventListener("abort", hangUp);
  };

  signal.addEventListener("abort", hangUp);
  request.on("error", () => fail("unreachable"));
  request.on("socket", (socket) =>
    socket.once(secure ? "secureConnect" : "connect", () => clearTimeout(slow)),
  );
  request.on("response", (response) => {
    clearTimeout(slow);
    read(response, limit)
      .then(resolve, (thrown: unknown) => {
        reject(thrown instanceof RequestFailed ? thrown : new RequestFailed("unreachable"));
        request.destroy();
      })
      .finally(done);
  });
  if (signal.aborted) hangUp();
  else request.end(body);
  return promise;
}

async function read(response: IncomingMessage, limit: number): Promise<HttpReply> {
  if (Number(response.headers["content-length"] ?? 0) > limit) throw new RequestFailed("too large");
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Uint8Array>) {
    size += part.byteLength;
    if (size > limit) throw new RequestFailed("too large");
    parts.push(part);
  }
  if (!response.complete) throw new RequestFailed("unreachable");
  const bytes = await decompress(Buffer.concat(parts), response.headers["content-encoding"], limit);
  const headers = new Headers(
    Object.entries(response.headers).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
  return {
    status: response.statusCode ?? 0,
    headers,
    bytes,
    get text() {
      return new TextDecoder().decode(bytes);
    },
  };
}

const decompressors: Record<
  string,
  (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>
> = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

// Some servers compress although the request refuses it.
async function decompress(
  bytes: Uint8Array,
  encoding: string | undefined,
  limit: number,
): Promise<Uint8Array> {
  const packing = encoding?.trim().toLowerCase() ?? "";
  if (packing === "" || packing === "identity" || bytes.length === 0) return bytes;
  const unpack = decompressors[packing];
  if (!unpack) throw new RequestFailed("senseless");
  try {
    return await unpack(bytes, { maxOutputLength: limit });
  } catch (thrown) {
    throw new RequestFailed(
      thrown instanceof Error && "code" in thrown && thrown.code === "ERR_BUFFER_TOO_LARGE"
        ? "too large"
        : "senseless",
    );
  }
}

/** A signal for one request: its time is up, or the caller aborted. */
function abortAfter(timeout: number, by: AbortSignal | undefined) {
  const controller = new AbortController();
  const late = setTimeout(() => controller.abort("timeout" satisfies FailureReason), timeout);
  const cancel = () => controller.abort("cancelled" satisfies FailureReason);
  by?.addEventListener("abort", cancel);
  if (by?.aborted) cancel();
  const close = () => {
    clearTimeout(late);
    by?.removeEventListener("abort", cancel);
  };
  return { signal: controller.signal, close };
}

const silenceOf = (signal: AbortSignal): FailureReason =>
  signal.reason === "cancelled" ? "cancelled" : "timeout";

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
