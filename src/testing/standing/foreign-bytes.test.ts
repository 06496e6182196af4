import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../build/repository.ts";
import { durationOf } from "../../kit/files/duration/duration.ts";
import { fileTypeIn } from "../../kit/files/file-type.ts";
import { pictureSize } from "../../kit/files/picture-size.ts";
import { cardsOf } from "../../modules/messages/cards.ts";
import { imageTypes } from "../../shared/limits.ts";
import { hostileFiles } from "../hostile/files.ts";
import { sources, type Source } from "./sources.ts";

// rules.md#foreign-bytes

const product = sources().filter(
  ({ path }) => !/\.test\.tsx?$/.test(path) && !/^src\/(testing|build)\//.test(path),
);

/** Files that run in a confined process alone: no other file may load them. */
const confined = [
  "src/kit/process/confined/picture.ts",
  "src/kit/process/confined/voice.ts",
  "src/modules/imports/csv.ts",
  "src/modules/imports/sheet.ts",
  "src/modules/imports/vcard.ts",
  "src/modules/imports/workbook.ts",
  "src/modules/imports/zip.ts",
];

/**
 * The files that may use a function or library that opens bytes. The rule names those that are not
 * confined, with their bound.
 */
const readers: Record<string, string[]> = {
  mediabunny: ["src/kit/process/confined/voice.ts"],
  "Bun\\.Image|\\.image\\(": ["src/kit/process/confined/picture.ts"],
  "@e965/xlsx": ["src/modules/imports/workbook.ts"],
  papaparse: ["src/modules/imports/csv.ts"],
  "@fastify/busboy": ["src/kit/http/multipart.ts"],
  "@peculiar/[\\w-]+": ["src/tls/authority.ts"],
  X509Certificate: [
    "src/modules/subscription/billing.ts",
    "src/tls/authority.ts",
    "src/tls/pair.ts",
  ],
  "[gG]unzip\\w*|[iI]nflate(?!d)\\w*|brotliDecompress\\w*|[uU]nzip(?!s)\\w*|zstdDecompress\\w*|DecompressionStream":
    ["src/kit/db/new-file.ts", "src/kit/net/http-exchange.ts", "src/update/archive.ts"],
  "Bun\\.(TOML|YAML|JSON5|JSONL|Archive)": ["src/env-sources.ts", "src/modules/setup/provision.ts"],
  'HTMLRewriter|XMLParser|file-type"|music-metadata|new Worker\\(': [],
};

/** Each library of a box: whether it reads bytes or texts of strangers. */
const libraries: Record<string, "confined" | "bounded" | "none"> = {
  "@e965/xlsx": "confined",
  "@elysiajs/jwt": "bounded",
  "@elysiajs/static": "none",
  "@fastify/busboy": "bounded",
  "@fontsource-variable/inter": "none",
  "@peculiar/asn1-schema": "none",
  "@peculiar/asn1-x509": "none",
  "@peculiar/x509": "none",
  "@preact/signals-react": "none",
  "@sinclair/typebox": "none",
  "@tanstack/react-virtual": "none",
  "@whiskeysockets/baileys": "bounded",
  bun: "bounded",
  croner: "none",
  "drizzle-orm": "none",
  elysia: "bounded",
  "emojibase-data": "none",
  frimousse: "none",
  libsignal: "bounded",
  "lucide-react": "none",
  mediabunny: "confined",
  nodemailer: "bounded",
  papaparse: "confined",
  react: "none",
  "react-dom": "none",
  "reflect-metadata": "none",
  uqr: "none",
  "web-push": "none",
  wouter: "none",
  zod: "bounded",
};

const code = ({ text }: Source) =>
  text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");

/** Files that use a reader without permission. */
const strayIn = (files: Source[]) =>
  files
    .filter(({ path }) => path.startsWith("src/"))
    .flatMap((file) =>
      Object.entries(readers).flatMap(([what, allowed]) =>
        new RegExp(`(?<![\\w-])(?:${what})`).test(code(file)) && !allowed.includes(file.path)
          ? [`${file.path} uses ${what}`]
          : [],
      ),
    );

/**
 * Imports of confined files from files that are neither confined nor the table of confined
 * programs.
 */
const unconfinedIn = (files: Source[]) =>
  files.flatMap(({ path, imports }) =>
    imports
      .filter(({ target, types }) => confined.includes(target) && !types)
      .filter(() => !confined.includes(path))
      .filter(({ lazy }) => !(path === "src/confined-programs.ts" && lazy))
      .map(({ target }) => `${path} imports ${target}`),
  );

test("only these files open foreign bytes, and what has no bound of its own is confined", () => {
  expect(strayIn(product)).toEqual([]);
  expect(unconfinedIn(product)).toEqual([]);
  // The start's own file loads a program for its word, and the box never does.
  expect(
    product.flatMap(({ path, imports }) =>
      imports.some(({ target }) => target === "src/confined-programs.ts") ? [path] : [],
    ),
  ).toEqual(["src/main.ts"]);
});

test("each library says whether it sees foreign bytes, and the rule names those that do", () => {
  const { dependencies } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  expect(Object.keys(libraries)).toEqual(Object.keys(dependencies).toSorted());
  const [rule = ""] =
    /^### foreign-bytes$[\s\S]*?(?=^##)/m.exec(
      readFileSync(join(repository, "docs/rules.md"), "utf8"),
    ) ?? [];
  const named = (name: string) => rule.includes(`\`${name}\``);
  expect(
    Object.entries(libraries)
      .filter(([name, sees]) => sees !== "none" && !named(name))
      .map(([name]) => name),
  ).toEqual([]);
  const paths = new Set([...confined, ...Object.values(readers).flat()]);
  expect([...paths].filter((path) => !named(path))).toEqual([]);
});

test("the checks find what they look for", () => {
  const file = (path: string, text: string, target = "") => ({
    path,
    text,
    imports: target ? [{ target, types: false, lazy: true }] : [],
  });
  for (const text of [
    `import { Input } from "mediabunny";`,
    `await new Bun.Image(path).metadata();`,
    `await Bun.file(path).image().webp();`,
    `import { read } from "@e965/xlsx";`,
    `Bun.gunzipSync(bytes);`,
    `import { inflateRaw } from "node:zlib";`,
    `new DecompressionStream("gzip");`,
    `import { fileTypeFromBlob } from "file-type";`,
  ])
    expect(strayIn([file("src/modules/tags/a.ts", text)])).toHaveLength(1);
  expect(
    strayIn([file("src/modules/tags/a.ts", `// As Bun.Image does\nimport "./file-type.ts";`)]),
  ).toEqual([]);
  expect(unconfinedIn([file("src/kit/a.ts", "", confined[0])])).toHaveLength(1);
  expect(unconfinedIn([file("src/confined-programs.ts", "", confined[0])])).toEqual([]);
});

test("what reads hostile files in the box's own process comes to an end with each of them", async () => {
  for (const { name, extension, make } of hostileFiles) {
    const bytes = make() as Buffer<ArrayBuffer>;
    const seconds = durationOf(bytes) ?? 1;
    expect([name, seconds > 0 && seconds < 7 * 86_400]).toEqual([name, true]);
    const type = await fileTypeIn(new Blob([bytes]));
    expect(type).toMatch(/^[a-z]+\/[\w.+-]+(; codecs=opus)?$/);
    // A file that a browser shows in place has its true type.
    if (imageTypes.some((image) => image === type))
      expect([name, extension]).toEqual([name, type === "image/jpeg" ? "jpg" : type.slice(6)]);
    const { width, height } = pictureSize(bytes.subarray(0, 1024 * 1024)) ?? {
      width: 0,
      height: 0,
    };
    expect([name, Number.isSafeInteger(width + height)]).toEqual([name, true]);
    if (extension === "vcf") expect(cardsOf(bytes.toString()).length).toBeLessThanOrEqual(100);
  }
}, 120_000);
