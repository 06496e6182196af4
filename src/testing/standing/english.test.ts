import { expect, test } from "bun:test";
import { sources, type Source } from "./sources.ts";

/**
 * The most that the code may hold of the old dialect. A change that mends some of it lowers its
 * number here.
 */
const left = {
  "comments that begin with a clause": 0,
  "sentences of more than 25 words": 2,
  "variables with a name that hides what they are": 0,
  "names that an import changes": 0,
  "lines over 120 characters, without texts and addresses": 100,
};

const hidden =
  "said|told|heard|kept|known|found|shown|asked|wanted|says|ways|whoever|wished|granted";

/** The comments of a file, each as one line; lines that follow each other are one comment. */
export function commentsOf(text: string): string[] {
  const lines = [...text.matchAll(/^[ \t]*\/\*\*?([\s\S]*?)\*\/|^((?:[ \t]*\/\/.*\n)+)/gm)];
  return lines.map(([, block, slashes]) =>
    (block ?? slashes ?? "")
      .replace(/^\s*(\*|\/\/)/gm, " ")
      .replace(/\s+/g, " ")
      .trim(),
  );
}

const counts: Record<keyof typeof left, (file: Source) => string[]> = {
  "comments that begin with a clause": ({ text }) =>
    commentsOf(text).filter((comment) =>
      /^(What|Who|Whom|Whose|Whoever|Whatever) [a-z]/.test(comment),
    ),
  "sentences of more than 25 words": ({ text }) =>
    commentsOf(text)
      .flatMap((comment) => comment.split(/(?<=[.!?]) /))
      .filter((sentence) => sentence.split(" ").length > 25),
  "variables with a name that hides what they are": ({ text }) =>
    [...text.matchAll(new RegExp(`\\b(?:const|let) (?:${hidden})\\b`, "g"))].map(([name]) => name),
  "names that an import changes": ({ text }) =>
    [...text.matchAll(/^import (?:type )?\{([^}]*)\} from "\./gm)].flatMap(
      ([, names]) => names!.match(/\w+ as \w+/g) ?? [],
    ),
  "lines over 120 characters, without texts and addresses": ({ text }) =>
    text
      .split("\n")
      .filter((line) => line.length > 120 && !/["'`][^"'`]{60,}|https?:|className=/.test(line)),
};

test("the old dialect only gets less", () => {
  const files = sources();
  for (const [what, most] of Object.entries(left)) {
    const places = files.flatMap((file) =>
      counts[what as keyof typeof left](file).map((one) => `${file.path}: ${one}`),
    );
    const tooMany = places.length > most ? places : [];
    expect({ what, count: places.length, tooMany }).toEqual({
      what,
      count: expect.any(Number),
      tooMany: [],
    });
  }
});

test("the counts see what they are for", () => {
  const file = (text: string) => ({ path: "src/a.ts", text, imports: [] });
  const of = (text: string) => Object.values(counts).map((count) => count(file(text)).length);
  expect(of("// What it says is kept.\nconst said = 1;\n")).toEqual([1, 0, 1, 0, 0]);
  expect(of("/** Reads a row.\n * What follows is one comment. */\nconst reply = 1;")).toEqual([
    0, 0, 0, 0, 0,
  ]);
  expect(of(`// ${"word ".repeat(25).trim()}\n`)[1]).toBe(0);
  expect(of(`// ${"word ".repeat(26).trim()}\n`)[1]).toBe(1);
  expect(of('import { read as setting } from "./settings.ts";')).toEqual([0, 0, 0, 1, 0]);
  expect(of(`const a = ${"a + ".repeat(30)}a;`)[4]).toBe(1);
});
