import type { z } from "zod";
import type { ConnectionManager } from "../channel/channel.ts";
import type { Me } from "../kit/db/audience.ts";
import type { TokenAuth } from "../kit/http/auth-context.ts";
import type { HttpClient } from "../kit/net/http-client.ts";
import type { PracticeNetworks } from "../modules/practice/routes.ts";
import type { ApiResource, ResourceScope } from "../shared/api-tokens.ts";
import type { PlanFlag } from "../shared/plan.ts";

/** The same words in Portuguese and English. */
export type Words = { pt: string; en: string };

/** The services and values that a route's handler gets. */
export type V1Context<Params, Query, Body> = Omit<TokenAuth, "spend"> & {
  me: Me;
  connectionManager: ConnectionManager;
  httpClient: HttpClient;
  practice: PracticeNetworks;
  /** The `Idempotency-Key`, for a route that stores it itself. */
  key: string | null;
  headers: Record<string, string | number>;
  params: Params;
  query: Query;
  body: Body;
};

type Input<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

type Spec<
  Params extends z.ZodType | undefined,
  Query extends z.ZodType | undefined,
  Body extends z.ZodType | undefined,
> = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/api/v1`. */
  path: string;
  group: ApiResource | "me";
  summary: Words;
  description?: Words;
  scope?: ResourceScope;
  plan?: PlanFlag;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The field of a form that takes files. */
  files?: { field: string; maxFiles: number };
  /** The answer's schema, or a file. Fields that it does not name stay in the box. */
  answer: z.ZodType | "file";
  status?: 200 | 201;
  /** Codes of refusals beyond the usual ones. */
  errors?: string[];
  /** An example of the body, in the reference. */
  example?: object;
  /** The route stores the `Idempotency-Key` in its own write. */
  storesKey?: boolean;
  /** The handler waits for the network or for files, so its writes and its answer are not one. */
  waits?: boolean;
  /** No token of one connection may call it. rules.md#api-tokens */
  companyWide?: boolean;
  handle(context: V1Context<Input<Params>, Input<Query>, Input<Body>>): unknown;
};

export type V1Route = Omit<
  Spec<z.ZodType | undefined, z.ZodType | undefined, z.ZodType | undefined>,
  "handle"
> & { handle(context: V1Context<unknown, unknown, unknown>): unknown };

/**
 * A route of the API for programs: one description for the server, the OpenAPI document and the
 * reference. rules.md#api-v1
 */
export const v1Route = <
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  spec: Spec<Params, Query, Body>,
): V1Route => spec as unknown as V1Route;
