import { expect, test } from "bun:test";
import { repository } from "../../build/repository.ts";
import { languages } from "../../shared/languages.ts";
import { holds, type Permission } from "../../shared/permissions.ts";
import { textPlaces } from "../texts.ts";
import { type Source, sources } from "./sources.ts";

const places = new Map(
  textPlaces.flatMap(({ path, texts }) => [...texts.ptBR.keys()].map((key) => [key, path])),
);
const written = sources("web/**/*.{ts,tsx}").filter(({ path }) => !/\.test\.tsx?$/.test(path));
const uses = new Map(written.map((source) => [source.path, usesOf(source)]));

const start = "web/locales";

test("texts stand beside their page in texts.json, or in a file for each language where the first load needs them", () => {
  const expected = textPlaces.flatMap(({ path }) =>
    path.endsWith(".json") ? [path] : languages.map((language) => `${path}/${language}.json`),
  );
  const elsewhere = [...new Bun.Glob("web/**/*.json").scanSync(repository)].filter(
    (path) => !expected.includes(path),
  );
  expect(elsewhere).toEqual([]);
  expect(
    textPlaces.map(({ path }) => path).filter((path) => !path.endsWith("/texts.json")),
  ).toEqual([start, "web/pages/tickets/texts", "web/session/texts"]);
});

test("a key stands in one place", () => {
  const twice = textPlaces.flatMap(({ path, texts }) =>
    [...texts.ptBR.keys()].flatMap((key) =>
      places.get(key) === path ? [] : [`${key}: ${path}, ${places.get(key)}`],
    ),
  );
  expect(twice).toEqual([]);
});

test.each(["en", "es"] as const)(
  "%s says all that ptBR says, with the same values filled in, and nothing else",
  (language) => {
    for (const { path, texts } of textPlaces) {
      expect([path, [...texts[language].keys()].sort()]).toEqual([
        path,
        [...texts.ptBR.keys()].sort(),
      ]);
      expect([
        path,
        [...texts.ptBR].filter(
          ([key, text]) => String(blanks(text)) !== String(blanks(texts[language].get(key)!)),
        ),
      ]).toEqual([path, []]);
    }
  },
);

test("no text is empty, and none was left in Portuguese", () => {
  const all = textPlaces.flatMap(({ path, texts }) =>
    languages.flatMap((language) =>
      [...texts[language]].map(([key, text]) => ({ path, language, key, text })),
    ),
  );
  expect(all.filter(({ text }) => !text.trim())).toEqual([]);
  expect(
    all.filter(
      ({ language, text }) => language !== "ptBR" && portuguese.test(text.replace(names, "")),
    ),
  ).toEqual([]);
});

/** Words with another spelling in American English. */
const american =
  /\b(colors?|gray|cancel(ed|ing)|catalogs?|centers?|favorites?|behaviors?|neighbor(hood)?s?|installments?|kilometers?|(organ|recogn|optim|author)iz\w+|zip codes?|emails?)\b/i;

test("English is British", () => {
  const americanTexts = textPlaces.flatMap(({ path, texts }) =>
    [...texts.en]
      .filter(([, text]) => american.test(text.replace(/\{\{\w+\}\}/g, "")))
      .map(([key]) => `${path}: ${key}`),
  );
  expect(americanTexts).toEqual([]);
});

test("every key in the source has a text, and every text is used", () => {
  expect(
    [...uses].flatMap(([path, { missing }]) => missing.map((key) => `${path}: ${key}`)),
  ).toEqual([]);
  const used = new Set([...uses.values()].flatMap(({ keys }) => keys));
  // A text may show another.
  const nested = new Set(
    textPlaces.flatMap(({ texts }) =>
      [...texts.ptBR.values()].flatMap((text) =>
        [...text.matchAll(/\$t\(([\w.]+)/g)].map(([, key]) => key!),
      ),
    ),
  );
  expect([...places.keys()].filter((key) => !used.has(key) && !nested.has(singular(key)))).toEqual(
    [],
  );
});

test("what a page says is loaded with it", () => {
  const missing = [...loads()].flatMap(([entry, { files, texts }]) =>
    files.flatMap((file) =>
      [
        ...Map.groupBy(
          uses.get(file)!.keys.filter((key) => file !== saysRefusals || !key.startsWith("errors.")),
          (key) => places.get(key)!,
        ),
      ].flatMap(([place, keys]) =>
        texts.has(place)
          ? []
          : [`${file} says ${keys.join(", ")} of ${place}, which ${entry} does not load`],
      ),
    ),
  );
  expect(missing).toEqual([]);
});

test("who is not signed in is told in words why they were refused", () => {
  const refusing = sources("src/**/*.ts").filter(
    ({ path }) =>
      /^src\/(modules\/(auth|identities|landing|setup)\/|kit\/(http|fault)\.)/.test(path) &&
      !path.endsWith(".test.ts"),
  );
  const codes = new Set(
    refusing.flatMap(({ text }) =>
      [...text.matchAll(/"(ERR_[A-Z_]+)"/g)].map(([, code]) => `errors.${code!}`),
    ),
  );
  expect(codes.size).toBeGreaterThan(20);
  expect([...codes].filter((key) => places.has(key) && places.get(key) !== start)).toEqual([]);
});

/** It shows any refusal: to strangers those of the test above, to others all. */
const saysRefusals = "web/kit/text.ts";

const blanks = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map(([, name = ""]) => name)
    .sort((a, b) => a.localeCompare(b));

/** Letters and words that English and Spanish don't have. */
const portuguese = /[ãõç]|\b(você|não|são|uma|também|já|até)\b/i;
const names = /Balcão|Pão|Português|Praça da Sé/g;

/** The keys that a file uses, and those among them without a text. */
function usesOf({ text }: Source): { keys: string[]; missing: string[] } {
  const areas = new Set([...places.keys()].map((key) => key.split(".")[0]!));
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  const literal = [
    ...code.matchAll(/["'`]([a-zA-Z]\w*(?:\.[\w-]+)+)["'`]/g),
    ...listTexts(code).map((key) => ["", key]),
  ].map(([, key]) => key!);
  // `queues.states.${state}`
  const patterns = [
    ...code.matchAll(
      /`([a-zA-Z]\w*(?:\.\w+)*\.\w*\$\{(?:[^`{}]|\{[^}]*\})*\}(?:[\w.]|\$\{[^}]*\})*)`/g,
    ),
  ]
    .map(([, template]) => template!)
    .filter((template) => areas.has(template.split(".")[0]!));
  const matching = patterns.map((template) => {
    const pattern = new RegExp(
      `^${template
        .split(/\$\{(?:[^{}]|\{[^}]*\})*\}/)
        .map((part) => RegExp.escape(part))
        .join("[\\w.-]+")}$`,
    );
    return {
      template,
      keys: [...places.keys()].filter((key) => pattern.test(key) || pattern.test(singular(key))),
    };
  });
  const isKey = (key: string) =>
    areas.has(key.split(".")[0]!) && !holds({ profile: "admin", super: true }, key as Permission);
  return {
    keys: [...new Set([...literal.flatMap(withPlurals), ...matching.flatMap(({ keys }) => keys)])],
    missing: [
      ...literal.filter((key) => isKey(key) && withPlurals(key).length === 0),
      ...matching.flatMap(({ template, keys }) => (keys.length === 0 ? [template] : [])),
    ],
  };
}

function singular(key: string) {
  return key.replace(/_(one|many|other)$/, "");
}

function withPlurals(key: string) {
  return [key, `${key}_one`, `${key}_many`, `${key}_other`].filter((one) => places.has(one));
}

/**
 * The texts of `ListPage` for a list of this area; `emptyTextUser` only where not everyone may
 * write.
 */
function listTexts(code: string): string[] {
  return [...code.matchAll(/: Listing<[\s\S]*?\n\};/g)].flatMap(([listing]) => {
    const area =
      listing.includes("columns:") &&
      (/\barea: "(\w+)"/.exec(listing) ?? /\bname: "([\w-]+)"/.exec(listing))?.[1];
    if (!area) return [];
    const needed = [
      "title",
      "lead",
      "counted",
      ...(listing.includes("noCreate") ? [] : ["new", "edit"]),
      "searchLabel",
      "emptyTitle",
      "emptyText",
    ].map((name) => `${area}.${name}`);
    return [
      ...(code.includes("<ListPage") ? needed : needed.flatMap(withPlurals)),
      ...withPlurals(`${area}.emptyTextUser`),
    ];
  });
}

/**
 * Lists, for the start and for each file that loads on demand, the files that load with it. `texts`
 * are the places whose texts are loaded by then.
 */
function loads(): Map<string, { files: string[]; texts: Set<string> }> {
  const files = new Map(written.map((source) => [source.path, source]));
  const together = (entry: string) => {
    const reached = new Set<string>();
    const add = (path: string): void => {
      if (reached.has(path) || !files.has(path)) return;
      reached.add(path);
      for (const { target, types, lazy } of files.get(path)!.imports)
        if (!types && !lazy) add(target);
    };
    add(entry);
    return [...reached];
  };
  const onDemand = written.flatMap(({ imports }) =>
    imports.filter(({ target, lazy }) => lazy && files.has(target)).map(({ target }) => target),
  );
  const entries = new Map(
    ["web/main.tsx", ...new Set(onDemand)].map((entry) => [entry, together(entry)]),
  );
  const placeOf = (target: string) =>
    textPlaces.find(({ path }) => target === path || target === `${path}/ptBR.json`)?.path;
  const own = (entry: string) =>
    entries
      .get(entry)!
      .flatMap((file) => files.get(file)!.imports.flatMap(({ target }) => placeOf(target) ?? []));
  const openers = (entry: string) =>
    [...entries]
      .filter(([, reached]) =>
        reached.some((file) =>
          files.get(file)!.imports.some(({ target, lazy }) => lazy && target === entry),
        ),
      )
      .map(([opener]) => opener);

  // A page's texts are loaded on every way to it. Each round removes the texts that some way does
  // not load.
  const all = textPlaces.map(({ path }) => path);
  const texts = new Map(
    [...entries.keys()].map((entry) => [
      entry,
      new Set(entry === "web/main.tsx" ? own(entry) : all),
    ]),
  );
  for (let changed = true; changed;) {
    changed = false;
    for (const [entry, before] of texts) {
      if (entry === "web/main.tsx") continue;
      const brought = openers(entry).map((opener) => texts.get(opener)!);
      const after = new Set([
        ...own(entry),
        ...all.filter((place) => brought.every((there) => there.has(place))),
      ]);
      changed ||= after.size < before.size;
      texts.set(entry, after);
    }
  }
  return new Map(
    [...entries].map(([entry, reached]) => [entry, { files: reached, texts: texts.get(entry)! }]),
  );
}
