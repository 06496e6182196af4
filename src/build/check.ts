import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "./repository.ts";

const bun = process.execPath;

await step("format", ["node_modules/.bin/oxfmt", "--check", "src", "web"]);
await step("types", [bun, "check", "--no-script"]);
await step("lint", ["node_modules/.bin/oxlint", "--type-aware", "--deny-warnings", "src", "web"]);
await step("executable", [bun, "src/build/executable.ts"]);
await step("boot", boot);
await step("tests", [bun, "src/build/test.ts"]);

async function step(name: string, work: string[] | (() => Promise<void>)) {
  const started = performance.now();
  console.log(`\n== ${name}`);
  try {
    await (typeof work === "function" ? work() : run(work));
  } catch (thrown) {
    console.error(`== ${name} failed${thrown instanceof Error ? `: ${thrown.message}` : ""}`);
    process.exit(1);
  }
  console.log(`== ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

async function run(command: string[], cwd = repository) {
  const code = await Bun.spawn(command, { cwd, stdio: ["ignore", "inherit", "inherit"] }).exited;
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}`);
}

/** Runs the executable alone, in an empty folder: it starts, reports that, and ends on request. */
async function boot() {
  const folder = await mkdtemp(join(tmpdir(), "balcao-boot-"));
  const executable = join(repository, "dist/balcao");
  const where = [
    "--data",
    join(folder, "data"),
    "--host",
    "127.0.0.1",
    "--port",
    String(freePort()),
  ];
  const server = Bun.spawn([executable, "serve", ...where], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
  });
  try {
    await run([executable, "healthcheck", "--wait", "20", ...where], folder);
    server.kill("SIGTERM");
    const code = await server.exited;
    if (code !== 0) throw new Error(`it ended with ${code} when told to stop`);
  } finally {
    server.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
}

function freePort(): number {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const { port } = server;
  void server.stop(true);
  return port ?? 0;
}
