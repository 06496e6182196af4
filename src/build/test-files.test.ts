import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./repository.ts";
import { runsAlone, testFiles } from "./test-files.ts";

test("a file that replaces a module, draws a page or loads the plain client of WhatsApp runs alone", () => {
  const { shared, alone } = testFiles();
  const replaces = /mock\.module\(|\/screen\/(?:dom|page)\.ts|\/plain-client\.ts/;
  const text = (file: string) => readFileSync(join(repository, file), "utf8");
  expect(shared.filter((file) => replaces.test(text(file)))).toEqual([]);
  expect(alone.some((file) => replaces.test(text(file)))).toBe(true);
});

test("a filter selects by a part of the path", () => {
  expect(testFiles(["src/build/test-files", "web/theme"])).toEqual({
    shared: ["src/build/test-files.test.ts"],
    alone: ["web/theme.test.ts"],
  });
  expect(runsAlone("src/channel/whatsapp/ratchet.test.ts")).toBe(true);
});
