import { useSignals } from "@preact/signals-react/runtime";
import { Languages, Monitor, Moon, Sun } from "lucide-react";
import { brand } from "../kit/brand.ts";
import { Menu, type MenuItem } from "../kit/Menu.tsx";
import { language, languageNames, setLanguage, t, useTranslation } from "../kit/text.ts";
import { setTheme, theme, themes } from "../kit/theme.ts";

const icons = { light: Sun, dark: Moon, system: Monitor };

/** Menu items for the themes. Reads a signal. */
export const themeItems = (): MenuItem[] =>
  themes.map((one, index) => ({
    label: t(`menu.themes.${one}`),
    icon: icons[one],
    checked: one === theme.value,
    heading: index === 0 ? t("menu.theme") : undefined,
    onSelect: () => setTheme(one),
  }));

/** Menu items for the box's languages; none when there is only one. Reads signals. */
export const languageItems = (): MenuItem[] =>
  (brand.value.languages.length > 1 ? brand.value.languages : []).map((one, index) => ({
    label: languageNames[one],
    checked: one === language.value,
    heading: index === 0 ? t("menu.language") : undefined,
    onSelect: () => void setLanguage(one),
  }));

export function ThemeMenu() {
  useSignals();
  const { t } = useTranslation();
  const chosen = theme.value;
  const Icon = icons[chosen];
  return (
    <Menu
      label={`${t("menu.theme")}: ${t(`menu.themes.${chosen}`)}`}
      className="btn btn-ghost btn-square text-muted"
      items={themeItems}
    >
      <Icon size={18} aria-hidden />
    </Menu>
  );
}

export function LanguageMenu() {
  useSignals();
  const { t } = useTranslation();
  const chosen = language.value;
  if (languageItems().length === 0) return null;
  return (
    <Menu
      label={`${t("menu.language")}: ${languageNames[chosen]}`}
      className="btn btn-ghost btn-square text-muted"
      items={languageItems}
    >
      <Languages size={18} aria-hidden />
    </Menu>
  );
}
