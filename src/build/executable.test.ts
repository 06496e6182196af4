import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bytecodeOrder, linesOf } from "./bytecode-order.ts";
import { buildExecutable } from "./executable.ts";

const folder = mkdtempSync(join(tmpdir(), "balcao-build-"));

afterAll(() => rmSync(folder, { recursive: true }));

test("built twice, it is the same file", async () => {
  const paths = [
    await buildExecutable(undefined, join(folder, "one"), { quick: true }),
    await buildExecutable(undefined, join(folder, "two"), { quick: true }),
  ];
  const [one, two] = await Promise.all(
    paths.map(async (path) =>
      new Bun.CryptoHasher("sha256").update(await Bun.file(path).arrayBuffer()).digest("hex"),
    ),
  );
  expect(one).toBe(two!);
}, 120_000);

test("it runs from an empty folder and takes nothing from the one it is started in", async () => {
  const empty = join(folder, "empty");
  await Bun.write(join(empty, ".env"), "BALCAO_PORT=nonsense\n");
  writeFileSync(join(empty, "bunfig.toml"), 'preload = ["./none.ts"]\n');
  mkdirSync(join(empty, "data"));
  const run = Bun.spawnSync(
    [join(folder, "one/balcao"), "setup-link", "--data", join(empty, "data")],
    { cwd: empty, env: {} },
  );
  expect(run.stderr.toString()).toBe("");
  expect(run.stdout.toString()).toMatch(/^http:\/\/[\w.]+:8080\/trust#\/setup\?token=\S+\n$/);
  expect(readdirSync(empty).sort()).toEqual([".env", "bunfig.toml", "data"]);
});

test("the recorded order of its bytecode is still that of most that a start uses", () => {
  const profile = join(folder, "order");
  const data = join(folder, "ordered");
  mkdirSync(data);
  const run = Bun.spawnSync([join(folder, "one/balcao"), "setup-link", "--data", data], {
    env: { BUN_BYTECODE_ORDER_OUT: profile },
  });
  expect(run.exitCode).toBe(0);
  const used = linesOf(readFileSync(profile, "utf8"));
  expect(used.length).toBeGreaterThan(500);
  const recorded = new Set(linesOf(readFileSync(bytecodeOrder, "utf8")));
  // `bun src/build/bytecode-order.ts` records it anew.
  expect(used.filter((line) => recorded.has(line)).length / used.length).toBeGreaterThan(0.6);
});
