import { effect, signal } from "@preact/signals-react";
import { brand } from "./brand.ts";

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

/** What the screens of a company wear where nobody chose otherwise. */
export type Look = { mode: Theme; primaryColor: string | null };

const system = matchMedia("(prefers-color-scheme: dark)");
const stored = localStorage.getItem("preferredTheme");
const look = signal<Partial<Look>>(
  JSON.parse(localStorage.getItem("companyLook") ?? "{}") as Partial<Look>,
);

/** What was chosen; the first paint was themed by /public/theme.js. */
const chosen = signal<Theme | null>(themes.find((one) => one === stored) ?? null);

/** The theme as it was chosen, here or by the company. */
export const theme = signal<Theme>("system");

export function setTheme(next: Theme) {
  // The system's is only remembered where the company's would be shown else.
  if (next === "system" && (look.peek().mode ?? "system") === "system")
    localStorage.removeItem("preferredTheme");
  else localStorage.setItem("preferredTheme", next);
  chosen.value = next;
}

/** Puts on what the company's screens wear. */
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
  const shown = theme.value === "system" ? (dark.value ? "dark" : "light") : theme.value;
  document.documentElement.dataset.theme = `balcao-${shown}`;
  const color = look.value.primaryColor ?? brand.value.color;
  if (color) document.documentElement.dataset.primary = color;
  else delete document.documentElement.dataset.primary;
});
