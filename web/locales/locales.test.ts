import { expect, test } from "bun:test";
import { holds, type Permission } from "../../src/shared/permissions.ts";
import { locales } from "./all.ts";

type Tree = { [key: string]: string | Tree };

const { ptBR, en, es } = locales;
const known = leaves(ptBR);

test.each([
  ["en", en],
  ["es", es],
])("%s says all that ptBR says, and nothing else", (_, tree) => {
  expect([...leaves(tree).keys()].sort()).toEqual([...known.keys()].sort());
});

test.each([
  ["en", en],
  ["es", es],
])("%s fills in the same values as ptBR", (_, tree) => {
  const other = leaves(tree);
  const differing = [...known].filter(([key, text]) => String(blanks(text)) !== String(blanks(other.get(key) ?? "")));
  expect(differing).toEqual([]);
});

test("no text is empty", () => {
  for (const tree of [ptBR, en, es]) expect([...leaves(tree)].filter(([, text]) => !text.trim())).toEqual([]);
});

test("every key written in the source is in the locales", async () => {
  const missing: string[] = [];
  const areas = new RegExp(`"((?:${Object.keys(ptBR).join("|")})\\.[A-Za-z_.]+)"`, "g");
  for await (const path of new Bun.Glob("**/*.{ts,tsx}").scan(new URL("..", import.meta.url).pathname)) {
    const source = await Bun.file(new URL(`../${path}`, import.meta.url)).text();
    for (const [, key = ""] of source.matchAll(areas)) {
      const permission = holds("admin", key as Permission, true);
      if (!known.has(key) && !known.has(`${key}_other`) && !permission) missing.push(`${path}: ${key}`);
    }
  }
  expect(missing).toEqual([]);
});

function leaves(tree: Tree, path: string[] = []): Map<string, string> {
  return new Map(Object.entries(tree).flatMap(([key, value]) => (typeof value === "string" ? [[[...path, key].join("."), value] as const] : [...leaves(value, [...path, key])])));
}

const blanks = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name).sort((a, b) => a.localeCompare(b));
