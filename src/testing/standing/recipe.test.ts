import { afterAll, expect, test } from "bun:test";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { repository } from "../../build/repository.ts";

// A copy of the sources, in which the test follows the recipe of CONTRIBUTING.md to the letter.
const folder = mkdtempSync(join(tmpdir(), "balcao-recipe-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const recipe =
  /^## Add a module in ten minutes\n([\s\S]*?)^## /m.exec(
    readFileSync(join(repository, "CONTRIBUTING.md"), "utf8"),
  )?.[1] ?? "";
// A reader of the recipe already has brands: their migration has its own number.
const migration =
  readdirSync(join(repository, "migrations/company"))
    .find((name) => name.endsWith("_brands.sql"))
    ?.slice(0, 4) ?? "9999";
const steps = [...recipe.matchAll(/^`([^`\n]+)`,([^\n]*):\n\n```\w+\n([\s\S]*?)^```$/gm)].map(
  ([, path, how, code]) => ({
    path: path!.replace("NNNN", migration),
    beside: how!.includes("beside"),
    code: code!,
  }),
);

test("a module made by the recipe has all types, lives, and says what it is in three languages", async () => {
  for (const name of [
    "src",
    "web",
    "migrations",
    "docs",
    "package.json",
    "tsconfig.json",
    "bunfig.toml",
  ])
    cpSync(join(repository, name), join(folder, name), { recursive: true });
  symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"));
  expect(steps.map(({ path }) => path)).toContainEqual("web/screens/sales.ts");
  for (const { path, beside, code } of steps) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, beside ? withLines(readFileSync(file, "utf8"), code) : code);
  }

  // The tests of all modules and of all texts also check this module.
  const standing = (...names: string[]) => [
    "test",
    "--timeout=20000",
    ...names.map((name) => `src/testing/standing/${name}.test.ts`),
  ];
  const results = await Promise.all([
    run("check", "--no-script"),
    run(...standing("crud"), "-t", "brands"),
    run(...standing("schema", "texts", "architecture")),
  ]);
  expect(results.filter(({ code }) => code !== 0).map(({ said }) => said)).toEqual([]);
  expect(results[1]!.said).toContain(
    "brands are created, read, changed and deleted, and everyone is told",
  );
}, 180_000);

/**
 * Puts the code before the entry of categories: each line by itself, or one entry of several lines.
 * An entry that a reader has already added stays as it is.
 */
function withLines(text: string, added: string): string {
  const entries = added.startsWith("  {\n") ? [added.trimEnd()] : added.split("\n").filter(Boolean);
  return entries.reduce((result, entry) => {
    if (text.includes(`\n${entry}\n`)) return result;
    const beginning = /^\s*(?:\{\s*)?[^,]+/.exec(entry)![0].replaceAll("brands", "categories");
    const at = result.indexOf(`\n${beginning}`);
    if (at < 0) throw new Error(`the recipe names a line that does not exist: ${beginning}`);
    return `${result.slice(0, at)}\n${entry}${result.slice(at)}`;
  }, text);
}

async function run(...words: string[]) {
  const started = Bun.spawn([process.execPath, ...words], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: "test" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [code, out, err] = await Promise.all([
    started.exited,
    new Response(started.stdout).text(),
    new Response(started.stderr).text(),
  ]);
  return { code, said: `${words.join(" ")}:\n${out}\n${err}` };
}
