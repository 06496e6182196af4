import { Elysia } from "elysia";
import { videoHost } from "../../shared/video.ts";
import type { Refusal } from "../../shared/wire.ts";
import type { AuthContext, Authenticator } from "./auth-context.ts";
import { begins, workOf } from "../process/current-work.ts";
import { Fault } from "../fault.ts";
import { hideNumbers } from "./hidden.ts";
import type { DeclaredRoutes } from "./declared-routes.ts";
import { isUnread, readJson } from "./json-body.ts";
import { log, trace } from "../process/log.ts";
import { count, observeRequest } from "../process/metrics.ts";
import { isForm } from "./multipart.ts";
import { uploads } from "./received-forms.ts";
import { refusalOf } from "./refusal.ts";
import {
  isApi,
  areaOf,
  isHttps,
  isRaw,
  pathOf,
  refuseForeign,
  refuseStrangeHost,
} from "./request.ts";

const headers = {
  "content-security-policy": `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; frame-src ${videoHost}; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(self), microphone=(self), geolocation=(self), payment=()",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/**
 * For every request: id, headers, checks before routing, body parsing, one shape for errors, one
 * line in the log. `routes` say how much JSON they read. Without `staysHttps` browsers do not
 * insist on https: otherwise a box that lost its own authority could not be reached any more.
 */
export const baseMiddleware = (
  publicUrl?: string,
  routes?: DeclaredRoutes,
  { staysHttps = true } = {},
) => {
  const always =
    isHttps(publicUrl) && staysHttps
      ? { ...headers, "strict-transport-security": "max-age=31536000" }
      : headers;
  return (
    new Elysia({ name: "base" })
      .onRequest(({ request, set }) => {
        const id = crypto.randomUUID();
        // The work is noted without ids, and before its route is known: a body may take long to
        // read.
        begins(workOf("route", `${request.method} ${areaOf(request)}`));
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
        if (isForm(request) || isRaw(request)) return {};
        return readJson(
          request,
          (context as unknown as { authenticator: Authenticator }).authenticator,
          routes?.largeBodyOf(request),
        );
      })
      .onBeforeHandle({ as: "global" }, ({ request }) => {
        if (isForm(request) && !uploads.has(request))
          throw new Fault("malformed", "ERR_CONTENT_TYPE", { message: "Envie JSON" });
      })
      // The answer may contain a write that is not on disk yet.
      .onAfterHandle(
        { as: "global" },
        (context): any => (context as unknown as Partial<AuthContext>).db?.settled,
      )
      .onError({ as: "global" }, (context) => {
        const { error, request, set } = context;
        const fault = refusalOf(error);
        const requestId = requestIds.get(request) ?? "";
        if (!fault) log("error", "mistake", { requestId, ...trace(error) });
        if (isUnread(request)) set.headers.connection = "close";
        if (fault?.kind === "busy" && fault.details?.seconds)
          set.headers["retry-after"] = set.headers["x-ratelimit-reset"] = String(
            fault.details.seconds,
          );
        set.status = fault?.http ?? 500;
        return {
          error: codeOf(request, fault),
          message: fault?.message ?? "Ocorreu um erro interno",
          requestId,
          fields: fault?.fields,
          details: (context as unknown as Partial<AuthContext>).me?.hidesNumbers
            ? hideNumbers(fault?.details)
            : fault?.details,
          ...(isV1(request) && { docs: `/api-reference#${codeOf(request, fault)}` }),
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
          count("balcao_http_requests_total", "Calls answered.", {
            method: request.method,
            route: `${route}`,
            status: Number(set.status ?? 200),
          });
          observeRequest(ms / 1000);
        }
        // The route's template, never the address: an address may hold a number or a token.
        log(`${route}`.startsWith("/api") ? "info" : "debug", "request", {
          requestId: requestIds.get(request),
          method: request.method,
          route,
          status: Number(set.status ?? 200),
          ms,
          company: auth.db?.company,
          user: auth.me?.id,
        });
      })
  );
};

/** Programs of version 1 get a code where others get the words that their clients expect. */
const codeOf = (request: Request, fault: Fault | undefined): string =>
  (isV1(request) && (fault?.details?.code as string | undefined)) ||
  (fault?.reason ?? "ERR_INTERNAL");

const isV1 = (request: Request) => pathOf(request).startsWith("/api/v1/");

const requestIds = new WeakMap<Request, string>();
const startedAt = new WeakMap<Request, number>();
