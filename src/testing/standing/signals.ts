import type { Source } from "./sources.ts";

/** The names of signals anywhere in the web. */
export function signalNames(web: Pick<Source, "text">[]): Set<string> {
  const names = new Set<string>();
  for (const { text } of web) {
    for (const [, name] of text.matchAll(
      /(\w+)\s*(?::[^=\n]+)?[=:]\s*(?:signal|computed|useSignal|useComputed)\b\s*[<(]/g,
    ))
      names.add(name!);
    for (const [, name] of text.matchAll(/(\w+)\??\s*:\s*(?:Readonly)?Signal</g)) names.add(name!);
  }
  return names;
}

/** Components and hooks of a file that read a signal's value without calling useSignals. */
export function withoutUseSignals(
  { path, text }: Pick<Source, "path" | "text">,
  signals: Set<string>,
): string[] {
  return declarations(text).flatMap(({ name, body }) => {
    if (!/^([A-Z]|use[A-Z])/.test(name) || /\buseSignals\(/.test(body)) return [];
    const read = [...body.matchAll(/(\w+)\??\.value\b(?!\s*(?:\?\?|\|\||&&|[-+*/])?=[^=])/g)]
      .map(([, signal]) => signal!)
      .find((signal) => signals.has(signal));
    return read ? [`${path}: ${name} reads ${read}.value`] : [];
  });
}

/** The top-level declarations of a file. */
function declarations(text: string): { name: string; body: string }[] {
  const start = /^(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:function|const|let|class)\s+(\w+)/gm;
  const starts = [...text.matchAll(start)];
  return starts.map((match, index) => ({
    name: match[1]!,
    body: text.slice(match.index, starts[index + 1]?.index),
  }));
}
