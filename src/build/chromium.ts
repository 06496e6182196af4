import { existsSync } from "node:fs";

// The one without a window needs a sixth less of the processor for the same page.
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];
const places = [
  "/opt/google/chrome/chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The path of the tests' browser. `CHROMIUM` names another one. Throws when there is none. */
export function chromiumPath(): string {
  const candidates = [process.env.CHROMIUM, ...names.map((name) => Bun.which(name)), ...places];
  const path = candidates.find((path) => path && existsSync(path));
  if (!path) throw new Error("no Chromium found: install it, or name one in CHROMIUM");
  return path;
}

if (import.meta.main) console.log(chromiumPath());
