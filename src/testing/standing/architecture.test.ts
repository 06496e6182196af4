import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { repository } from "../../build/repository.ts";
import { importsOf, sources, type Import, type Source } from "./sources.ts";
import { functionsOf, linesOf } from "./sizes.ts";
import { signalNames, withoutUseSignals } from "./signals.ts";

const all = sources();
const product = all.filter(
  ({ path }) =>
    !path.endsWith(".test.ts") &&
    !path.endsWith(".test.tsx") &&
    !/^src\/(testing|build)\//.test(path),
);

test("imports go one way", () => {
  const wrong = product.flatMap(({ path, imports }) =>
    imports.flatMap((one) =>
      allowed(path, one) ? [] : [`${path} imports ${one.target}${one.types ? " (types)" : ""}`],
    ),
  );
  expect(wrong).toEqual([]);
});

test("the page on architecture prints the layers and the browser's folders", () => {
  const page = readFileSync(join(repository, "docs/architecture.md"), "utf8");
  expect(page).toContain(tableOfLayers());
  expect(page).toContain(browser.map((name) => `\`${name}\``).join(" ← "));
});

test("a start loads no library that it may do without", () => {
  const later = ["@whiskeysockets/baileys", "@peculiar/x509", "nodemailer"];
  // Each start also loads the lazy imports of the first routes.
  const byPath = new Map(
    product.map(({ path, imports }) => [
      path,
      imports.filter(
        (one) => !one.types && (!one.lazy || ["src/api.ts", "src/serve.ts"].includes(path)),
      ),
    ]),
  );
  const loaded = new Map([["src/serve.ts", ""]]);
  for (const [path] of loaded)
    for (const { target } of byPath.get(path) ?? [])
      if (!loaded.has(target)) loaded.set(target, path);
  expect(loaded.size).toBeGreaterThan(500);
  expect(
    [...loaded].flatMap(([target, by]) =>
      later.some((name) => target === name || target.startsWith(`${name}/`))
        ? [`${by} imports ${target}`]
        : [],
    ),
  ).toEqual([]);
});

test("parts of one folder don't import each other in a circle", () => {
  // Pages import the shell, whose menu imports the table of screens. The table closes a circle of
  // folders, but none of files: the next test checks that.
  const files = product.map((file) => ({
    ...file,
    imports: file.imports.filter((one) => !loadsScreen(file.path, one)),
  }));
  expect(
    [...arrowsByFolder(files)].flatMap(([folder, arrows]) =>
      circles(arrows).map((circle) => `${folder}: ${circle}`),
    ),
  ).toEqual([]);
});

test("no file imports itself by way of others, types and pages loaded on demand included", () => {
  expect(circles(arrowsByFile(product))).toEqual([]);
});

test("a box starts without the WhatsApp library, which a connection loads when it comes up", () => {
  expect(loadedWith("src/serve.ts")).not.toContain("@whiskeysockets/baileys");
  expect(loadedWith("src/channel/whatsapp/whatsapp.ts")).toContain("@whiskeysockets/baileys");
});

/** Sizes of the formatted code. They may only fall: a change that divides something lowers them. */
const most = { filesOver300: 3, functionsOver100: 36, ninthTenth: 197 };

test("files only get shorter", () => {
  const sizes = product.map(({ path, text }) => ({ path, lines: linesOf(text) }));
  const long = sizes.filter(({ lines }) => lines > 300);
  expect(long.length > most.filesOver300 ? long : []).toEqual([]);
  const sorted = sizes.map(({ lines }) => lines).sort((one, other) => one - other);
  expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThanOrEqual(most.ninthTenth);
});

test("functions only get shorter", () => {
  const long = product.flatMap(({ path, text }) =>
    functionsOf(path, text).filter(({ lines }) => lines > 100),
  );
  expect(long.length > most.functionsOver100 ? long : []).toEqual([]);
  expect(functionsOf("src/a.ts", "const a = () => {\n  b();\n};\nfunction b() {}\n")).toEqual([
    { name: "src/a.ts a", lines: 3 },
    { name: "src/a.ts b", lines: 1 },
  ]);
});

test("each path's routes are declared in one file", () => {
  const declared = Map.groupBy(
    product.flatMap(({ path, text }) => prefixesIn(text).map((prefix) => ({ prefix, path }))),
    ({ prefix }) => prefix,
  );
  expect(declared.size).toBeGreaterThan(20);
  const twice = [...declared].flatMap(([prefix, places]) =>
    new Set(places.map(({ path }) => path)).size > 1
      ? [`${prefix}: ${places.map(({ path }) => path).join(", ")}`]
      : [],
  );
  expect(twice).toEqual([]);
});

test("one file alone has SQLite write its log into the file", () => {
  const others = all.filter(
    ({ path, text }) => path !== "src/kit/db/checkpoint.ts" && /\bwal_checkpoint\s*\(/i.test(text),
  );
  expect(others.map(({ path }) => path)).toEqual([]);
});

test("files are named for what they hold, and none is a barrel", () => {
  const wrong = product
    .map(({ path }) => path)
    .filter(
      (path) =>
        !/^[a-z0-9]+(-[a-z0-9]+)*\.ts$|^([A-Z][A-Za-z0-9]*|app|main)\.tsx$/.test(basename(path)) ||
        basename(path).startsWith("index."),
    );
  expect(wrong).toEqual([]);
});

test("components that read a signal's value call useSignals", () => {
  const web = product.filter(({ path }) => path.startsWith("web/"));
  const names = signalNames(web);
  expect(web.flatMap((source) => withoutUseSignals(source, names))).toEqual([]);
});

test("the checks find violations", () => {
  const one = (path: string, text: string) =>
    importsOf(path, text).map((one) => allowed(path, one));
  expect(one("src/kit/a.ts", `import { x } from "../modules/tags/table.ts";`)).toEqual([false]);
  expect(
    one(
      "src/modules/tags/a.ts",
      `import {\n  x,\n} from "../queues/routes.ts";\nimport type { C } from "../../channel/channel.ts";\nimport { c } from "../../channel/channel.ts";`,
    ),
  ).toEqual([false, true, false]);
  expect(
    one(
      "web/pages/A.tsx",
      `import { tags } from "../../src/modules/tags/table.ts";\nimport { type Tag } from "../../src/modules/tags/table.ts";`,
    ),
  ).toEqual([false, true]);
  expect(
    one(
      "web/lists/A.tsx",
      `import { B } from "../kit/B.tsx";\nimport { C } from "./C.tsx";\nimport type { D } from "../inbox/d.ts";\nimport { E } from "../other/E.tsx";`,
    ),
  ).toEqual([true, true, false, false]);
  expect(
    one(
      "web/screens/sales.ts",
      `import { A } from "../pages/tags/A.tsx";\nconst B = () => import("../pages/tags/B.tsx");`,
    ),
  ).toEqual([false, true]);
  expect(
    one(
      "web/pages/tags/A.tsx",
      `import { B } from "../users/B.tsx";\nimport type { C } from "../users/types.ts";\nimport { D } from "../../parts/D.tsx";\nimport { E } from "./E.tsx";`,
    ),
  ).toEqual([false, false, true, true]);
  expect(one("src/attendance/a.ts", `import { Database } from "bun:sqlite";`)).toEqual([false]);
  expect(
    one(
      "src/pricing/a.ts",
      `import { z } from "zod";\nimport { x } from "../pix/pix.ts";\nimport { y } from "../shared/money.ts";\nimport { z } from "./b.ts";`,
    ),
  ).toEqual([false, false, true, true]);
  expect(one("web/pages/A.tsx", `import { quote } from "../../src/pricing/quote.ts";`)).toEqual([
    true,
  ]);
  expect(
    one(
      "src/bots/a.ts",
      `import { z } from "zod";\nimport { x } from "../kit/http-client.ts";\nimport type { Tag } from "../modules/tags/table.ts";\nimport { step } from "../attendance/attendance.ts";`,
    ),
  ).toEqual([true, true, false, false]);

  const text = `export const open = signal(false);\n\nexport function Door() {\n  return <p>{open.value}</p>;\n}\n\nexport const Safe = () => {\n  useSignals();\n  return open.value;\n};\n\nexport function shut() {\n  open.value = false;\n}\n`;
  const source = { path: "web/Door.tsx", text, imports: [] };
  expect(withoutUseSignals(source, signalNames([source]))).toEqual([
    "web/Door.tsx: Door reads open.value",
  ]);
  expect(
    prefixesIn(
      `export default crud({\n  name: "tags",\n}); const one = routes("/queue/:id/options").use(publicRoutes("/auth"));`,
    ),
  ).toEqual(["tags", "queue", "auth"]);
  const folders = arrowsByFolder([
    {
      path: "src/a/one.ts",
      text: "",
      imports: [{ target: "src/b/two.ts", types: true, lazy: false }],
    },
    {
      path: "src/a/c/three.ts",
      text: "",
      imports: [{ target: "src/a/one.ts", types: false, lazy: false }],
    },
  ]);
  expect(folders).toEqual(
    new Map([
      ["src", new Map([["a", new Set(["b"])]])],
      ["src/a", new Map([["c", new Set(["one.ts"])]])],
    ]),
  );
  const files = {
    "web/a.ts": `const b = () => import("./b.ts");`,
    "web/b.ts": `import { c } from "./c.ts";`,
    "web/c.ts": `import type { A } from "./a.ts";`,
  };
  expect(
    circles(
      arrowsByFile(
        Object.entries(files).map(([path, text]) => ({
          path,
          text,
          imports: importsOf(path, text),
        })),
      ),
    ),
  ).toEqual(["web/a.ts → web/b.ts → web/c.ts → web/a.ts"]);
});

/**
 * The files and libraries that load with a file: its own imports and theirs, without types and lazy
 * imports.
 */
function loadedWith(path: string, loaded = new Set<string>()): string[] {
  const imports = product.find((file) => file.path === path)?.imports ?? [];
  for (const { target } of imports.filter(
    ({ types, lazy, target }) => !types && !lazy && !loaded.has(target),
  )) {
    loaded.add(target);
    loadedWith(target, loaded);
  }
  return [...loaded];
}

/** The first words of the paths whose routes a file declares. */
const prefixesIn = (text: string) =>
  [...text.matchAll(/\b(?:routes|publicRoutes)\("\/([\w-]+)|\bcrud\(\{\s*name: "([\w-]+)"/g)].map(
    ([, path, resource]) => path ?? resource!,
  );

/** The libraries that a layer may import; `pure` are all but those of node and Bun. */
type Libraries = "all" | "pure" | "none";
type Layer = { of: string; takes: string[]; types?: string[]; libraries: Libraries };

/**
 * The layers of src, each with the parts that it may import besides itself. docs/architecture.md
 * prints them.
 */
const layers: Layer[] = [
  { of: "src/shared/", takes: [], libraries: "none" },
  { of: "src/pricing/", takes: ["src/shared/"], libraries: "none" },
  { of: "src/pacing/", takes: ["src/shared/"], libraries: "none" },
  { of: "src/pix/", takes: ["src/shared/"], libraries: "none" },
  { of: "src/attendance/", takes: ["src/shared/"], libraries: "pure" },
  { of: "src/kit/", takes: ["src/shared/"], libraries: "all" },
  {
    of: "src/channel/",
    takes: ["src/shared/", "src/kit/db/checkpoint.ts", "src/kit/files/seal.ts"],
    libraries: "all",
  },
  { of: "src/bots/", takes: ["src/shared/", "src/kit/"], libraries: "all" },
  {
    of: "src/modules/",
    takes: [
      "src/shared/",
      "src/pricing/",
      "src/pacing/",
      "src/pix/",
      "src/attendance/",
      "src/kit/",
      "src/bots/",
    ],
    types: ["src/channel/"],
    libraries: "all",
  },
  { of: "src/live/peers.ts", takes: ["src/shared/", "src/kit/"], libraries: "all" },
  {
    of: "src/live/hub.ts",
    takes: ["src/shared/", "src/kit/", "src/live/peers.ts"],
    libraries: "all",
  },
];

/** The layers as a table of docs/architecture.md. */
function tableOfLayers(): string {
  const code = (path: string) => `\`${path.endsWith(".ts") ? basename(path) : path}\``;
  const libraries = { all: "all", pure: "all but those of node and Bun", none: "none" };
  const rows = layers.map((layer) => [
    `\`${layer.of}\``,
    [...layer.takes.map(code), ...(layer.types ?? []).map((path) => `types of ${code(path)}`)].join(
      ", ",
    ) || "nothing",
    libraries[layer.libraries],
  ]);
  return [["folder", "takes, beside itself", "libraries"], ["---", "---", "---"], ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

/** Whether a file may import another. Files at the root of src compose: only they import each other. */
function allowed(path: string, imported: Import): boolean {
  const { target, types } = imported;
  const library = !/^(src|web)\//.test(target) && target !== "package.json";
  const within = (...folders: string[]) =>
    folders.some((folder) => target === folder || target.startsWith(folder));

  const layer = layers.find(({ of }) => path.startsWith(of));
  if (layer) {
    if (library)
      return (
        layer.libraries === "all" ||
        (layer.libraries === "pure" && !/^(node|bun)(:|$)/.test(target))
      );
    if (moduleOf(path) && moduleOf(target))
      return moduleOf(target) === moduleOf(path) || !target.endsWith("routes.ts");
    return within(layer.of, ...layer.takes) || (types && within(...(layer.types ?? [])));
  }
  if (path.startsWith("web/")) {
    // The browser and the server compute from the same files.
    if (library || within("src/shared/", "src/pricing/", "src/pacing/", "src/pix/")) return true;
    if (target.startsWith("web/"))
      return loadsScreen(path, imported) || allowedInBrowser(path, target);
    return types && /^src\/(modules\/[^/]+\/table|attendance\/[a-z-]+)\.ts$/.test(target);
  }
  // doctor and mails use the texts of the page of the box's health.
  if (
    path === "src/health/words.ts" &&
    ["web/pages/health/texts.json", "web/parts/copies/texts.json"].includes(target)
  )
    return true;
  return library || target.startsWith("src/");
}

/** The parts of the browser: each imports itself and those before it. */
const browser = [
  "locales",
  "types.ts",
  "screen.ts",
  "screens",
  "screens.ts",
  "worker",
  "kit",
  "session",
  "forms",
  "lists",
  "messages",
  "inbox",
  "parts",
  "shell",
  "pages",
  "SignedIn.tsx",
  "app.tsx",
  "main.tsx",
];

function allowedInBrowser(path: string, target: string): boolean {
  const [from, to] = [path, target].map((file) => browser.indexOf(file.split("/")[1]!)) as [
    number,
    number,
  ];
  // Pages may not import one another: shared parts come before them. The gallery alone shows all of
  // them.
  const page = pageOf(target);
  if (page && pageOf(path) && page !== pageOf(path)) return pageOf(path) === "gallery";
  return to >= 0 && to <= from;
}

const loadsScreen = (path: string, { target, lazy }: Import) =>
  lazy && path.startsWith("web/screens/") && target.startsWith("web/pages/");

const moduleOf = (path: string) => /^src\/modules\/([^/]+)\//.exec(path)?.[1];

const pageOf = (path: string) => /^web\/pages\/([^/]+)\//.exec(path)?.[1];

/** The imports of each file among the others, with types and lazy ones. */
const arrowsByFile = (files: Source[]) =>
  new Map(files.map(({ path, imports }) => [path, new Set(imports.map(({ target }) => target))]));

/** The imports between the parts of each folder. */
function arrowsByFolder(files: Source[]): Map<string, Map<string, Set<string>>> {
  const folders = new Map<string, Map<string, Set<string>>>();
  for (const { path, imports } of files) {
    for (const { target } of imports) {
      if (!/^(src|web)\//.test(target)) continue;
      const from = path.split("/");
      const to = target.split("/");
      const depth = from.findIndex((name, at) => name !== to[at]);
      if (depth < 1 || to[depth] === undefined) continue;
      const folder = from.slice(0, depth).join("/");
      const arrows = folders.get(folder) ?? new Map<string, Set<string>>();
      folders.set(
        folder,
        arrows.set(from[depth]!, (arrows.get(from[depth]!) ?? new Set()).add(to[depth]!)),
      );
    }
  }
  return folders;
}

function circles(arrows: Map<string, Set<string>>): string[] {
  const names = new Set<string>();
  const done = new Set<string>();
  const walk = (name: string, way: string[]) => {
    const seen = way.indexOf(name);
    if (seen >= 0) return names.add([...way.slice(seen), name].join(" → "));
    if (done.has(name)) return;
    for (const next of arrows.get(name) ?? []) walk(next, [...way, name]);
    done.add(name);
  };
  for (const name of arrows.keys()) walk(name, []);
  return [...names];
}
