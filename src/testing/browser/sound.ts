import { expect } from "bun:test";
import { join } from "node:path";
import { webhookEvents } from "../../shared/webhooks.ts";
import { textPlaces } from "../texts.ts";
import { repository } from "../../build/repository.ts";
import { phone, smallPhone, type Look, type Seat } from "./seat.ts";

/** The looks in which a test walks each page once: every language, every theme, every width. */
export const looks: Look[] = [
  { language: "ptBR", theme: "light" },
  { language: "en", theme: "dark", size: phone },
  { language: "es", theme: "light", size: smallPhone },
];

/**
 * The looks in which a test walks the dialogs and panels of one feature. One is at a desk, the other
 * in the dark with the longest words and the least room. Two suffice: all pages have the three of
 * `looks`, and the texts' own test compares keys and blanks of the languages.
 */
export const dialogLooks: Look[] = [
  { language: "ptBR", theme: "light" },
  { language: "es", theme: "dark", size: smallPhone },
];

/**
 * Expects that the seat's page speaks, fits its width and has no serious fault for axe. `where` is
 * in the error.
 */
export async function passes(seat: Seat, where: string) {
  await speaks(seat, where);
  await fits(seat, where);
  await sound(seat, where);
}

type Finding = {
  id: string;
  impact: string;
  nodes: { target: string[]; failureSummary: string }[];
};

const axe = await Bun.file(join(repository, "node_modules/axe-core/axe.min.js")).text();

/** Expects that axe finds no serious fault in the seat's page. `where` is in the error. */
export const sound = (seat: Seat, where: string) => judge(seat, where, {});

/**
 * The same in both themes, without a second walk. A theme only changes colours, so axe judges the
 * colours alone in the other one.
 */
export async function soundInBothThemes(seat: Seat, where: string) {
  await sound(seat, where);
  const other = await seat.page.evaluate(turnTheme);
  await judge(seat, `${where}, ${other}`, { runOnly: ["color-contrast", "link-in-text-block"] });
  await seat.page.evaluate(turnTheme);
}

/**
 * Shows the other theme at once: a fade would draw the colours some twelve times. Runs in the page,
 * and returns the theme's name.
 */
function turnTheme() {
  const still = new CSSStyleSheet();
  still.replaceSync("*, ::before, ::after { transition: none !important }");
  document.adoptedStyleSheets.push(still);
  const { dataset } = document.documentElement;
  dataset.theme = dataset.theme === "balcao-dark" ? "balcao-light" : "balcao-dark";
  document.documentElement.getBoundingClientRect();
  document.adoptedStyleSheets.pop();
  return dataset.theme;
}

// A rule has one impact for all its findings. Rules that are never serious take a third of its
// time.
const lesserRules =
  'Object.fromEntries(axe._audit.rules.filter(({ impact }) => ["minor", "moderate"].includes(impact)).map(({ id }) => [id, { enabled: false }]))';

// The check ignores the page behind open dialogs, which no user can reach now.
const inSight =
  '((open) => (open.length > 0 ? open : document))([...document.querySelectorAll("dialog:modal")])';

async function judge(seat: Seat, where: string, only: { runOnly?: string[] }) {
  // An element that is still fading in has no contrast yet.
  await seat.page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  if (!(await seat.page.evaluate(() => "axe" in window))) await seat.page.evaluate(axe);
  const findings = (await seat.page.evaluate(
    `axe.run(${inSight}, { preload: false, resultTypes: ["violations"], rules: ${lesserRules}, ...${JSON.stringify(only)} }).then(({ violations }) => violations)`,
  )) as Finding[];
  const grave = findings.filter(({ impact }) => impact === "serious" || impact === "critical");
  const problems = grave.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${id} at ${target.join(" ")}: ${failureSummary.split("\n")[1]?.trim()}`,
    ),
  );
  expect({ where, told: problems }).toEqual({ where, told: [] });
}

const areas = new Set(
  textPlaces.flatMap(({ texts }) => [...texts.ptBR.keys()].map((key) => key.split(".")[0])),
);
/** Names that programs see, and that pages show unchanged. */
const eventNames = new Set<string>(webhookEvents);

const rawKey = new RegExp(`\\b(${[...areas].join("|")})\\.[a-z]`, "i");

/** Expects that no key of a text and no unfilled blank is visible. */
export async function speaks(seat: Seat, where: string) {
  const texts = await seat.page.evaluate(() => {
    const labels = [
      ...document.querySelectorAll("[aria-label],[title],[placeholder],[alt]"),
    ].flatMap((one) =>
      ["aria-label", "title", "placeholder", "alt"].map((name) => one.getAttribute(name) ?? ""),
    );
    return [document.body.innerText, ...labels].join("\n");
  });
  // Variables that a shop writes into its texts.
  const unsaid = texts
    .split("\n")
    .filter(
      (line) =>
        (rawKey.test(line) && !eventNames.has(line.trim())) ||
        line.replace(/\{\{(greeting|firstName)\}\}/g, "").includes("{{"),
    );
  expect({ where, unsaid }).toEqual({ where, unsaid: [] });
}

/** Expects that nothing is cut off or scrolls sideways. */
export async function fits(seat: Seat, where: string) {
  const wide = await seat.page.evaluate(() => {
    const name = (one: Element) => `${one.tagName.toLowerCase()}.${one.className}`.slice(0, 120);
    const scrolls = [...document.querySelectorAll("*")].filter((one) => {
      const { overflowX } = getComputedStyle(one);
      return (
        (one === document.documentElement || overflowX === "auto" || overflowX === "scroll") &&
        one.scrollWidth > one.clientWidth + 1 &&
        one.clientWidth > 0 &&
        !one.matches("pre, [data-board]")
      );
    });
    const cut = [...document.querySelectorAll("button,a[href],input,textarea,select,h1,h2")].filter(
      (one) => {
        const { left, right, width } = one.getBoundingClientRect();
        return (
          width > 1 &&
          one.checkVisibility() &&
          !one.closest(".skip-link, [data-board], [aria-hidden=true]") &&
          (left < -1 || right > innerWidth + 1)
        );
      },
    );
    return [
      ...scrolls.map((one) => `scrolls: ${name(one)}`),
      ...cut.map((one) => `cut: ${name(one)} ${one.textContent}`),
    ];
  });
  expect({ where, wide }).toEqual({ where, wide: [] });
}
