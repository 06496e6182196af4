import { Fault } from "../fault.ts";

/** The bearer token of a request. */
export function bearer(request: Request): string | undefined {
  return /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
}

/**
 * Whether a browser's request comes from our own pages. Callers that are no browsers send no
 * Origin.
 */
export function sameOrigin(request: Request, publicUrl?: string): boolean {
  const origin = request.headers.get("origin");
  if (origin === null) return request.headers.get("sec-fetch-site") !== "cross-site";
  if (!URL.canParse(origin)) return false;
  return (
    new URL(origin).host === request.headers.get("host") ||
    (publicUrl !== undefined && origin === new URL(publicUrl).origin)
  );
}

/** Whether a request is for the API, and not for a page. */
export const isApi = (request: Request) => /^\/api(\/|$)/.test(pathOf(request));

/** Whether a request is for a page that a route writes, and no file. */
export const isWrittenPage = (request: Request) => /^\/loja(\/|$)/.test(pathOf(request));

/**
 * Whether a route reads the bytes of the body itself. They are signed as they came, or are the form
 * of a page without a script.
 */
export const isRaw = (request: Request) =>
  pathOf(request).startsWith("/cloud/") || isWrittenPage(request);

/** The path of a request. It is cut out: to parse each URL costs as much as a query. */
export function pathOf({ url }: Request): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const end = url.indexOf("?", start);
  return start < 0 ? "/" : url.slice(start, end < 0 ? undefined : end);
}

/** The beginning of a request's path, of letters alone: it has no name and no id in it. */
export const areaOf = (request: Request): string =>
  /^(\/api)?\/[a-z-]{0,40}(?=\/|$)/i.exec(pathOf(request))?.[0] ?? "/…";

/** Throws malformed where the Host header can't be a host name. */
export function refuseStrangeHost(request: Request) {
  const host = request.headers.get("host");
  if (host === null || (hostForm.test(host) && URL.canParse(`http://${host}`))) return;
  throw new Fault("malformed", "ERR_HOST", { message: "O endereço do servidor não é válido" });
}

/** Whether an address is an https one. */
export const isHttps = (url: string | undefined) =>
  url !== undefined && URL.parse(url)?.protocol === "https:";

const hostForm = /^([\w-]+(\.[\w-]+)*\.?|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/**
 * Throws where a write comes from another site, or has a body that is neither JSON nor multipart.
 */
export function refuseForeign(request: Request, publicUrl: string | undefined) {
  if (request.method === "GET" || request.method === "HEAD") return;
  if (!sameOrigin(request, publicUrl))
    throw new Fault("forbidden", "ERR_FOREIGN_ORIGIN", { message: "Origem não permitida" });
  const type = (request.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
  // The form of a page without a script carries no session.
  if (isWrittenPage(request) && type === "application/x-www-form-urlencoded") return;
  // Any page can send forms and plain text without a preflight.
  if (hasBody(request) && type !== "application/json" && type !== "multipart/form-data")
    throw new Fault("malformed", "ERR_CONTENT_TYPE", { message: "Envie JSON ou multipart" });
}

/** The length of a request's body as its header gives it, in bytes. */
export const contentLength = (request: Request) =>
  Number(request.headers.get("content-length") ?? 0);

export const hasBody = (request: Request) =>
  contentLength(request) > 0 || request.headers.has("transfer-encoding");
