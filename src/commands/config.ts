import { fileSettings } from "../env-sources.ts";
import { shownSettings } from "../health/shown-settings.ts";
import { envOf, print, type Flags } from "./command.ts";

/** Reads the settings as `serve` would. Throws Misconfigured where they don't fit. */
export const checkConfig = async (flags: Flags) =>
  print(flags, { fits: true, data: envOf(flags).data }, "the settings fit");

/**
 * Prints every setting in the form of the settings file, and its source. A setting that has no
 * value, or is secret, is a comment.
 */
export async function printConfig(flags: Flags) {
  const env = envOf(flags);
  const visible = shownSettings(env);
  const settings = fileSettings().map(({ key, name }) => ({
    name,
    value: visible[key]?.value ?? null,
    source: visible[key]?.source ?? "default",
    isWhole: visible[key]?.value === env[key],
  }));
  const lines = settings.map(({ name, value, source, isWhole }) =>
    value === null
      ? `# ${name} is not set`
      : `${isWhole ? "" : "# "}${name} = ${JSON.stringify(value)}  # ${source}`,
  );
  print(
    flags,
    Object.fromEntries(settings.map(({ name, value, source }) => [name, { value, source }])),
    [`# the data folder is ${env.data}`, ...lines].join("\n"),
  );
}
