/** The sources of a setting of the box; the first that has it wins. rules.md#box-settings */
export const settingSources = [
  "flag",
  "variable",
  "variableFile",
  "credential",
  "file",
  "here",
  "default",
] as const;
export type SettingSource = (typeof settingSources)[number];

/** The longest logo, as a data URL. */
export const longestLogo = 60_000;

/** The channels from which a box gets releases. */
export const updateChannels = ["stable", "beta"] as const;
