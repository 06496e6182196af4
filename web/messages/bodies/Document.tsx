import {
  Download,
  File,
  FileArchive,
  FileImage,
  FileMusic,
  FilePlay,
  FileSpreadsheet,
  FileText,
  type LucideIcon,
  Presentation,
} from "lucide-react";
import { bytes, useTranslation } from "../../kit/text.ts";
import { extensionBadge, type DocumentType, documentTypeOf } from "../document-types.ts";
import type { MessageBubble } from "../bubble.ts";

export const documentIcons: Record<DocumentType, LucideIcon> = {
  text: FileText,
  sheet: FileSpreadsheet,
  slides: Presentation,
  archive: FileArchive,
  image: FileImage,
  audio: FileMusic,
  video: FilePlay,
  file: File,
};

/** A document with its name, type and size. A click downloads it. */
export function Document({
  bubble,
  source,
  note,
}: {
  bubble: MessageBubble;
  source: string;
  note?: string;
}) {
  const { t } = useTranslation();
  const name = bubble.mediaName || t("messages.kinds.application");
  const Icon = documentIcons[documentTypeOf(bubble.media?.type ?? "", name)];
  const about = [note, extensionBadge(name), bubble.media && bytes(bubble.media.size)]
    .filter(Boolean)
    .join(" · ");
  return (
    <a
      href={source}
      download={name}
      aria-label={t("messages.downloadOf", { name: `${name}, ${about}` })}
      className="bg-base-content/6 hover:bg-base-content/10 mb-1 flex w-72 max-w-full items-center gap-3 rounded-lg px-3 py-2.5"
    >
      <Icon size={26} strokeWidth={1.6} aria-hidden className="text-primary shrink-0" />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-medium break-words">{name}</span>{" "}
        <span className="text-base-content/75 text-small block">{about}</span>
      </span>
      <Download size={18} aria-hidden className="text-base-content/75 shrink-0" />
    </a>
  );
}
