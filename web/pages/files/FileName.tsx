import { HoverPicture } from "../../kit/HoverPicture.tsx";
import { bytes } from "../../kit/text.ts";
import { documentIcons } from "../../messages/bodies/Document.tsx";
import { documentTypeOf } from "../../messages/document-types.ts";
import type { FileOption } from "./types.ts";

/** A file of a list: its picture, if any, its name, and a link. */
export function FileName({ option: { name, path, mediaType, size } }: { option: FileOption }) {
  const Icon = documentIcons[documentTypeOf(mediaType ?? "", name)];
  return (
    <span className="flex min-w-0 items-center gap-2">
      {path && mediaType?.startsWith("image/") ? (
        <HoverPicture src={path} alt={name} />
      ) : (
        <Icon size={18} aria-hidden className="text-primary shrink-0" />
      )}
      {path ? (
        <a
          href={path}
          target="_blank"
          rel="noopener noreferrer"
          className="link-hover min-w-0 truncate"
        >
          {name}
        </a>
      ) : (
        <span className="text-muted min-w-0 truncate">{name}</span>
      )}
      {size !== null && (
        <span className="text-muted text-small tabular shrink-0">{bytes(size)}</span>
      )}
    </span>
  );
}
