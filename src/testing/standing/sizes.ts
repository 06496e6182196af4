import { parseAst } from "rolldown/parseAst";

/** The lines of a file, as its editor counts them. */
export const linesOf = (text: string) => text.split("\n").length - 1;

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** Every function of a file, with its lines from its head to its end. */
export function functionsOf(path: string, text: string): { name: string; lines: number }[] {
  const functions: { name: string; lines: number }[] = [];
  const walk = (value: unknown, name: string): void => {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) return value.forEach((each) => walk(each, name));
    const node = value as Node;
    const own = ((node.id ?? node.key) as { name?: string } | null | undefined)?.name ?? name;
    if (/Function/.test(node.type) && node.body)
      functions.push({
        name: `${path} ${own}`,
        lines: linesOf(text.slice(node.start, node.end)) + 1,
      });
    for (const part of Object.values(node)) walk(part, own);
  };
  walk(parseAst(text, { lang: path.endsWith("x") ? "tsx" : "ts" }), "");
  return functions;
}
