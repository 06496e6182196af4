import { expect, test } from "bun:test";
import { z } from "zod";
import { Upload } from "../files/files.ts";
import { publicRoutes, routes } from "./http.ts";
import { refuseUnknownOptions } from "./route-options.ts";

const body = z.object({ file: z.instanceof(Upload) });
const files = { field: "file", maxFiles: 1 };
const idle = () => ({});

test("a route's options are Elysia's own, or its macros'", () => {
  const valid = routes("/files")
    .get("/", idle, {
      can: "tags.read",
      plan: "useKanban",
      detail: { summary: "Files" },
      query: z.object({}),
    })
    .post("/", idle, { can: "tags.write", body, accepts: files });
  refuseUnknownOptions(valid.routes);
});

test("routes may share their options: each is checked once after its sign-in, and by nothing of another's", () => {
  const write = { can: "tags.write" } as const;
  const { routes: declared } = routes("/files")
    .get("/", idle, write)
    .post("/", idle, { ...write, body, accepts: files })
    .delete("/", idle, write);
  expect(declared.map(({ hooks }) => [hooks.transform].flat().length)).toEqual([2, 3, 2]);
  expect(write).toEqual({ can: "tags.write" });
});

test("an option that nobody knows is refused by its name, also where a macro's own routes are not", () => {
  // The option's old name: after the renaming no type refused it.
  const renamed = routes("/files").post("/", idle, {
    can: "tags.write",
    body,
    takes: files,
  } as object);
  expect(() => refuseUnknownOptions(renamed.routes)).toThrow(
    "Unknown route options: POST /api/files/: takes",
  );
  expect(() =>
    refuseUnknownOptions(
      publicRoutes("/files").get("/", idle, { can: "tags.read" } as object).routes,
    ),
  ).toThrow("GET /api/files/: can");
});
