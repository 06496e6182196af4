import { FileText } from "lucide-react";
import { useEffect, useState } from "react";
import type { SharedContent } from "../../worker/shared-content.ts";

/** The shared words and files, before a conversation is chosen. */
export const SharedParts = ({ content: { text, files } }: { content: SharedContent }) => (
  <div className="bg-base-200 rounded-card flex flex-col gap-2 p-3">
    {text && <p className="line-clamp-4 whitespace-pre-wrap wrap-anywhere">{text}</p>}
    {files.length > 0 && (
      <ul className="flex flex-wrap gap-2">
        {files.map((file, index) => (
          <li key={index} className="max-w-full">
            <SharedFile file={file} />
          </li>
        ))}
      </ul>
    )}
  </div>
);

function SharedFile({ file }: { file: File }) {
  const [url, setUrl] = useState("");
  useEffect(() => {
    if (!file.type.startsWith("image/")) return undefined;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  if (url) return <img src={url} alt={file.name} className="size-20 rounded-lg object-cover" />;
  return (
    <span className="border-line bg-base-100 flex min-h-9 items-center gap-2 rounded-lg border px-2">
      <FileText size={16} aria-hidden className="text-muted shrink-0" />
      <span className="wrap-anywhere">{file.name}</span>
    </span>
  );
}
