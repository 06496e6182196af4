import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { bytecodeOrder } from "./bytecode-order.ts";
import { needsBuild } from "./needs-build.ts";
import { manifestOf, repository } from "./repository.ts";
import { buildWeb } from "./web.ts";

type Target = "linux-x64" | "linux-arm64" | "darwin-x64" | "darwin-arm64" | "windows-x64";

// Bun's one x64 runtime starts at SSE4.2 and finds newer instructions as it runs: it is the
// baseline.
const targets: Record<Target, Bun.Build.CompileTarget> = {
  "linux-x64": "bun-linux-x64-baseline",
  "linux-arm64": "bun-linux-arm64",
  "darwin-x64": "bun-darwin-x64",
  "darwin-arm64": "bun-darwin-arm64",
  "windows-x64": "bun-windows-x64-baseline",
};

const keyDerivation: Bun.BunPlugin = {
  name: "key-derivation",
  setup: ({ onResolve }) =>
    void onResolve({ filter: /^whatsapp-rust-bridge$/ }, () => ({
      path: join(repository, "src/channel/whatsapp/key-derivation.ts"),
    })),
};

const dist = join(repository, "dist");
const host = `${process.platform.replace("win32", "windows")}-${process.arch}` as Target;

/**
 * Builds the executable: for this machine at dist/balcao, for another at dist/balcao-{target}.
 * `quick` packs the web's files loosely. Returns its path.
 */
export async function buildExecutable(
  target: Target = host,
  folder = dist,
  { quick = false } = {},
): Promise<string> {
  const { version, dependencies } = await manifestOf();
  if (Bun.version !== dependencies.bun)
    throw new Error(
      `this is Bun ${Bun.version}, the build is made with ${dependencies.bun}: run it with node_modules/.bin/bun`,
    );
  await mkdir(folder, { recursive: true });
  await buildWeb({ folder, quick });
  const outfile = join(folder, nameOf(target));
  await Bun.build({
    entrypoints: [join(repository, "src/main.ts")],
    format: "esm",
    bytecode: true,
    // Elysia reads the text of functions: with short identifiers it guesses wrong.
    minify: { whitespace: true, syntax: true, identifiers: false },
    sourcemap: "inline",
    // Optional packages of the WhatsApp library, which we leave out: they are native, or fetch
    // addresses that a customer's message names.
    external: ["sharp", "jimp", "link-preview-js", "audio-decode", "music-metadata"],
    plugins: [keyDerivation],
    define: {
      "process.env.NODE_ENV": '"production"',
      BALCAO_RELEASE: JSON.stringify({ version, ...(await commit()) }),
    },
    compile: {
      target: targets[target],
      ...(target === host && { executablePath: process.execPath }),
      outfile,
      assets: [join(folder, "web"), join(repository, "migrations")],
      // The order puts the code that a box uses side by side; the rest of the executable is not
      // read into memory.
      bytecodeOrder,
      // Code that runs once while the modules load is not worth compiling. `main` restores the
      // usual policy.
      jitPolicy: 8,
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
  });
  // The executable has its own copy.
  await rm(`${outfile.replace(/\.exe$/, "")}.map`, { force: true });
  return outfile;
}

/** This machine's executable, built when its sources are newer. */
export async function freshExecutable(): Promise<string> {
  const path = join(dist, nameOf(host));
  return (await needsBuild(path)) ? buildExecutable() : path;
}

const nameOf = (target: Target) =>
  `${target === host ? "balcao" : `balcao-${target}`}${target.startsWith("windows") ? ".exe" : ""}`;

/**
 * Taken from the repository, never from the clock, so that two builds of one commit are the same
 * file.
 */
async function commit() {
  // An image is built without the repository's history: its builder names the commit.
  const { COMMIT } = Bun.env;
  if (COMMIT) return { commit: COMMIT.slice(0, 12), date: "" };
  const log = await Bun.$`git log -1 --format=%h,%cs --abbrev=12`.cwd(repository).nothrow().quiet();
  const [commit = "", date = ""] = log.exitCode === 0 ? log.text().trim().split(",") : [];
  return { commit, date };
}

function targetOf(words: string[]): Target {
  const name = words.join(" ").match(/^--target[ =](?:bun-)?(\S+?)(?:-baseline)?$/)?.[1];
  if (name && name in targets) return name as Target;
  if (words.length === 0) return host;
  console.error(`usage: bun run build [--target ${Object.keys(targets).join("|")}]`);
  process.exit(2);
}

if (import.meta.main) {
  const words = process.argv.slice(2);
  if (words[0] === "--if-stale") {
    await freshExecutable();
  } else {
    const started = performance.now();
    const outfile = await buildExecutable(targetOf(words));
    console.log(
      `${outfile}: ${(Bun.file(outfile).size / 1_000_000).toFixed(1)} MB in ${Math.round(performance.now() - started)} ms`,
    );
  }
}
