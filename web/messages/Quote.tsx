import { useTranslation } from "../kit/text.ts";
import { kindIcons, summaryOf } from "./message-kinds.ts";
import type { Message } from "../types.ts";

type Props = {
  quoted: NonNullable<Message["quotedMsg"]>;
  name: string;
  onJump?: (messageId: number) => void;
};

/** The message that another one answers. */
export function Quote({ quoted, name, onJump }: Props) {
  const { t } = useTranslation();
  const { id, body, fromMe, mediaType } = quoted;
  const Icon = kindIcons[mediaType];
  const inside = (
    <>
      <span
        className={`text-small block truncate font-semibold ${fromMe ? "text-primary" : "text-info"}`}
      >
        {fromMe ? t("messages.you") : name}
      </span>
      <span className="text-small flex gap-1 opacity-80">
        {Icon && <Icon size={14} aria-hidden className="mt-0.5 shrink-0" />}
        <span className="line-clamp-2 min-w-0 break-words">{summaryOf(mediaType, body)}</span>
      </span>
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
