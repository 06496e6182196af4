import { Elysia, ValidationError, type InternalRoute } from "elysia";
import { tokenPrefix, type TokenScope } from "../shared/api-tokens.ts";
import { holds, type Permission } from "../shared/permissions.ts";
import type { Plan, PlanFlag } from "../shared/plan.ts";
import { videoHost } from "../shared/video.ts";
import type { Refusal } from "../shared/wire.ts";
import type { Me } from "./audience.ts";
import { parseJson, readText } from "./body.ts";
import { Fault, faultOf, notInPlan } from "./fault.ts";
import { idParam } from "./fields.ts";
import { Upload } from "./files.ts";
import { hideNumbers } from "./hidden.ts";
import { log, trace } from "./log.ts";
import { count, observeRequest } from "./metrics.ts";
import { isForm, readForm, type UploadField } from "./multipart.ts";
import type { Control, Store } from "./store.ts";
import { Written } from "./written.ts";

/** A signed-in request: who asks, on which company, under which session. */
export type AuthContext = { me: Me; store: Store; control: Control; session: string; plan: Plan; /** Why they may do nothing yet but see to their own way in. */ totpSetupRequired?: Fault; /** Why they may do nothing but pay. rules.md#subscription */ overdue?: Fault; /** The owner of the box is at another company, as one of its admins. rules.md#support-visits */ visit?: { companyId: number } };

/** A program that asks with a connection's token. */
export type ApiCaller = { id: number; name: string; connectionId: number; scopes: TokenScope[] };

/** A request by token: on which company, and what counts it. Throws busy when it is one too many. */
export type TokenAuth = { store: Store; control: Control; plan: Plan; caller: ApiCaller; spend(): void };

export type Authenticator = {
  /** Checks an access token. Throws a signin, forbidden or overdue Fault. */
  authenticate(token: string | undefined): Promise<AuthContext>;
  /** Checks a connection's token. Throws a signin, malformed or overdue Fault. */
  byToken(token: string): TokenAuth;
  /** The context of a session that was authenticated before; undefined once it has ended. */
  resume(session: string): AuthContext | undefined;
};

/** The files that a route accepts by form. `checkTarget` gets the id in the path, and throws before any file is read. */
export type UploadRules = UploadField & { checkTarget?(auth: AuthContext, id: number): unknown };

/** Where a request comes from, behind trusted proxies or not. */
export type Origin = { address(request: Request, peer: string | undefined): string; secure(request: Request, peer: string | undefined): boolean; /** Whether who asks is a trusted proxy. */ isProxy(peer: string | undefined): boolean };

/** How much JSON is read, in bytes: of who is let in, where their route has no `jsonLimit` of its own, and of a stranger. Files come by form. */
const usualLimit = 1024 * 1024;
const strangerLimit = 64 * 1024;

const headers = {
  "content-security-policy":
    `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; frame-src ${videoHost}; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(self), microphone=(self), geolocation=(self), payment=()",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/**
 * Routes for signed-in users. Each says what it needs: `can`, and `plan` where a plan flag opens it; `accepts` the files that it takes by form, `jsonLimit` how
 * many bytes of JSON it reads where the usual 1 MB is too little. `beforeTotpSetup`: also for who still has to set up TOTP; `whileOverdue`: also for an
 * admin whose company has to pay first. `orToken`: also for programs with a connection's token, which come as `caller` in place of `me`, and need the `scope`
 * that each route then names. `atHome`: not for the owner of the box while they visit another company.
 */
export function routes<Prefix extends string>(prefix: Prefix, { beforeTotpSetup = false, whileOverdue = false, orToken = false, atHome = false } = {}) {
  return withOwnOptions(new Elysia({ prefix, detail: { "x-callers": orToken ? ["session", "token"] : ["session"] } as object }))
    .derive(async (context): Promise<AuthContext & { caller?: ApiCaller }> => {
      const { authenticator } = context as unknown as { authenticator: Authenticator };
      const token = bearer(context.request);
      if (orToken && isApiToken(token)) return authenticateToken(authenticator, token) as AuthContext & TokenAuth;
      const auth = await authenticator.authenticate(token);
      if (auth.totpSetupRequired && !beforeTotpSetup) throw auth.totpSetupRequired;
      if (auth.overdue && !whileOverdue) throw auth.overdue;
      if (auth.visit && atHome) throw new Fault("forbidden", "ERR_VISITING", { message: "Saia da empresa visitada para mexer na sua própria conta" });
      return auth;
    })
    .onAfterHandle((context): any => {
      const { me, set } = context;
      // Not `responseValue`: without `aot` Elysia sets `response` alone.
      const { response } = context as unknown as { response: unknown };
      if (me?.hidesNumbers) return hideNumbers(response instanceof Written ? response.read() : response);
      if (!(response instanceof Written)) return undefined;
      set.headers["content-type"] = "application/json;charset=utf-8";
      return response.text;
    })
    // In `transform`: a macro's `resolve` would run after validation, and a stranger must not learn our fields.
    .macro({
      can: (permission: Permission) => ({
        detail: { "x-permission": permission } as object,
        transform({ me, caller }) {
          // A token's scope is asked in its place.
          if (caller) return;
          if (!me || !holds(me.profile, permission, me.super)) throw new Fault("forbidden", "ERR_NO_PERMISSION", { message: "Acesso não permitido" });
        },
      }),
      plan: (flag: PlanFlag) => ({
        detail: { "x-plan": flag } as object,
        transform({ plan }) {
          if (!plan?.[flag]) throw notInPlan();
        },
      }),
      scope: (scope: TokenScope) => ({
        detail: { "x-scope": scope } as object,
        transform({ caller }) {
          refuseScope(caller, scope);
        },
      }),
      accepts: (rules: UploadRules) => ({
        detail: { "x-files": rules.field } as object,
        async transform(context) {
          if (isForm(context.request)) await receiveUpload(context as unknown as FormContext, rules);
        },
      }),
      // Bodies are read before Elysia says which route they are for: `baseMiddleware` looks for this in the list of routes.
      jsonLimit: (bytes: number) => ({ detail: { "x-json-limit": bytes } as object }),
    });
}

/** Routes for programs with a connection's token. Each names the `scope` that it needs; `accepts` is as in `routes`. */
export function apiRoutes<Prefix extends string>(prefix: Prefix) {
  return withOwnOptions(new Elysia({ prefix, detail: { "x-callers": ["token"] } as object }))
    .derive((context): TokenAuth => authenticateToken((context as unknown as { authenticator: Authenticator }).authenticator, bearer(context.request) ?? ""))
    .macro({
      scope: (scope: TokenScope) => ({
        detail: { "x-scope": scope } as object,
        transform({ caller }) {
          if (caller) refuseScope(caller, scope);
        },
      }),
      accepts: (rules: UploadField) => ({
        detail: { "x-files": rules.field } as object,
        async transform(context) {
          const { request, authenticator, store, body } = context as unknown as ApiFormContext;
          if (!isForm(request)) return;
          await receiveForm(context as unknown as ApiFormContext, store, rules);
          Object.assign(context, authenticator.byToken(bearer(request) ?? ""), { body });
        },
      }),
    });
}

type ApiFormContext = TokenAuth & { request: Request; authenticator: Authenticator; body: Record<string, unknown> };

/** Whether a bearer token is a connection's. */
const isApiToken = (token: string | undefined): token is string => token?.startsWith(tokenPrefix) ?? false;

function authenticateToken(authenticator: Authenticator, token: string): TokenAuth {
  const auth = authenticator.byToken(token);
  auth.spend();
  return auth;
}

function refuseScope(caller: ApiCaller | undefined, scope: TokenScope) {
  if (caller && !caller.scopes.includes(scope)) throw new Fault("forbidden", "Acesso não permitido", { message: "Este token não serve para isto", details: { code: "ERR_TOKEN_SCOPE", scope } });
}

/** Elysia unfolds macros in the very options that it is given: routes that share some would get each other's. */
function withOwnOptions<App extends Elysia<any>>(app: App): App {
  const declared = app as unknown as { add: (method: string, path: string, handler: unknown, options?: object, ...more: unknown[]) => unknown };
  const add = declared.add.bind(app);
  declared.add = (method, path, handler, options, ...more) => add(method, path, handler, options && { ...options }, ...more);
  return app;
}

/** Routes without sign-in. */
export const publicRoutes = <Prefix extends string>(prefix: Prefix) =>
  new Elysia({ prefix }).use(withClientAddress());

/** A request's address, and whether it came by HTTPS: with an https `publicUrl` all do, also when a proxy does not say so. */
export const withClientAddress = () =>
  new Elysia({ name: "from" }).derive({ as: "scoped" }, (context) => {
    const { request, server } = context;
    const { origin, publicUrl } = context as unknown as { origin: Origin; publicUrl?: string };
    const peer = server?.requestIP(request)?.address;
    return { address: origin.address(request, peer), secure: isHttps(publicUrl) || origin.secure(request, peer) };
  });

const isHttps = (url: string | undefined) => url !== undefined && URL.parse(url)?.protocol === "https:";

/** Gives routes a service by the name under which `createApp` decorates it, with its type. */
export const inject = <Service>() => <Name extends string>(name: Name) =>
  new Elysia({ name: `inject-${name}` }).derive({ as: "scoped" }, (context) => ({ [name]: (context as Record<string, unknown>)[name] }) as Record<Name, Service>);

/**
 * For every request: id, headers, checks before routing, body parsing, one shape for errors, one line in the log. `routes` are asked for their `jsonLimit`.
 * Without `staysHttps` no browser is told to insist on https: a box whose own authority is lost could not be reached any more.
 */
export const baseMiddleware = (publicUrl?: string, routes: Route[] = [], { staysHttps = true } = {}) => {
  const limitOf = jsonLimits(routes);
  const always = isHttps(publicUrl) && staysHttps ? { ...headers, "strict-transport-security": "max-age=31536000" } : headers;
  return new Elysia({ name: "base" })
    .onRequest(({ request, set }) => {
      const id = crypto.randomUUID();
      requestIds.set(request, id);
      startedAt.set(request, performance.now());
      Object.assign(set.headers, always, { "x-request-id": id });
      refuseStrangeHost(request);
      if (isApi(request)) set.headers["cache-control"] = "no-store";
      refuseForeign(request, publicUrl);
    })
    .onParse({ as: "global" }, async (context) => {
      const { request } = context;
      // A form is read by its route, once the sender is authenticated.
      if (isForm(request)) return {};
      return readJson(request, (context as unknown as { authenticator: Authenticator }).authenticator, limitOf(request));
    })
    .onBeforeHandle({ as: "global" }, ({ request }) => {
      if (isForm(request) && !uploads.has(request)) throw new Fault("malformed", "ERR_CONTENT_TYPE", { message: "Envie JSON" });
    })
    // What is told may come from a write that is not on disk yet.
    .onAfterHandle({ as: "global" }, (context): any => (context as unknown as Partial<AuthContext>).store?.settled)
    .onError({ as: "global" }, (context) => {
      const { error, request, set } = context;
      const fault = refusalOf(error);
      const requestId = requestIds.get(request) ?? "";
      if (!fault) log("error", "mistake", { requestId, ...trace(error) });
      if (isUnread(request)) set.headers.connection = "close";
      if (fault?.kind === "busy" && fault.details?.seconds) set.headers["retry-after"] = String(fault.details.seconds);
      set.status = fault?.http ?? 500;
      return {
        error: fault?.reason ?? "ERR_INTERNAL",
        message: fault?.message ?? "Ocorreu um erro interno",
        requestId,
        fields: fault?.fields,
        details: (context as unknown as Partial<AuthContext>).me?.hidesNumbers ? hideNumbers(fault?.details) : fault?.details,
      } satisfies Refusal;
    })
    .onAfterResponse({ as: "global" }, async ({ request }) => {
      for (const upload of uploads.get(request) ?? []) await upload.discard();
    })
    .onAfterResponse({ as: "global" }, (context) => {
      const { request, route, set } = context;
      const auth = context as unknown as Partial<AuthContext>;
      const ms = Math.round((performance.now() - (startedAt.get(request) ?? 0)) * 10) / 10;
      if (`${route}`.startsWith("/api")) {
        count("balcao_http_requests_total", "Calls answered.", { method: request.method, route: `${route}`, status: Number(set.status ?? 200) });
        observeRequest(ms / 1000);
      }
      // The route's template, never the address: an address may hold a number or a token.
      log(`${route}`.startsWith("/api") ? "info" : "debug", "request", { requestId: requestIds.get(request), method: request.method, route, status: Number(set.status ?? 200), ms, company: auth.store?.company, user: auth.me?.id });
    });
};

/** The bearer token of a request. */
export function bearer(request: Request): string | undefined {
  return /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
}

/** Whether a browser's request comes from our own pages. Callers that are no browsers send no Origin. */
export function sameOrigin(request: Request, publicUrl?: string): boolean {
  const origin = request.headers.get("origin");
  if (origin === null) return request.headers.get("sec-fetch-site") !== "cross-site";
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === request.headers.get("host") || (publicUrl !== undefined && origin === new URL(publicUrl).origin);
}

/** Whether a request asks the API, and not for a page. */
export const isApi = (request: Request) => /^\/api(\/|$)/.test(pathOf(request));

/** The path of a request. Cut out, since parsing each address anew costs as much as a query. */
export function pathOf({ url }: Request): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const end = url.indexOf("?", start);
  return start < 0 ? "/" : url.slice(start, end < 0 ? undefined : end);
}

const requestIds = new WeakMap<Request, string>();
const startedAt = new WeakMap<Request, number>();

/** The files of a request. Those that its route did not keep are deleted after it. */
const uploads = new WeakMap<Request, Upload[]>();

type FormContext = AuthContext & { request: Request; authenticator: Authenticator; body: Record<string, unknown>; params: Record<string, string> };

async function receiveUpload(context: FormContext, { checkTarget, ...field }: UploadRules) {
  const { request, authenticator, body, params, session, store } = context;
  if (checkTarget) {
    const { success, data } = idParam.safeParse(params);
    if (!success) throw new Fault("missing", "ERR_NOT_FOUND", { message: "Não encontrado" });
    await checkTarget(context, data.id);
  }
  await receiveForm({ request, body }, store, field);
  // Reading a form takes time: the session may have ended, and the company's store may have been closed and opened again.
  const auth = authenticator.resume(session);
  if (!auth) throw new Fault("signin", "ERR_SESSION_EXPIRED", { message: "Sessão encerrada" });
  if (auth.totpSetupRequired) throw auth.totpSetupRequired;
  if (auth.visit?.companyId !== context.visit?.companyId) throw new Fault("forbidden", "ERR_SESSION_EXPIRED", { message: "Sessão expirada" });
  if (auth.overdue && !context.overdue) throw auth.overdue;
  Object.assign(context, auth);
}

async function receiveForm({ request, body }: { request: Request; body: Record<string, unknown> }, store: Store, field: UploadField) {
  const form = await readForm(request, store.files, field);
  uploads.set(request, [...form.values()].flat().filter((said) => said instanceof Upload));
  // Elysia validates the object that was parsed: it must be filled, not replaced.
  for (const [name, said] of form) Object.defineProperty(body, name, { value: said, enumerable: true });
}

// Refuses a Host header that can't be a host name.
function refuseStrangeHost(request: Request) {
  const host = request.headers.get("host");
  if (host === null || (hostForm.test(host) && URL.canParse(`http://${host}`))) return;
  throw new Fault("malformed", "ERR_HOST", { message: "O endereço do servidor não é válido" });
}

const hostForm = /^([\w-]+(\.[\w-]+)*\.?|\[[\da-f:.]+\])(:\d{1,5})?$/i;

function refuseForeign(request: Request, publicUrl: string | undefined) {
  if (request.method === "GET" || request.method === "HEAD") return;
  if (!sameOrigin(request, publicUrl)) throw new Fault("forbidden", "ERR_FOREIGN_ORIGIN", { message: "Origem não permitida" });
  const type = (request.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
  // Forms and plain text can be sent from any page without asking us first.
  if (hasBody(request) && type !== "application/json" && type !== "multipart/form-data") throw new Fault("malformed", "ERR_CONTENT_TYPE", { message: "Envie JSON ou multipart" });
}

const contentLength = (request: Request) => Number(request.headers.get("content-length") ?? 0);
const hasBody = (request: Request) => contentLength(request) > 0 || request.headers.has("transfer-encoding");

/** Requests whose bodies were read to the end. */
const readWhole = new WeakSet<Request>();

type Route = Pick<InternalRoute, "method" | "path"> & { hooks: { detail?: { "x-json-limit"?: number } } };

function jsonLimits(routes: Route[]): (request: Request) => number {
  const larger = routes.flatMap(({ method, path, hooks }) => {
    const bytes = hooks.detail?.["x-json-limit"];
    return bytes === undefined ? [] : [{ method, form: new RegExp(`^${path.replace(/\/$/, "").replace(/:\w+/g, "[^/]+")}/?$`), bytes }];
  });
  return (request) => larger.find(({ method, form }) => method === request.method && form.test(pathOf(request)))?.bytes ?? usualLimit;
}

async function readJson(request: Request, authenticator: Authenticator, limit: number): Promise<unknown> {
  let isIn = false;
  const allow = async (bytes: number) => {
    if (bytes > limit) throw tooLarge();
    if (bytes <= strangerLimit || isIn) return;
    const token = bearer(request);
    if (!token) throw tooLarge();
    if (isApiToken(token)) authenticator.byToken(token);
    else await authenticator.authenticate(token);
    isIn = true;
  };
  await allow(contentLength(request));
  const text = await readText(request, allow);
  readWhole.add(request);
  // Elysia would read the body again if this returned something falsy.
  const body = (text === "" ? {} : parseJson(text)) || refuseEmpty();
  return text.length > strangerLimit && typeof body === "object" ? hiddenFromErrors(body) : body;
}

// Elysia writes the whole refused body into its error's message, by `toJSON`.
const hiddenFromErrors = (body: object) => Object.defineProperty(body, "toJSON", { value: () => null });

// A body that is still arriving when it is refused may have no end, so the connection is closed. Not for forms of known length: browsers read no answer while they send.
const isUnread = (request: Request) => hasBody(request) && !readWhole.has(request) && !(isForm(request) && contentLength(request) > 0);

function refuseEmpty(): never {
  throw new Fault("malformed", "ERR_MALFORMED", { message: "Conteúdo malformado" });
}

const tooLarge = () => new Fault("large", "ERR_TOO_LARGE", { message: "Conteúdo grande demais" });

/** What a caller is told of an error. */
export function answerTo(error: unknown): { status: number; error: string } {
  const fault = refusalOf(error);
  return { status: fault?.http ?? 500, error: fault?.reason ?? "ERR_INTERNAL" };
}

function refusalOf(error: unknown): Fault | undefined {
  if (error instanceof ValidationError && error.type !== "response") {
    const fields = error.all.flatMap((issue) => ("path" in issue ? [[issue.path.replace(/^\//, "").replaceAll("/", ".") || "body", issue.message ?? "invalid"]] : []));
    if (error.type === "params") return new Fault("missing", "ERR_NOT_FOUND", { message: "Não encontrado" });
    return new Fault("invalid", "ERR_VALIDATION", { message: "Confira os campos", fields: Object.fromEntries(fields) });
  }
  const fault = faultOf(error);
  if (fault) return fault;
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error ? error.code : undefined;
  if (code === "NOT_FOUND") return new Fault("missing", "ERR_NOT_FOUND", { message: "Não encontrado" });
  if (code === "PARSE" || error instanceof SyntaxError) return new Fault("malformed", "ERR_MALFORMED", { message: "Conteúdo malformado" });
  return undefined;
}
