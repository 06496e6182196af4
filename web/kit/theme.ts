import { effect, signal } from "@preact/signals-react";

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

const system = matchMedia("(prefers-color-scheme: dark)");
const stored = localStorage.getItem("preferredTheme");

/** What was chosen; the first paint was themed by /public/theme.js. */
export const theme = signal<Theme>(stored === "light" || stored === "dark" ? stored : "system");

export function setTheme(chosen: Theme) {
  if (chosen === "system") localStorage.removeItem("preferredTheme");
  else localStorage.setItem("preferredTheme", chosen);
  theme.value = chosen;
}

const dark = signal(system.matches);
system.addEventListener("change", ({ matches }) => (dark.value = matches));

effect(() => {
  const shown = theme.value === "system" ? (dark.value ? "dark" : "light") : theme.value;
  document.documentElement.dataset.theme = `balcao-${shown}`;
});
