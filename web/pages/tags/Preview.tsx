import { Chip } from "../../kit/Chip.tsx";
import { useTranslation } from "../../kit/text.ts";

/** A preview of the tag. */
export function Preview({ name, color }: { name: string; color: string }) {
  const { t } = useTranslation();
  return (
    <div
      aria-hidden
      className="bg-base-200 border-line flex h-16 items-center justify-center rounded-lg border"
    >
      <Chip color={color}>{name.trim() || t("tags.name")}</Chip>
    </div>
  );
}
