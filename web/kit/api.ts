import type { Refusal } from "../../src/shared.ts";

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
  del: <T>(path: string) => call<T>("DELETE", path),
};

/** What the session does when tokens are renewed or refused for good. */
export const keeper = {
  renewed: (_answer: unknown) => {},
  refused: (_refused: Refused) => {},
};

/** A new access token, once for all who ask at the same time. False when the session is over. */
export function refresh() {
  refreshing ??= renew(token()).finally(() => (refreshing = undefined));
  return refreshing;
}

let refreshing: Promise<boolean> | undefined;

const token = () => localStorage.getItem("token");

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const bearer = token();
  const answer = await ask(method, path, body, bearer);
  if (answer.ok) return (await answer.json()) as T;

  const refused = await refusal(answer);
  if (refused.status === 403 && refused.code === "ERR_SESSION_EXPIRED" && (await refresh())) {
    const again = await ask(method, path, body, token());
    if (again.ok) return (await again.json()) as T;
    throw await refusal(again);
  }
  if (refused.status === 401 && bearer) keeper.refused(refused);
  throw refused;
}

async function ask(method: string, path: string, body: object | undefined, bearer: string | null) {
  const headers: Record<string, string> = {};
  if (bearer) headers.authorization = `Bearer ${bearer}`;
  const multipart = body instanceof FormData;
  if (method !== "GET" && !multipart) headers["content-type"] = "application/json";
  try {
    return await fetch(`/api${path}`, {
      method,
      headers,
      credentials: "same-origin",
      body: method === "GET" ? undefined : multipart ? body : JSON.stringify(body ?? {}),
    });
  } catch {
    throw new Refused(0, { error: "ERR_NETWORK" });
  }
}

async function refusal(answer: Response) {
  const told: Partial<Refusal> = await answer.json().catch(() => ({}));
  return new Refused(answer.status, { ...told, requestId: told.requestId ?? answer.headers.get("x-request-id") ?? "" });
}

// Another tab may have renewed meanwhile: the refresh token turns at each use, so one of them must do it.
function renew(stale: string | null): Promise<boolean> {
  const attempt = async () => {
    if (token() !== stale) return token() !== null;
    const answer = await ask("POST", "/auth/refresh_token", {}, null);
    if (answer.ok) {
      keeper.renewed(await answer.json());
      return true;
    }
    if (token() !== stale) return token() !== null;
    if (answer.status >= 400 && answer.status < 429) keeper.refused(await refusal(answer));
    return false;
  };
  return navigator.locks ? navigator.locks.request("refresh", attempt) : attempt();
}

function search(query: Query = {}) {
  const said = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return said.length ? `?${new URLSearchParams(said)}` : "";
}
