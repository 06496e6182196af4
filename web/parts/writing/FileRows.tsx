import { X } from "lucide-react";
import { IconButton } from "../../kit/IconButton.tsx";
import { bytes, useTranslation } from "../../kit/text.ts";
import { documentIcons } from "../../messages/bodies/Document.tsx";
import { documentTypeOf } from "../../messages/document-types.ts";
import type { FileToSend } from "./files-to-send.ts";

type RowsProps = {
  files: FileToSend[];
  large: FileToSend | undefined;
  captionOf: (picked: FileToSend) => string;
  onShow: (picked: FileToSend) => void;
  onRemove: (picked: FileToSend) => void;
};

/** Each file with its name, its caption and its size. */
export function FileRows({ files, large, captionOf, onShow, onRemove }: RowsProps) {
  const { t } = useTranslation();
  return (
    <ul className="border-line divide-line max-h-60 divide-y overflow-y-auto rounded-lg border">
      {files.map((picked) => {
        const { file, kind, url } = picked;
        const Icon = documentIcons[documentTypeOf(file.type, file.name)];
        return (
          <li
            key={url}
            className={`flex items-center gap-2 py-1 pr-1.5 pl-2 ${picked === large && files.length > 1 ? "bg-hover" : ""}`}
          >
            <button
              type="button"
              aria-pressed={picked === large}
              className="flex min-w-0 flex-1 cursor-pointer items-center gap-3 rounded-md py-0.5 text-left"
              onClick={() => onShow(picked)}
            >
              {kind === "image" ? (
                <img src={url} alt="" className="size-9 shrink-0 rounded-md object-cover" />
              ) : (
                <span className="bg-base-200 text-primary grid size-9 shrink-0 place-items-center rounded-md">
                  <Icon size={18} aria-hidden />
                </span>
              )}
              <span className="min-w-0 flex-1">
                <span className="block truncate">{file.name}</span>
                {files.length > 1 && captionOf(picked).trim() && (
                  <span className="text-muted text-small block truncate">{captionOf(picked)}</span>
                )}
              </span>
              <span className="text-muted text-small tabular shrink-0">{bytes(file.size)}</span>
            </button>
            <IconButton
              label={t("messages.attach.remove", { name: file.name })}
              icon={X}
              onClick={() => onRemove(picked)}
            />
          </li>
        );
      })}
    </ul>
  );
}
