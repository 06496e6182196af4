import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../build/repository.ts";

const read = (path: string) => ({ path, text: readFileSync(join(repository, path), "utf8") });
const code = [...new Bun.Glob("{src,web}/**/*.{ts,tsx,css}").scanSync(repository)]
  .toSorted()
  .map(read);
const papers = [
  "CONTRIBUTING.md",
  "docs/architecture.md",
  "docs/decisions.md",
  "docs/operating.md",
  "docs/words.md",
].map(read);
const rules = read("docs/rules.md");
const anchors = [...rules.text.matchAll(/^### (.+)$/gm)].map(([, anchor]) => anchor!);
const cited = [...code, ...papers].flatMap(({ path, text }) =>
  [...text.matchAll(/rules\.md#([\w-]+)/g)].map(([, anchor]) => ({ path, anchor: anchor! })),
);

test("every rule that is cited has its anchor, and only one", () => {
  expect(
    cited
      .filter(({ anchor }) => !anchors.includes(anchor))
      .map(({ path, anchor }) => `${path} cites ${anchor}`),
  ).toEqual([]);
  expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).toEqual([]);
});

test("every rule is cited by the code that follows it", () => {
  const inCode = new Set(
    cited.filter(({ path }) => /^(src|web)/.test(path)).map(({ anchor }) => anchor),
  );
  expect(anchors.filter((anchor) => !inCode.has(anchor))).toEqual([]);
});

test("nothing cites a paper that is not in the repository", () => {
  const elsewhere =
    /\b(doc|documents?) [1-4]\b|\b(whatsapp|appliance|style|ux)\.md\b|\bux \d|§1\.\d/i;
  const wrong = [...code, ...papers, rules].flatMap(({ path, text }) =>
    text
      .split("\n")
      .flatMap((line, index) =>
        elsewhere.test(line) ? [`${path}:${index + 1} ${line.trim().slice(0, 120)}`] : [],
      ),
  );
  // This file names the strings that it looks for.
  expect(wrong.filter((line) => !line.startsWith("src/testing/standing/rules.test.ts"))).toEqual(
    [],
  );
});
