/**
 * The programs that run in a confined process, by the word that starts each. They open foreign
 * bytes with a library, or without a limit of their own. rules.md#foreign-bytes
 */
export const confinedPrograms = new Map<string, () => Promise<(words: string[]) => Promise<void>>>([
  ["read-sheet", async () => (await import("./modules/imports/sheet.ts")).printSheet],
  ["voice-note", async () => (await import("./kit/process/confined/voice.ts")).printVoiceNote],
  [
    "small-picture",
    async () => (await import("./kit/process/confined/picture.ts")).printSmallPicture,
  ],
]);
