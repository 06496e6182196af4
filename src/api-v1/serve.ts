import type { Elysia } from "elysia";
import { z } from "zod";
import type { ConnectionManager } from "../channel/channel.ts";
import { notInPlan } from "../kit/fault.ts";
import type { TokenAuth } from "../kit/http/auth-context.ts";
import { apiRoutes, inject, wrongScope } from "../kit/http/http.ts";
import { programMe } from "../kit/http/program.ts";
import { unknownFields } from "../kit/http/unknown-fields.ts";
import type { HttpClient } from "../kit/net/http-client.ts";
import { idempotencyKey } from "../modules/messages-api/send.ts";
import type { PracticeNetworks } from "../modules/practice/routes.ts";
import { once } from "./once.ts";
import type { V1Context, V1Route } from "./route.ts";
import { v1Routes } from "./v1-routes.ts";

type Request = Omit<V1Context<unknown, unknown, unknown>, "me" | "key"> &
  Pick<TokenAuth, "spend"> & {
    request: globalThis.Request;
    set: { status?: number | string; headers: Record<string, string> };
    headers: Record<string, string | undefined>;
  };

const writeHeaders = z.object({ "idempotency-key": idempotencyKey.optional() });

const base = apiRoutes("/v1")
  .use(inject<ConnectionManager>()("connectionManager"))
  .use(inject<HttpClient>()("httpClient"))
  .use(inject<PracticeNetworks>()("practice"));

type Registrar = {
  route(
    method: string,
    path: string,
    handler: (request: Request) => unknown,
    options: object,
  ): void;
};

for (const route of v1Routes) {
  const { method, path, scope, params, query, body, files } = route;
  (base as unknown as Registrar).route(method, path, (request) => serve(route, request), {
    ...(scope && { scope }),
    ...(params && { params }),
    ...(query && { query }),
    ...(body && { body }),
    ...(method !== "GET" && { headers: writeHeaders }),
    ...(files && { accepts: { ...files, strict: true } }),
  });
}

/** The API for programs with a token. rules.md#api-v1 */
export default base as unknown as Elysia;

async function serve(route: V1Route, request: Request): Promise<unknown> {
  const { set, plan } = request;
  if (route.plan && !plan[route.plan]) throw notInPlan();
  if (route.companyWide && request.caller.connectionId !== null) throw wrongScope(route.scope);
  refuseUnknownQuery(route, request.request);
  const answer = await answered(route, request);
  if (route.answer === "file") return answer;
  const text = JSON.stringify(answer);
  set.headers["content-type"] = "application/json;charset=utf-8";
  if (route.method !== "GET") {
    set.status = route.status ?? 200;
    return text;
  }
  const etag = `"${new Bun.CryptoHasher("sha256").update(text).digest("base64url").slice(0, 27)}"`;
  Object.assign(set.headers, { etag, "cache-control": "private, no-cache" });
  if (request.headers["if-none-match"]?.replace(/^W\//, "") !== etag) return text;
  set.status = 304;
  return "";
}

async function answered(route: V1Route, request: Request): Promise<unknown> {
  const { db, caller, headers, body, params, set } = request;
  const key = headers["idempotency-key"] ?? null;
  const context = { ...request, headers: set.headers, key, me: programMe(caller) };
  const work = () => route.handle(context);
  const shape = (result: unknown) => shaped(route, result);
  if (route.method === "GET" || route.storesKey) return shape(await work());
  return once(db, caller, key, [route.method, route.path, params, body], {
    work,
    shape,
    waits: route.waits,
  });
}

/** An answer in its wire form, with the fields that its schema names. */
const shaped = ({ answer }: V1Route, value: unknown): unknown =>
  answer === "file" ? value : answer.parse(JSON.parse(JSON.stringify(value ?? {})));

function refuseUnknownQuery({ query }: V1Route, { url }: globalThis.Request) {
  const names = query ? Object.keys((query as z.ZodObject).shape) : [];
  const unknown = [...new URL(url).searchParams.keys()].filter((name) => !names.includes(name));
  if (unknown.length > 0) throw unknownFields(unknown);
}
