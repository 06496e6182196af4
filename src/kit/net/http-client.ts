import { type FailureReason, type HttpReply, RequestFailed } from "./http-reply.ts";
import { outboundGuard, type Resolve } from "./outbound.ts";
import { followRedirects } from "./redirects.ts";

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

/** For addresses that a user typed. */
export type HttpClient = {
  /** Resolves with any status except redirections, which it follows. Throws RequestFailed. */
  request(url: string, question?: RequestOptions): Promise<HttpReply>;
  /** Whether the box may never ask this address, as things are. Nothing is sent. */
  refuses?(url: string): Promise<boolean>;
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
    async refuses(url) {
      const { hostname, port, protocol } = new URL(url);
      const usual = protocol === "https:" ? 443 : 80;
      return (await guard(hostname, port ? Number(port) : usual)) === "refused";
    },
  };
}

/** A client that sends nothing while it is held back: each request fails as refused. */
export const heldBack = (client: HttpClient, isHeld: () => boolean): HttpClient => ({
  refuses: client.refuses,
  request: (url, question) =>
    isHeld() ? Promise.reject(new RequestFailed("refused")) : client.request(url, question),
});

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
