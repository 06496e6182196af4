import { shownSettings } from "../health/shown-settings.ts";
import { envOf, print, type Flags } from "./command.ts";

/** Reads the settings as `serve` would. Throws Misconfigured where they don't fit. */
export const checkConfig = async (flags: Flags) => print(flags, { fits: true, data: envOf(flags).data }, "the settings fit");

/** Every setting, and where it comes from. */
export async function printConfig(flags: Flags) {
  const settings = shownSettings(envOf(flags));
  print(flags, settings, Object.entries(settings).map(([name, { value, source }]) => `${name} = ${JSON.stringify(value)}  # ${source}`).join("\n"));
}
