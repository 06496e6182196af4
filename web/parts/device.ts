// The first match wins: each user agent also names the browsers that it imitates, so the order
// matters.
const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/Linux|X11/, "Linux"],
];

/** The browser and system of a sign-in, from the user agent. Empty for unknown ones. */
export function deviceOf(agent: string): { browser: string; system: string; handheld: boolean } {
  const named = (list: [RegExp, string][]) =>
    list.find(([pattern]) => pattern.test(agent))?.[1] ?? "";
  return {
    browser: named(browsers),
    system: named(systems),
    handheld: /iPhone|iPad|Android|Mobile/.test(agent),
  };
}
