import { expect } from "bun:test";
import { Elysia } from "elysia";
import { box, test } from "../../testing/world.ts";
import { changesRoutes, forgetRouteHistory, servedBy } from "./elysia-private.ts";

test("an app that forgot its routes' history answers them, and those that come later", async () => {
  const app = new Elysia({ aot: false }).get("/bread", () => "bread");
  expect(app.router.dynamic.history.length).toBeGreaterThan(0);
  forgetRouteHistory(app);
  expect(app.router.dynamic.history).toEqual([]);
  app.use(new Elysia().get("/bread/:id", ({ params }) => params.id));
  const answer = async (path: string) =>
    (await app.handle(new Request(`http://localhost${path}`))).text();
  expect([await answer("/bread"), await answer("/bread/7/")]).toEqual(["bread", "7"]);
});

test("each path of the app is declared once: without its history the last would win", async () => {
  const { app } = await box();
  const names = app.routes.map(({ method, path }) => `${method} ${path.replace(/\/$/, "")}`);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("each way to declare a route goes through the change, with options of its own", async () => {
  const shared = { detail: { hide: false } };
  const app = changesRoutes<Elysia, typeof shared>(
    new Elysia({ aot: false }),
    ({ handler, options }) => ({
      handler: () => `sliced ${(handler as () => string)()}`,
      options: options && { detail: { hide: !options.detail.hide } },
    }),
  );
  const bread = () => "bread";
  app.get("/get", bread, shared).post("/post", bread, shared).put("/put", bread, shared);
  app.delete("/delete", bread, shared).patch("/patch", bread, shared).all("/all", bread);
  for (const method of ["get", "post", "put", "delete", "patch", "all"]) {
    const request = new Request(`http://localhost/${method}`, {
      method: method === "all" ? "GET" : method.toUpperCase(),
    });
    expect(await (await app.handle(request)).text()).toBe("sliced bread");
  }
  const details = app.routes.map(({ hooks }) => (hooks as typeof shared | undefined)?.detail);
  expect(details.slice(0, 5)).toEqual(Array(5).fill({ hide: true }));
  expect(shared).toEqual({ detail: { hide: false } });
});

test("handlers get the server that serves the app", async () => {
  const app = new Elysia({ aot: false }).get("/", ({ server, request }) =>
    server?.requestIP(request),
  );
  servedBy(app, { requestIP: () => ({ address: "127.0.0.9" }) });
  const answer = await app.handle(new Request("http://localhost/"));
  expect(await answer.json()).toEqual({ address: "127.0.0.9" });
});
