import { useTranslation } from "../../kit/text.ts";
import { icons, type Integration, typeNames } from "./fields.ts";

/** An integration's type, with its icon. */
export function TypeName({ row: { type } }: { row: Integration }) {
  const { t } = useTranslation();
  const Icon = icons[type];
  return (
    <span className="flex items-center gap-2">
      <Icon size={18} aria-hidden className="text-muted shrink-0" />
      <span className="sr-only">{t("integrations.type")}: </span>
      {typeNames[type]}
    </span>
  );
}
