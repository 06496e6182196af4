import { describe, expect, test } from "bun:test";
import { presets } from "../../src/shared/colors.ts";
import { primaryColors } from "../../src/shared/companies.ts";
import { contrast, textColorOn } from "./contrast.ts";

const sheet = await Bun.file(new URL("../theme.css", import.meta.url)).text();

/** The contrasts of WCAG AA: 4.5 for text, 3 for lines and marks with a meaning. */
const pairs: [text: string, grounds: string[], least: number][] = [
  [
    "base-content",
    ["base-100", "base-200", "base-300", "hover", "bubble", "bubble-other", "thread"],
    4.5,
  ],
  ["muted", ["base-100", "base-200", "hover", "bubble", "bubble-other", "thread"], 4.5],
  ["primary", ["base-100", "base-200", "hover"], 4.5],
  ["error", ["base-100", "base-200", "bubble"], 4.5],
  ["waiting", ["base-100", "base-200", "hover"], 4.5],
  ["info", ["base-100", "base-200"], 4.5],
  ["seen", ["bubble", "base-100"], 3],
  ["field-line", ["base-100", "base-200"], 3],
  ["primary-content", ["primary"], 4.5],
  ["neutral-content", ["neutral"], 4.5],
  ["info-content", ["info"], 4.5],
  ["success-content", ["success"], 4.5],
  ["warning-content", ["warning"], 4.5],
  ["error-content", ["error"], 4.5],
];

describe.each(["balcao-light", "balcao-dark"])("%s", (name) => {
  const tokens = themeOf(name);
  for (const [text, grounds, least] of pairs) {
    for (const ground of grounds) {
      test(`${text} reads on ${ground}`, () => {
        expect(
          contrast(tokens[text] ?? "missing", tokens[ground] ?? "missing"),
        ).toBeGreaterThanOrEqual(least);
      });
    }
  }
});

describe.each(["balcao-light", "balcao-dark"])("a company's colour in %s", (name) => {
  const { "base-100": base, "base-200": ground, hover } = themeOf(name);
  test.each(["none", ...primaryColors])("%s reads, and is read on", (color) => {
    const { primary = "missing", "primary-content": content = "missing" } = tokensIn(
      sheet.slice(sheet.indexOf(`[data-theme="${name}"] [data-primary="${color}"]`)),
    );
    for (const other of [base, ground, hover, content])
      expect(contrast(primary, other ?? "missing")).toBeGreaterThanOrEqual(4.5);
    if (color === "none") expect(primary).toBe(themeOf(name).primary!);
  });
});

test("both themes have the same tokens", () => {
  expect(Object.keys(themeOf("balcao-dark"))).toEqual(Object.keys(themeOf("balcao-light")));
});

test("black on white is 21, a colour on itself is 1", () => {
  expect(contrast("#000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#0f5f57", "#0f5f57")).toBe(1);
});

test("text on any chosen colour reads", () => {
  const grid = ["00", "33", "66", "99", "cc", "ff"];
  const colors = [
    ...presets,
    ...grid.flatMap((red) => grid.flatMap((green) => grid.map((blue) => `#${red}${green}${blue}`))),
  ];
  for (const color of colors)
    expect(contrast(color, textColorOn(color))).toBeGreaterThanOrEqual(4.5);
});

function themeOf(name: string): Record<string, string> {
  return tokensIn(sheet.slice(sheet.indexOf(`name: "${name}"`)));
}

function tokensIn(text: string): Record<string, string> {
  const block = text.split("}")[0] ?? "";
  return Object.fromEntries(
    [...block.matchAll(/--(?:color-)?([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, token, value]) => [
      token,
      value,
    ]),
  );
}
