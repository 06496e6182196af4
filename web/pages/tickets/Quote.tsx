import { useTranslation } from "react-i18next";
import { plain } from "./format.ts";
import type { Message } from "./types.ts";

type Props = { quoted: NonNullable<Message["quotedMsg"]>; name: string; onJump?: (messageId: number) => void };

/** The message that another one answers. */
export function Quote({ quoted, name, onJump }: Props) {
  const { t } = useTranslation();
  const { id, body, fromMe, mediaType } = quoted;
  const kind = mediaType === "chat" ? "" : t(`messages.kinds.${mediaType === "image" ? "image" : "file"}`);
  const inside = (
    <>
      <span className={`text-small block truncate font-semibold ${fromMe ? "text-primary" : "text-info"}`}>{fromMe ? t("messages.you") : name}</span>
      <span className="text-small line-clamp-2 break-words opacity-80">{plain(body) || kind}</span>
    </>
  );
  const className = `bg-base-content/6 mb-1 block w-full rounded-lg border-l-4 px-2.5 py-1 text-left ${fromMe ? "border-l-primary" : "border-l-info"}`;
  if (!onJump) return <div className={className}>{inside}</div>;
  return (
    <button type="button" className={`${className} cursor-pointer`} onClick={() => onJump(id)}>
      <span className="sr-only">{t("messages.answers")}</span>
      {inside}
    </button>
  );
}
