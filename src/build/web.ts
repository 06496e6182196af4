import { readFileSync } from "node:fs";
import { cp, mkdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { OutputChunk } from "rolldown";
import type { Manifest, BundledFile } from "../kit/files/assets.ts";
import { repository } from "./repository.ts";
import { bundleScripts } from "./scripts.ts";
import { compileStyles } from "./tailwind.ts";
import { bundleWorker } from "./worker.ts";

const source = join(repository, "web");

/**
 * Builds the browser's part into {folder}/web, with its packed siblings and the manifest that
 * `bundle` reads. In development it is neither shrunk nor packed, and its pages reload by
 * themselves. `quick` packs fast and loosely.
 */
export async function buildWeb({
  development = false,
  quick = false,
  folder = join(repository, "dist"),
} = {}): Promise<Manifest> {
  const fonts = new Map<string, Uint8Array>();
  const [scripts, styles, page] = await Promise.all([
    bundleScripts({ development }),
    compileStyles(join(source, "theme.css"), {
      minify: !development,
      font: (path) => addressOf(path, fonts),
    }),
    Bun.file(join(source, "index.html")).text(),
  ]);
  const stylesheet = `assets/theme-${hash(encode(styles)).slice(0, 8)}.css`;
  const main = scripts.find(({ isEntry }) => isEntry)!;
  const links = [
    ...main.imports.map((name) => `<link rel="modulepreload" href="/${name}" />`),
    `<script type="module" src="/${main.fileName}"></script>`,
  ].join("\n    ");
  const html = page
    .replace("./theme.css", `/${stylesheet}`)
    .replace('<script type="module" src="./main.tsx"></script>', links);
  const everything = [html, styles, ...scripts.map(({ code }) => code)].join("\n");
  const shell = {
    version: hash(encode(everything)),
    files: [
      "/index.html",
      "/public/theme.js",
      `/${stylesheet}`,
      ...fonts.keys(),
      ...[main.fileName, ...main.imports, ...laterFiles(scripts)].map((name) => `/${name}`),
    ],
  };
  const files: [name: string, text: string, type: string][] = [
    ["index.html", html, "text/html; charset=utf-8"],
    ["sw.js", await bundleWorker(shell, !development), "text/javascript; charset=utf-8"],
    [stylesheet, styles, "text/css; charset=utf-8"],
    ...scripts.map(
      ({ fileName, code }) =>
        [fileName, code, "text/javascript; charset=utf-8"] as [string, string, string],
    ),
  ];

  const target = join(folder, "web");
  const draft = `${target}.draft`;
  await rm(draft, { recursive: true, force: true });
  const manifest: Manifest = {};
  const packers = development ? [] : packersFor(quick);
  await Promise.all(
    files.map(async ([name, text, type]) => {
      manifest[`/${name}`] = await write(join(draft, name), encode(text), type, packers);
    }),
  );
  for (const [name, bytes] of fonts)
    manifest[name] = await write(join(draft, name), bytes, "font/woff2", []);
  await Bun.write(join(draft, "manifest.json"), JSON.stringify(sorted(manifest), null, 2));
  await cp(join(source, "public"), join(draft, "public"), { recursive: true });
  await rm(target, { recursive: true, force: true });
  await rename(draft, target);
  return manifest;
}

/** Files that the first screen loads by itself: its other languages, and the check of its age. */
const laterFiles = (scripts: OutputChunk[]) =>
  scripts
    .filter(({ isDynamicEntry, facadeModuleId }) => isDynamicEntry && isOfStart(facadeModuleId))
    .map(({ fileName }) => fileName);

const isOfStart = (module: string | null) =>
  module !== null &&
  (module.startsWith(join(source, "locales")) || module === join(source, "session/stored-page.ts"));

const encode = (text: string) => new TextEncoder().encode(text);

async function write(
  path: string,
  bytes: Uint8Array,
  type: string,
  packers: Packer[],
): Promise<BundledFile> {
  await mkdir(dirname(path), { recursive: true });
  await Bun.write(path, bytes);
  const encodings: BundledFile["encodings"] = [];
  for (const [encoding, suffix, pack] of packers) {
    const packed = await pack(bytes);
    if (packed.byteLength > bytes.byteLength * 0.95) continue;
    await Bun.write(`${path}${suffix}`, packed);
    encodings.push(encoding);
  }
  return { type, etag: hash(bytes), immutable: basename(dirname(path)) === "assets", encodings };
}

function addressOf(path: string, fonts: Map<string, Uint8Array>): string {
  const bytes = readFileSync(path);
  const name = `/assets/${basename(path, ".woff2")}-${hash(bytes).slice(0, 8)}.woff2`;
  fonts.set(name, bytes);
  return name;
}

const hash = (bytes: Uint8Array) =>
  new Bun.CryptoHasher("sha256").update(bytes).digest("hex").slice(0, 16);

type Packer = readonly [
  encoding: BundledFile["encodings"][number],
  suffix: string,
  pack: (bytes: Uint8Array) => Promise<Uint8Array>,
];

// Beside each other, since packing well takes longer than all the rest of a build.
const packersFor = (quick: boolean): Packer[] => [
  [
    "br",
    ".br",
    (bytes) =>
      promisify(brotliCompress)(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: quick ? 1 : 11 },
      }),
  ],
  ["gzip", ".gz", (bytes) => promisify(gzip)(bytes, { level: quick ? 1 : 9 })],
];

const sorted = (manifest: Manifest): Manifest =>
  Object.fromEntries(Object.entries(manifest).sort(([a], [b]) => (a < b ? -1 : 1)));

if (import.meta.main) {
  const started = performance.now();
  const manifest = await buildWeb();
  console.log(
    `dist/web: ${Object.keys(manifest).length} files in ${Math.round(performance.now() - started)} ms`,
  );
}
