import { useSignals } from "@preact/signals-react/runtime";
import { Search } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../kit/IconButton.tsx";
import { narrow, useMedia } from "../kit/media.ts";
import { bindings } from "../pages/tickets/keys/bindings.ts";
import { Kbd } from "../pages/tickets/keys/Kbd.tsx";
import { comboFor, keys } from "../pages/tickets/keys/keys.ts";
import { palette } from "./palette.ts";

/** The palette for those who don't know its key, and the key. */
export function PaletteButton() {
  useSignals();
  const { t } = useTranslation();
  const small = useMedia(narrow);
  const wide = useMedia("(width >= 64rem)");
  const key = keys.find(({ does }) => does === "palette");
  const open = () => (palette.value = true);
  if (!wide) return <IconButton label={t("menu.palette.title")} icon={Search} className={`text-muted ${small ? "" : "btn-md!"}`} onClick={open} />;
  return (
    <button type="button" className="btn btn-ghost border-line! text-muted btn-sm h-9 gap-2.5 border px-3 font-normal" onClick={open}>
      <Search size={16} aria-hidden />
      {t("menu.palette.open")}
      {key && !bindings.value.off && <Kbd combo={comboFor(key)} />}
    </button>
  );
}
