import { getTableName } from "drizzle-orm";
import { Elysia } from "elysia";
import type { z } from "zod";
import type { TokenScope } from "../../shared/api-tokens.ts";
import { holds, isDeniedOnVisit, type Permission } from "../../shared/permissions.ts";
import type { PlanFlag } from "../../shared/plan.ts";
import {
  isApiToken,
  type ApiCaller,
  type AuthContext,
  type Authenticator,
  type TokenAuth,
} from "./auth-context.ts";
import { withClientAddress } from "./client-address.ts";
import { editing, withAsRead, type Edits } from "./edits.ts";
import { changesRoutes } from "./elysia-private.ts";
import { Fault, notInPlan, notOnVisits } from "../fault.ts";
import { hideNumbers } from "./hidden.ts";
import { isForm, type UploadField } from "./multipart.ts";
import {
  receiveForm,
  receiveUpload,
  type FormContext,
  type UploadRules,
} from "./received-forms.ts";
import { readBody } from "./read-values.ts";
import { bearer } from "./request.ts";
import { Written } from "../db/written.ts";

/**
 * The kind of row that the `id` of a route names, where the route shows words of customers. A
 * `list` has words of many, and no id.
 */
export type OpenedKind = "ticket" | "contact" | "message" | "campaign" | "list";

/**
 * Routes of the API, under `/api`, for signed-in users. Each route names what it needs:
 * - `can`: a permission; `plan`: a flag of the plan
 * - `accepts`: the files that it takes by form
 * - `jsonLimit`: the bytes of JSON that it reads, where the usual 1 MB is too little
 * - `opens`: the words of customers that it shows; `edits`: the row that it changes
 *
 * The options of all routes in a file:
 * - `beforeTotpSetup`: also for users who still have to set up TOTP
 * - `whileOverdue`: also for an admin whose company has to pay first
 * - `orToken`: also for programs with a connection's token. They come as `caller` in place of `me`,
 *   and need the `scope` that each route then names.
 * - `atHome`: not for the owner of the box while they visit another company
 */
export function routes<Prefix extends string>(
  prefix: Prefix,
  { beforeTotpSetup = false, whileOverdue = false, orToken = false, atHome = false } = {},
) {
  return (
    withOwnOptions(
      new Elysia({
        prefix: `/api${prefix}`,
        detail: { "x-callers": orToken ? ["session", "token"] : ["session"] } as object,
      }),
    )
      .derive(async (context): Promise<AuthContext & { caller?: ApiCaller }> => {
        const { authenticator } = context as unknown as { authenticator: Authenticator };
        const token = bearer(context.request);
        if (orToken && isApiToken(token)) {
          const caller = authenticateToken(context, authenticator, token);
          readBody(context);
          return caller as AuthContext & TokenAuth;
        }
        const auth = await authenticator.authenticate(token);
        if (auth.totpSetupRequired && !beforeTotpSetup) throw auth.totpSetupRequired;
        if (auth.overdue && !whileOverdue) throw auth.overdue;
        if (auth.visit && atHome) throw notOnVisits();
        readBody(context);
        return auth;
      })
      .onAfterHandle((context): any => {
        const { me, set } = context;
        // Not `responseValue`: without `aot` Elysia sets `response` alone.
        const { response } = context as unknown as { response: unknown };
        if (me?.hidesNumbers)
          return hideNumbers(response instanceof Written ? response.read() : response);
        if (!(response instanceof Written)) return undefined;
        set.headers["content-type"] = "application/json;charset=utf-8";
        return response.bytes;
      })
      // In `transform`: a macro's `resolve` would run after validation, and a stranger must not
      // learn our fields.
      .macro({
        can: (permission: Permission) => ({
          detail: { "x-permission": permission } as object,
          transform({ me, caller }) {
            // A token's scope is asked in its place.
            if (caller) return;
            if (me && holds(me, permission)) return;
            if (me && isDeniedOnVisit(me, permission)) throw notOnVisits();
            throw new Fault("forbidden", "ERR_NO_PERMISSION", { message: "Acesso não permitido" });
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
            if (isForm(context.request))
              await receiveUpload(context as unknown as FormContext, rules);
          },
        }),
        // Nobody overwrites what another has changed: `withOwnOptions` wraps the handler.
        edits: ({ table }: Edits) => ({
          // Elysia would write the whole table as JSON to tell routes apart.
          seed: getTableName(table),
          detail: { "x-edits": getTableName(table) } as object,
        }),
        // It shows words of customers: support's visits note each. rules.md#support-visits
        opens: (kind: OpenedKind) => ({ detail: { "x-opens": kind } as object }),
        // Bodies are read before Elysia says which route they are for: `baseMiddleware` looks for
        // this in the list of routes.
        jsonLimit: (bytes: number) => ({ detail: { "x-json-limit": bytes } as object }),
      })
  );
}

/**
 * Routes for programs with a connection's token. Each names the `scope` that it needs; `accepts` is
 * as in `routes`.
 */
export function apiRoutes<Prefix extends string>(prefix: Prefix) {
  return withOwnOptions(
    new Elysia({ prefix: `/api${prefix}`, detail: { "x-callers": ["token"] } as object }),
  )
    .derive((context): TokenAuth => {
      const { authenticator } = context as unknown as { authenticator: Authenticator };
      const auth = authenticateToken(context, authenticator, bearer(context.request) ?? "");
      readBody(context);
      return auth;
    })
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
          const { request, authenticator, db, body } = context as unknown as ApiFormContext;
          if (!isForm(request)) return;
          await receiveForm(context as unknown as ApiFormContext, db, rules);
          Object.assign(context, authenticator.byToken(bearer(request) ?? ""), { body });
        },
      }),
    });
}

type ApiFormContext = TokenAuth & {
  request: Request;
  authenticator: Authenticator;
  body: Record<string, unknown>;
};

type Answering = { set: { headers: Record<string, string | number | undefined> } };

/** The answer names how often the token may still ask. rules.md#api-limits */
function authenticateToken(
  { set: { headers } }: Answering,
  authenticator: Authenticator,
  token: string,
): TokenAuth {
  const auth = authenticator.byToken(token);
  headers["x-ratelimit-limit"] = String(auth.caller.perMinute);
  headers["x-ratelimit-remaining"] = "0";
  const { left, reset } = auth.spend();
  headers["x-ratelimit-remaining"] = String(left);
  headers["x-ratelimit-reset"] = String(reset);
  return auth;
}

function refuseScope(caller: ApiCaller | undefined, scope: TokenScope) {
  if (caller && !caller.scopes.includes(scope)) throw wrongScope(scope);
}

/** The token does not serve for this. */
export const wrongScope = (scope: TokenScope | undefined) =>
  new Fault("forbidden", "Acesso não permitido", {
    message: "Este token não serve para isto",
    details: { code: "ERR_TOKEN_SCOPE", scope },
  });

type Options = { edits?: Edits; body?: z.ZodType };

/**
 * Elysia unfolds macros in the very options that it is given: routes that share some would get each
 * other's.
 */
const withOwnOptions = <App extends Elysia<any>>(app: App): App =>
  changesRoutes<App, Options>(app, ({ handler, options }) => {
    const { edits, body } = options ?? {};
    if (!edits) return { handler, options: options && { ...options } };
    return {
      handler: editing(edits, handler as Parameters<typeof editing>[1]),
      options: { ...options, ...(body && { body: withAsRead(body) }) },
    };
  });

/** Routes without sign-in. */
export const publicRoutes = <Prefix extends string>(prefix: Prefix) => pageRoutes(`/api${prefix}`);

/** Routes without sign-in for what a browser opens, beside the API. */
export const pageRoutes = <Prefix extends string>(prefix: Prefix) =>
  new Elysia({ prefix }).use(withClientAddress());

/** Gives routes a service by the name under which `createApp` decorates it, with its type. */
export const inject =
  <Service>() =>
  <Name extends string>(name: Name) =>
    new Elysia({ name: `inject-${name}` }).derive(
      { as: "scoped" },
      (context) =>
        ({ [name]: (context as Record<string, unknown>)[name] }) as Record<Name, Service>,
    );
