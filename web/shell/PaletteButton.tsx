import { Search } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../kit/IconButton.tsx";
import { palette } from "./palette.ts";

/** The palette for those who don't know its key. */
export function PaletteButton() {
  const { t } = useTranslation();
  return <IconButton data-closes label={t("menu.palette.title")} icon={Search} className="text-muted" onClick={() => (palette.value = true)} />;
}
