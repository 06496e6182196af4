import { expect, test } from "bun:test";
import { repository } from "../../build/repository.ts";

// recipe.test.ts checks the types of a module of the recipe, with all the rest.
test(
  "lint finds nothing",
  () =>
    expect(run("oxlint", "--type-aware", "--deny-warnings", "-f", "unix", "src", "web")).toBe(""),
  180_000,
);

test("every file is formatted", () =>
  expect(run("oxfmt", "--list-different", "src", "web")).toBe(""));

function run(tool: string, ...words: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([`node_modules/.bin/${tool}`, ...words], {
    cwd: repository,
    env: { ...process.env, FORCE_COLOR: "0" },
  });
  return exitCode === 0 ? "" : `${stdout.toString()}${stderr.toString()}`;
}
