import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { repository } from "../../build/repository.ts";

/**
 * An import as written: `target` is a path from the repository's root, or a library's name; `lazy`
 * where it is loaded on demand.
 */
export type Import = { target: string; types: boolean; lazy: boolean };

export type Source = { path: string; text: string; imports: Import[] };

/** Every TypeScript file of src and web. Its path is relative to the repository's root. */
export function sources(pattern = "{src,web}/**/*.{ts,tsx}"): Source[] {
  return [...new Bun.Glob(pattern).scanSync(repository)].sort().map((path) => {
    const text = readFileSync(join(repository, path), "utf8");
    return { path, text, imports: importsOf(path, text) };
  });
}

/**
 * Lists the imports and re-exports of a file. Bun's own scanner leaves out the types among them.
 */
export function importsOf(path: string, text: string): Import[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  const imports: Import[] = [];
  for (const [, whole, names, target] of code.matchAll(
    /^(?:import|export)\s+(type\s)?(?:([^"';]*?)\sfrom\s+)?["']([^"']+)["']/gm,
  )) {
    imports.push({
      target: resolved(path, target!),
      types: Boolean(whole) || onlyTypes(names),
      lazy: false,
    });
  }
  for (const [, before, target] of code.matchAll(
    /(typeof\s+)?\bimport\(\s*["']([^"']+)["']\s*\)/g,
  )) {
    imports.push({ target: resolved(path, target!), types: Boolean(before), lazy: !before });
  }
  return imports;
}

function onlyTypes(names = ""): boolean {
  const listed = /^\{([\s\S]*)\}$/
    .exec(names.trim())?.[1]
    ?.split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  return Boolean(listed?.length) && listed!.every((name) => name.startsWith("type "));
}

const resolved = (path: string, target: string) =>
  target.startsWith(".") ? normalize(join(dirname(path), target)) : target;
