import { compile } from "@tailwindcss/node";
import { Scanner } from "@tailwindcss/oxide";
import { dirname, join, resolve } from "node:path";
import { repository } from "./repository.ts";

const web = join(repository, "web");

/** Compiles a stylesheet of `web`. `font` gives a font file its address. */
export async function compileStyles(
  path: string,
  { minify, font }: { minify: boolean; font: (path: string) => string },
): Promise<string> {
  const base = dirname(path);
  const compiler = await compile(await Bun.file(path).text(), {
    base,
    from: path,
    shouldRewriteUrls: true,
    onDependency() {},
  });
  const scanner = new Scanner({
    sources: [{ base: web, pattern: "**/*.{ts,tsx,html}", negated: false }, ...compiler.sources],
  });
  const sheet = compiler
    .build(scanner.scan())
    .replace(fontLink, (_, link: string) => `url("${font(resolve(base, link))}")`);
  const {
    outputs: [built],
  } = await Bun.build({
    entrypoints: [path],
    files: { [path]: sheet },
    minify,
    external: ["/assets/*"],
  });
  return built!.text();
}

const fontLink = /url\(["']?([^"')]+\.woff2)["']?\)/g;
