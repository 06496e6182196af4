import { compile } from "@tailwindcss/node";
import { Scanner } from "@tailwindcss/oxide";
import type { BunPlugin } from "bun";
import { dirname, join, resolve } from "node:path";

const web = join(import.meta.dir, "../../web");

/** Compiles web/**.css. `font` gives a font file its address; without it Bun puts fonts into the stylesheet, whatever their loader. */
export const tailwind = (font?: (path: string) => string): BunPlugin => ({
  name: "tailwind",
  setup(build) {
    build.onResolve({ filter: /^\/assets\// }, ({ path }) => ({ path, external: true }));
    build.onLoad({ filter: /[/\\]web[/\\][^?]*\.css$/ }, async ({ path }) => {
      if (!path.startsWith(web)) return undefined;
      const base = dirname(path);
      const compiler = await compile(await Bun.file(path).text(), { base, from: path, shouldRewriteUrls: true, onDependency() {} });
      const scanner = new Scanner({ sources: [{ base: web, pattern: "**/*.{ts,tsx,html}", negated: false }, ...compiler.sources] });
      const sheet = compiler.build(scanner.scan());
      const contents = font ? sheet.replace(fontLink, (_, link: string) => `url("${font(resolve(base, link))}")`) : sheet;
      return { contents, loader: "css" };
    });
  },
});

export default tailwind();

const fontLink = /url\(["']?([^"')]+\.woff2)["']?\)/g;
