import type { Refusal } from "../../src/shared/wire.ts";

type Query = Record<string, string | number | boolean | undefined>;

/** A call that the server refused, or that did not reach it (`ERR_NETWORK`, status 0). */
export class ApiError extends Error {
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

/** Every API call of the product. Paths are without `/api`. Throws `ApiError`. */
export const api = {
  get: <T>(path: string, query?: Query) => call<T>("GET", path + queryString(query)),
  post: <T>(path: string, body?: object) => call<T>("POST", path, body),
  put: <T>(path: string, body?: object) => call<T>("PUT", path, body),
  del: <T>(path: string, body?: object) => call<T>("DELETE", path, body),
  /** The same calls with another token than the session's. A refusal does not end the session. */
  withToken: (bearer: string) => ({
    get: <T>(path: string) => callWith<T>(bearer, "GET", path),
    post: <T>(path: string, body: object) => callWith<T>(bearer, "POST", path, body),
    call: <T>(method: string, path: string, body?: object) =>
      callWith<T>(bearer, method, path, body),
  }),
  /** Uploads files and reports the progress. */
  upload: <T>(path: string, form: FormData, watch: UploadWatch) =>
    call<T>("POST", path, form, watch),
  /** Loads the stored file of a row's link. */
  stored: async (link: string) => {
    const answer = await fetch(link).catch(() => undefined);
    if (!answer?.ok) throw new ApiError(answer?.status ?? 0, { error: "ERR_NETWORK" });
    return answer.blob();
  },
  /** Downloads a file with the name that the server gives it. */
  file: async (path: string, query?: Query) => {
    const answer = await request("GET", path + queryString(query));
    return {
      name: fileNameIn(answer.headers.get("content-disposition") ?? ""),
      blob: await answer.blob(),
    };
  },
};

/** A form that sends one file, as `media-upload` takes it. */
export function fileForm(file: File) {
  const form = new FormData();
  form.set("file", file);
  return form;
}

/** `onProgress` receives the finished part of an upload (0 to 1); `signal` aborts it. */
export type UploadWatch = { onProgress: (part: number) => void; signal: AbortSignal };

/** The session's reactions to a renewed or refused token. */
export const sessionHooks = {
  /** Whether loaded data is still valid: false after a change to another company. */
  renewed: (_answer: unknown): boolean => true,
  sessionEnded: (_refused: ApiError) => {},
  /** The server allows nothing but the setup of two-factor authentication. */
  totpSetupRequired: () => {},
  /** The server allows nothing but paying. */
  overdue: () => {},
  /** The company's data is unavailable for now. */
  shut: (_refused: ApiError) => {},
};

/** Whether the server answers. */
export const isReachable = () =>
  fetch("/healthz", { cache: "no-store", signal: pendingCalls.signal }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether this browser reaches an address elsewhere; browsers hide the reason of a failure. */
export const reaches = (url: string) =>
  fetch(url, { mode: "no-cors", cache: "no-store" }).then(
    () => true,
    () => false,
  );

/**
 * Aborts the calls without an answer after the network changed. Reads are repeated and other calls
 * fail. Uploads that still progress go on.
 */
export function abortPending() {
  pendingCalls.abort();
  pendingCalls = new AbortController();
}

let pendingCalls = new AbortController();

/**
 * Gets a new access token, once for all callers at the same time. False when the session is over.
 */
export function refreshToken() {
  refreshing ??= renew(token()).finally(() => (refreshing = undefined));
  return refreshing;
}

let refreshing: Promise<boolean> | undefined;

const token = () => localStorage.getItem("token");

async function callWith<T>(
  bearer: string,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const answer = await attempt(method, path, body, bearer);
  if (answer.ok) return (await answer.json()) as T;
  const { status, code, details, ...refusal } = await apiErrorOf(answer);
  // Routes whose `error` is a text, for existing clients, send the code in `code`.
  throw new ApiError(status, {
    ...refusal,
    details,
    error: typeof details.code === "string" ? details.code : code,
  });
}

const call = async <T>(method: string, path: string, body?: object, watch?: UploadWatch) =>
  (await (await request(method, path, body, watch)).json()) as T;

async function request(
  method: string,
  path: string,
  body?: object,
  watch?: UploadWatch,
): Promise<Response> {
  // Wait for a running token renewal: the server would refuse the request, and it would run twice.
  await refreshing?.catch(() => false);
  const bearer = token();
  const answer = await attempt(method, path, body, bearer, watch);
  if (answer.ok) return answer;

  const error = await apiErrorOf(answer);
  if (error.status === 403 && error.code === "ERR_SESSION_EXPIRED" && (await refreshToken())) {
    const again = await attempt(method, path, body, token(), watch);
    if (again.ok) return again;
    throw await apiErrorOf(again);
  }
  if (error.status === 401 && bearer) sessionHooks.sessionEnded(error);
  if (error.code === "ERR_TOTP_SETUP") sessionHooks.totpSetupRequired();
  if (error.code === "ERR_SUBSCRIPTION_EXPIRED" && bearer) sessionHooks.overdue();
  if (isShut(error) && bearer) sessionHooks.shut(error);
  throw error;
}

async function attempt(
  method: string,
  path: string,
  body: object | undefined,
  bearer: string | null,
  watch?: UploadWatch,
): Promise<Response> {
  const { signal } = pendingCalls;
  const headers: Record<string, string> = {};
  if (bearer) headers.authorization = `Bearer ${bearer}`;
  const multipart = body instanceof FormData;
  if (method !== "GET" && !multipart) headers["content-type"] = "application/json";
  try {
    if (multipart && watch) return await sendForm(`/api${path}`, headers, body, watch);
    return await fetch(`/api${path}`, {
      method,
      headers,
      credentials: "same-origin",
      signal,
      body: method === "GET" ? undefined : multipart ? body : JSON.stringify(body ?? {}),
    });
  } catch {
    if (signal.aborted && method === "GET") return attempt(method, path, body, bearer, watch);
    throw new ApiError(0, { error: "ERR_NETWORK" });
  }
}

/** An upload without progress for this many ms is aborted like other calls. */
const stalledAfter = 3000;

// fetch does not report the progress of an upload.
function sendForm(
  url: string,
  headers: Record<string, string>,
  form: FormData,
  { onProgress, signal }: UploadWatch,
) {
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
    request.onload = () =>
      resolve(
        new Response(request.response as Blob, {
          status: request.status,
          headers: { "x-request-id": request.getResponseHeader("x-request-id") ?? "" },
        }),
      );
    request.onerror = fail;
    request.onabort = fail;
    if (signal.aborted) return fail();
    signal.addEventListener("abort", () => request.abort(), { once: true });
    pendingCalls.signal.addEventListener(
      "abort",
      () => performance.now() - movedAt > stalledAfter && request.abort(),
      { once: true },
    );
    request.send(form);
  });
}

async function apiErrorOf(answer: Response) {
  const body: Partial<Refusal> = await answer.json().catch(() => ({}));
  return new ApiError(answer.status, {
    ...body,
    requestId: body.requestId ?? answer.headers.get("x-request-id") ?? "",
  });
}

const isShut = ({ code }: ApiError) =>
  code === "ERR_COMPANY_UNAVAILABLE" || code === "ERR_COMPANY_FILE";

// Another tab may have renewed the token. The refresh token changes at each use, so only one tab
// may renew it.
function renew(stale: string | null): Promise<boolean> {
  const renewOnce = async () => {
    if (token() !== stale) return token() !== null;
    const answer = await attempt("POST", "/auth/refresh_token", {}, null);
    if (answer.ok) {
      return sessionHooks.renewed(await answer.json());
    }
    if (token() !== stale) return token() !== null;
    const error = await apiErrorOf(answer);
    if (isShut(error)) sessionHooks.shut(error);
    if (answer.status >= 400 && answer.status < 429) sessionHooks.sessionEnded(error);
    return false;
  };
  return navigator.locks ? navigator.locks.request("refresh", renewOnce) : renewOnce();
}

function fileNameIn(disposition: string) {
  const [, encoded, plain] = /filename\*=UTF-8''([^;]+)|filename="([^"]+)"/.exec(disposition) ?? [];
  return encoded ? decodeURIComponent(encoded) : (plain ?? "");
}

function queryString(query: Query = {}) {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return pairs.length ? `?${new URLSearchParams(pairs)}` : "";
}
