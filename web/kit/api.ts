import type { Refusal } from "../../src/shared/wire.ts";

type Query = Record<string, string | number | boolean | undefined>;

/** A call the server refused, or that never arrived (`ERR_NETWORK`, status 0). */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;
  readonly details: Record<string, unknown>;
  readonly requestId: string;

  constructor(status: number, refusal: Partial<Refusal>) {
    super(refusal.message ?? refusal.error ?? "refused");
    this.status = status;
    this.code = refusal.error ?? "ERR_UNKNOWN";
    this.fields = refusal.fields ?? {};
    this.details = refusal.details ?? {};
    this.requestId = refusal.requestId ?? "";
  }
}

/** Every call of the product. Paths without `/api`; throws `Refused`. */
export const api = {
  get: <T>(path: string, query?: Query) => call<T>("GET", path + search(query)),
  post: <T>(path: string, body?: object) => call<T>("POST", path, body),
  put: <T>(path: string, body?: object) => call<T>("PUT", path, body),
  del: <T>(path: string, body?: object) => call<T>("DELETE", path, body),
  /** Sends files, and tells how far they are. */
  upload: <T>(path: string, form: FormData, watch: Watch) => call<T>("POST", path, form, watch),
  /** A file, under the name that the server gives it. */
  file: async (path: string, query?: Query) => {
    const answer = await answered("GET", path + search(query));
    return { name: nameIn(answer.headers.get("content-disposition") ?? ""), blob: await answer.blob() };
  },
};

/** Hears how much of a body has gone (0 to 1), and may call it off. */
export type Watch = { onProgress: (part: number) => void; signal: AbortSignal };

/** What the session does when tokens are renewed or refused for good. */
export const sessionHooks = {
  renewed: (_answer: unknown) => {},
  refused: (_refused: Refused) => {},
  /** One is let in, but only to secure one's way in. */
  totpSetupRequired: () => {},
  /** The company's data can't be used for now. */
  shut: (_refused: Refused) => {},
};

/** Whether the server answers at all. */
export const reachable = () => fetch("/healthz", { cache: "no-store", signal: pending.signal }).then(({ ok }) => ok, () => false);

/** The network is another than it was: what waits for an answer would wait for minutes. What was read is asked anew, all else has failed, and files that still move go on. */
export function abandon() {
  pending.abort();
  pending = new AbortController();
}

let pending = new AbortController();

/** A new access token, once for all who ask at the same time. False when the session is over. */
export function refresh() {
  refreshing ??= renew(token()).finally(() => (refreshing = undefined));
  return refreshing;
}

let refreshing: Promise<boolean> | undefined;

const token = () => localStorage.getItem("token");

const call = async <T>(method: string, path: string, body?: object, watch?: Watch) => (await (await answered(method, path, body, watch)).json()) as T;

async function answered(method: string, path: string, body?: object, watch?: Watch): Promise<Response> {
  const bearer = token();
  const answer = await ask(method, path, body, bearer, watch);
  if (answer.ok) return answer;

  const refused = await refusal(answer);
  if (refused.status === 403 && refused.code === "ERR_SESSION_EXPIRED" && (await refresh())) {
    const again = await ask(method, path, body, token(), watch);
    if (again.ok) return again;
    throw await refusal(again);
  }
  if (refused.status === 401 && bearer) sessionHooks.refused(refused);
  if (refused.code === "ERR_TOTP_SETUP") sessionHooks.totpSetupRequired();
  if (isShut(refused) && bearer) sessionHooks.shut(refused);
  throw refused;
}

async function ask(method: string, path: string, body: object | undefined, bearer: string | null, watch?: Watch): Promise<Response> {
  const { signal } = pending;
  const headers: Record<string, string> = {};
  if (bearer) headers.authorization = `Bearer ${bearer}`;
  const multipart = body instanceof FormData;
  if (method !== "GET" && !multipart) headers["content-type"] = "application/json";
  try {
    if (multipart && watch) return await send(`/api${path}`, headers, body, watch);
    return await fetch(`/api${path}`, {
      method,
      headers,
      credentials: "same-origin",
      signal,
      body: method === "GET" ? undefined : multipart ? body : JSON.stringify(body ?? {}),
    });
  } catch {
    if (signal.aborted && method === "GET") return ask(method, path, body, bearer, watch);
    throw new Refused(0, { error: "ERR_NETWORK" });
  }
}

/** A file that has not moved for so long waits for an answer like all else; ms. */
const stalled = 3000;

// fetch does not tell how far an upload is.
function send(url: string, headers: Record<string, string>, form: FormData, { onProgress, signal }: Watch) {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(new Error("not sent"));
    let movedAt = performance.now();
    request.open("POST", url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = "blob";
    request.upload.onprogress = ({ loaded, total }) => {
      movedAt = performance.now();
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.onload = () => resolve(new Response(request.response as Blob, { status: request.status, headers: { "x-request-id": request.getResponseHeader("x-request-id") ?? "" } }));
    request.onerror = fail;
    request.onabort = fail;
    if (signal.aborted) return fail();
    signal.addEventListener("abort", () => request.abort(), { once: true });
    pending.signal.addEventListener("abort", () => performance.now() - movedAt > stalled && request.abort(), { once: true });
    request.send(form);
  });
}

async function refusal(answer: Response) {
  const told: Partial<Refusal> = await answer.json().catch(() => ({}));
  return new Refused(answer.status, { ...told, requestId: told.requestId ?? answer.headers.get("x-request-id") ?? "" });
}

const isShut = ({ code }: Refused) => code === "ERR_COMPANY_UNAVAILABLE" || code === "ERR_COMPANY_FILE";

// Another tab may have renewed meanwhile: the refresh token turns at each use, so one of them must do it.
function renew(stale: string | null): Promise<boolean> {
  const attempt = async () => {
    if (token() !== stale) return token() !== null;
    const answer = await ask("POST", "/auth/refresh_token", {}, null);
    if (answer.ok) {
      sessionHooks.renewed(await answer.json());
      return true;
    }
    if (token() !== stale) return token() !== null;
    const refused = await refusal(answer);
    if (isShut(refused)) sessionHooks.shut(refused);
    if (answer.status >= 400 && answer.status < 429) sessionHooks.refused(refused);
    return false;
  };
  return navigator.locks ? navigator.locks.request("refresh", attempt) : attempt();
}

function nameIn(disposition: string) {
  const [, encoded, plain] = /filename\*=UTF-8''([^;]+)|filename="([^"]+)"/.exec(disposition) ?? [];
  return encoded ? decodeURIComponent(encoded) : (plain ?? "");
}

function search(query: Query = {}) {
  const said = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return said.length ? `?${new URLSearchParams(said)}` : "";
}
