import type { ClientRequest, IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { type FailureReason, type HttpReply, RequestFailed } from "./http-reply.ts";
import { nameOf, pinnedLookup } from "./outbound.ts";

export const connectTime = 5000;

export type PendingRequest = {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
};
export type ExchangeOptions = {
  limit: number;
  ca: string | undefined;
  certificate: string | undefined;
  redirects: boolean;
  signal: AbortSignal;
};

export const portOf = ({ port, protocol }: URL) =>
  Number(port || (protocol === "https:" ? 443 : 80));

/**
 * One request to checked addresses: the name is not resolved again, so that it can't change in
 * between.
 */
export function exchange(
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

export const silenceOf = (signal: AbortSignal): FailureReason =>
  signal.reason === "cancelled" ? "cancelled" : "timeout";
