import { existsSync } from "node:fs";
import { join } from "node:path";
import { manifestOf, repository } from "./repository.ts";

/** A package that is part of the executable. */
export type Part = { name: string; version: string; licence: string; integrity: string };

type Locked = [
  nameAndVersion: string,
  registry: string,
  info: { dependencies?: Record<string, string> },
  integrity: string,
];

/**
 * Every package in the product, by name: its own dependencies and theirs, as the lock file has
 * them.
 */
export async function partsOf(): Promise<Part[]> {
  const { dependencies } = await manifestOf();
  const { packages } = Bun.JSONC.parse(await Bun.file(join(repository, "bun.lock")).text()) as {
    packages: Record<string, Locked>;
  };
  const parts = new Map<string, Part>();
  const add = async (name: string, within: string): Promise<void> => {
    const place = placeOf(packages, name, within);
    // An optional package that is not installed.
    if (!place || parts.has(place)) return;
    const [nameAndVersion, , info, integrity] = packages[place]!;
    const at = nameAndVersion.lastIndexOf("@");
    parts.set(place, {
      name: nameAndVersion.slice(0, at),
      version: nameAndVersion.slice(at + 1),
      licence: await licenceOf(place),
      integrity,
    });
    for (const needed of Object.keys(info.dependencies ?? {})) await add(needed, place);
  };
  for (const name of Object.keys(dependencies)) await add(name, "");
  return [...parts.values()].toSorted((one, other) =>
    `${one.name} ${one.version}`.localeCompare(`${other.name} ${other.version}`, "en"),
  );
}

/** The place of a package that another one asks for: within it, or above. */
function placeOf(
  packages: Record<string, Locked>,
  name: string,
  within: string,
): string | undefined {
  const way = namesIn(within);
  const places = way.map((_, count) => [...way.slice(0, way.length - count), name].join("/"));
  return [...places, name].find((place) => packages[place]);
}

const namesIn = (place: string) => place.match(/@[^/]+\/[^/]+|[^/]+/g) ?? [];

async function licenceOf(place: string): Promise<string> {
  const path = join(
    repository,
    "node_modules",
    namesIn(place).join("/node_modules/"),
    "package.json",
  );
  if (!existsSync(path)) return "";
  const { license } = (await Bun.file(path).json()) as { license?: string | { type: string } };
  return typeof license === "string" ? license : (license?.type ?? "");
}

/** The list of parts as CycloneDX has it. Without a date, so that it is the same each time. */
export const cycloneDx = (version: string, parts: Part[]) => ({
  bomFormat: "CycloneDX",
  specVersion: "1.6",
  version: 1,
  metadata: {
    component: {
      type: "application",
      "bom-ref": "balcao",
      name: "balcao",
      version,
      licenses: [{ license: { id: "GPL-3.0-or-later" } }],
    },
  },
  components: parts.map(({ name, version, licence, integrity }) => ({
    type: "library",
    "bom-ref": purl(name, version),
    name,
    version,
    purl: purl(name, version),
    ...(licence && {
      licenses: [
        / (OR|AND) /.test(licence) ? { expression: licence } : { license: { id: licence } },
      ],
    }),
    ...(integrity.startsWith("sha512-") && {
      hashes: [
        { alg: "SHA-512", content: Buffer.from(integrity.slice(7), "base64").toString("hex") },
      ],
    }),
  })),
});

const purl = (name: string, version: string) => `pkg:npm/${name.replace("@", "%40")}@${version}`;

/** Under which licences the parts are. */
export function licenceReport(parts: Part[]): string {
  const byLicence = [...Map.groupBy(parts, ({ licence }) => licence || "not said")].toSorted(
    ([one], [other]) => one.localeCompare(other, "en"),
  );
  return [
    "# Licences",
    "",
    "Balcão is under GPL-3.0-or-later. It carries these packages:",
    "",
    ...byLicence.flatMap(([licence, some]) => [
      `## ${licence}`,
      "",
      ...some.map(({ name, version }) => `- ${name} ${version}`),
      "",
    ]),
  ].join("\n");
}
