import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildExecutable } from "./executable.ts";

const folder = mkdtempSync(join(tmpdir(), "balcao-build-"));

afterAll(() => rmSync(folder, { recursive: true }));

test("built twice, it is the same file", async () => {
  const paths = [await buildExecutable(undefined, join(folder, "one"), { quick: true }), await buildExecutable(undefined, join(folder, "two"), { quick: true })];
  const [one, two] = await Promise.all(paths.map(async (path) => new Bun.CryptoHasher("sha256").update(await Bun.file(path).arrayBuffer()).digest("hex")));
  expect(one).toBe(two!);
}, 120_000);

test("it runs from an empty folder and takes nothing from the one it is started in", async () => {
  const empty = join(folder, "empty");
  await Bun.write(join(empty, ".env"), "BALCAO_PORT=nonsense\n");
  writeFileSync(join(empty, "bunfig.toml"), 'preload = ["./none.ts"]\n');
  mkdirSync(join(empty, "data"));
  const told = Bun.spawnSync([join(folder, "one/balcao"), "setup-link", "--data", join(empty, "data")], { cwd: empty, env: {} });
  expect(told.stderr.toString()).toBe("");
  expect(told.stdout.toString()).toMatch(/^http:\/\/[\w.]+:8080\/trust#\/setup\?token=\S+\n$/);
  expect(readdirSync(empty).sort()).toEqual([".env", "bunfig.toml", "data"]);
});
