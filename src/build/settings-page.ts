import { join } from "node:path";
import { settingField, settingKeys, settingSections } from "../shared/settings.ts";
import { wordsIn } from "../testing/texts.ts";
import { repository } from "./repository.ts";

export const settingsPage = "docs/settings.md";

/** The page of all company settings, from their table and the texts of their screen. */
export function printSettings(): string {
  const text = wordsIn("en");
  const sections = settingSections.map((section) => {
    const rows = settingKeys
      .filter((key) => settingField(key).section === section.name)
      .map((key) => {
        const cells = [
          `\`${key}\``,
          text(`settings.keys.${key}.name`),
          text(`settings.keys.${key}.does`),
          valuesOf(key),
          settingField(key).default && `\`${settingField(key).default}\``,
        ];
        return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
      });
    return [
      `## ${text(`settings.sections.${section.name}`)}`,
      "",
      ...("writersOnly" in section
        ? ["The page shows these only to users with `settings.write`.", ""]
        : []),
      ...("plan" in section ? [`Needs \`${section.plan}\` in the company's plan.`, ""] : []),
      "| key | name | what it does | values | default |",
      "|---|---|---|---|---|",
      ...rows,
    ].join("\n");
  });
  return `${[intro, ...sections].join("\n\n")}\n`;
}

function valuesOf(key: (typeof settingKeys)[number]): string {
  const field = settingField(key);
  switch (field.kind) {
    case "switch":
      return "`enabled`, `disabled`";
    case "select":
      return field.values.map((value) => `\`${value}\``).join(", ");
    case "number":
      return `0 to ${field.max}`;
    case "secret":
      return field.format === "address" ? "an address, secret" : "a key, secret";
  }
}

const intro = `# Settings of a company

An admin changes them on the page of settings, a program with \`PUT /api/settings/{key}\`.
Nobody writes this page by hand: \`node_modules/.bin/bun src/build/settings-page.ts\` makes it from
\`src/shared/settings.ts\` and the texts of the screen.`;

if (import.meta.main) await Bun.write(join(repository, settingsPage), printSettings());
