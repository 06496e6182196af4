import { expect } from "bun:test";
import { Elysia } from "elysia";
import { box, test } from "../../testing/world.ts";
import { forgetRouteHistory } from "./route-history.ts";

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
