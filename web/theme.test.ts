import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { sources } from "../src/testing/standing/sources.ts";

/** Names of parts that Tailwind has as well, for something else. */
const utilities = ["collapse", "filter", "list", "table"];

const theme = readFileSync(new URL("theme.css", import.meta.url), "utf8");
const [, excluded = ""] = /exclude:([^;]*);/.exec(theme)!;
const parts = excluded
  .split(",")
  .map((name) => name.trim())
  .filter((name) => !utilities.includes(name));

/** The classes of a file that belong to a part without styles. */
const unstyledIn = (text: string) =>
  [...text.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g)]
    .flatMap(([, plain, template]) => (plain ?? template ?? "").split(/[\s"?:]+/))
    .filter((name) => parts.some((part) => name === part || name.startsWith(`${part}-`)))
    .filter((name) => !new RegExp(`(\\.|@utility )${name}\\b`).test(theme));

test("no class belongs to a part that the theme leaves out", () => {
  expect(parts).toContain("alert");
  expect(unstyledIn('<p className="alert alert-warning mb-3 items-start">')).toEqual([
    "alert",
    "alert-warning",
  ]);
  expect(
    sources()
      .filter(({ path }) => path.endsWith(".tsx"))
      .flatMap(({ path, text }) => unstyledIn(text).map((name) => `${path}: ${name}`)),
  ).toEqual([]);
});
