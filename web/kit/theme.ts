import { effect, signal } from "@preact/signals-react";
import { brand } from "./brand.ts";

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

/** The company's look, for users who have chosen none. */
export type Look = { mode: Theme; primaryColor: string | null };

const system = matchMedia("(prefers-color-scheme: dark)");
const stored = localStorage.getItem("preferredTheme");
const look = signal<Partial<Look>>(
  JSON.parse(localStorage.getItem("companyLook") ?? "{}") as Partial<Look>,
);

/** The user's choice. /public/theme.js has applied it to the first paint. */
const chosen = signal<Theme | null>(themes.find((one) => one === stored) ?? null);

/** The chosen theme, from the user or the company. */
export const theme = signal<Theme>("system");

export function setTheme(next: Theme) {
  // "system" is stored only where the company's look would apply otherwise.
  if (next === "system" && (look.peek().mode ?? "system") === "system")
    localStorage.removeItem("preferredTheme");
  else localStorage.setItem("preferredTheme", next);
  chosen.value = next;
}

/** Applies the company's look. */
export function setLook({ mode, primaryColor }: Look) {
  localStorage.setItem("companyLook", JSON.stringify({ mode, primaryColor }));
  look.value = { mode, primaryColor };
}

const dark = signal(system.matches);
system.addEventListener("change", ({ matches }) => (dark.value = matches));

effect(() => {
  theme.value = chosen.value ?? look.value.mode ?? "system";
});

effect(() => {
  const mode = theme.value === "system" ? (dark.value ? "dark" : "light") : theme.value;
  document.documentElement.dataset.theme = `balcao-${mode}`;
  const color = look.value.primaryColor ?? brand.value.color;
  if (color) document.documentElement.dataset.primary = color;
  else delete document.documentElement.dataset.primary;
});
