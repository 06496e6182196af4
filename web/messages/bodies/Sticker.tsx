import { useState } from "react";
import { useTranslation } from "../../kit/text.ts";

/** A sticker: a picture without a bubble. */
export function Sticker({ source }: { source: string }) {
  const { t } = useTranslation();
  const [broken, setBroken] = useState(false);
  if (broken) return <p className="text-muted italic">{t("messages.kinds.sticker")}</p>;
  return (
    <img
      src={source}
      alt={t("messages.kinds.sticker")}
      loading="lazy"
      decoding="async"
      className="size-40 object-contain"
      onError={() => setBroken(true)}
    />
  );
}
