import { X } from "lucide-react";
import { IconButton } from "../../../kit/IconButton.tsx";
import { bytes, useTranslation } from "../../../kit/text.ts";
import { documentIcons } from "../../../messages/bodies/Document.tsx";
import { mediaKindOf, documentTypeOf } from "../../../messages/document-types.ts";
import type { QuickMessageFile } from "../../../inbox/pending-storage.ts";

/** A quick message's file: its preview, name and size. */
export function EnclosureRow({
  enclosure: { name, type, size, url },
  onRemove,
}: {
  enclosure: QuickMessageFile;
  onRemove?: () => void;
}) {
  const { t } = useTranslation();
  const Icon = documentIcons[documentTypeOf(type, name)];
  return (
    <div data-enclosure className="mt-1.5 flex items-center gap-2.5">
      {mediaKindOf(type) === "image" ? (
        <img src={`${url}&thumb=true`} alt="" className="size-9 shrink-0 rounded-md object-cover" />
      ) : (
        <span className="bg-base-200 text-primary grid size-9 shrink-0 place-items-center rounded-md">
          <Icon size={18} aria-hidden />
        </span>
      )}
      <span className="min-w-0 truncate">{name}</span>
      <span className="text-muted text-small tabular shrink-0">{bytes(size)}</span>
      {onRemove && (
        <IconButton
          label={t("messages.attach.remove", { name })}
          icon={X}
          side="top"
          onClick={onRemove}
        />
      )}
    </div>
  );
}
