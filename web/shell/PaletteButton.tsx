import { Search } from "lucide-react";
import { IconButton } from "../kit/IconButton.tsx";
import { useTranslation } from "../kit/text.ts";
import { palette } from "./palette.ts";

/** Opens the palette, for users who do not know its key. */
export function PaletteButton() {
  const { t } = useTranslation();
  return (
    <IconButton
      data-closes
      label={t("menu.palette.title")}
      icon={Search}
      className="text-muted"
      onClick={() => (palette.value = true)}
    />
  );
}
