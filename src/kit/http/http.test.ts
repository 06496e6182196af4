import { expect, test } from "bun:test";
import { Elysia } from "elysia";
import { planFlags, type Plan, type PlanFlag } from "../../shared/plan.ts";
import type { Authenticator, AuthContext } from "./auth-context.ts";
import { baseMiddleware } from "./base-middleware.ts";
import { routes } from "./http.ts";

const planOf = (...open: PlanFlag[]) =>
  Object.fromEntries(planFlags.map((flag) => [flag, open.includes(flag)])) as Plan;

/** A server of one route that lets in every caller, with a plan. */
function appOn(plan: Plan) {
  const auth = { me: { profile: "user" }, plan } as AuthContext;
  const authenticator: Authenticator = {
    authenticate: async () => auth,
    byToken: () => ({
      ...auth,
      caller: { id: 1, name: "API", connectionId: 1, scopes: [], perMinute: 300 },
      spend: () => ({ left: 299, reset: 1 }),
    }),
    resume: () => auth,
  };
  const products = routes("/products").get("/", () => "ok", { can: "tags.read", plan: "useSales" });
  const app = new Elysia({ aot: false })
    .decorate({ authenticator })
    .use(baseMiddleware())
    .use(products);
  return async () => (await app.handle(new Request("http://localhost/api/products/"))).status;
}

test("a route that a plan opens is shut without it", async () => {
  expect(await appOn(planOf("useSales"))()).toBe(200);
  expect(await appOn(planOf("useKanban"))()).toBe(403);
});
