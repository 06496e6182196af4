import { useSignals } from "@preact/signals-react/runtime";
import { Languages, Monitor, Moon, Sun } from "lucide-react";
import { useTranslation } from "react-i18next";
import { languages } from "../../src/shared/languages.ts";
import { Menu } from "../kit/Menu.tsx";
import { language, languageNames, setLanguage } from "../kit/text.ts";
import { setTheme, theme, themes } from "../kit/theme.ts";

const icons = { light: Sun, dark: Moon, system: Monitor };

export function ThemeMenu() {
  useSignals();
  const { t } = useTranslation();
  const chosen = theme.value;
  const Icon = icons[chosen];
  return (
    <Menu
      label={`${t("menu.theme")}: ${t(`menu.${chosen}`)}`}
      className="btn btn-ghost btn-square text-muted"
      items={themes.map((one) => ({ label: t(`menu.${one}`), icon: icons[one], checked: one === chosen, onSelect: () => setTheme(one) }))}
    >
      <Icon size={18} aria-hidden />
    </Menu>
  );
}

export function LanguageMenu() {
  useSignals();
  const { t } = useTranslation();
  const chosen = language.value;
  return (
    <Menu
      label={`${t("menu.language")}: ${languageNames[chosen]}`}
      className="btn btn-ghost btn-square text-muted"
      items={languages.map((one) => ({ label: languageNames[one], checked: one === chosen, onSelect: () => void setLanguage(one) }))}
    >
      <Languages size={18} aria-hidden />
    </Menu>
  );
}
