import { Paperclip, X } from "lucide-react";
import { useRef, useState } from "react";
import { uploadLimit } from "../../src/shared/limits.ts";
import { IconButton } from "../kit/IconButton.tsx";
import { bytes, useTranslation } from "../kit/text.ts";
import { FileInput } from "../kit/FileInput.tsx";
import { shrinkPhoto } from "../kit/shrink-photo.ts";
import "./texts.ts";

type Props = {
  /** The stored file. */
  stored: { name: string; size?: number } | null;
  /** The new file; null removes the stored one, undefined keeps it. */
  file: File | null | undefined;
  onChange: (file: File | null) => void;
};

/** The file of a text, or a button to choose one. */
export function FileAttachment({ stored, file, onChange }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState("");
  const current = file === undefined ? stored : file;

  const take = async ([chosen]: File[]) => {
    if (!chosen) return;
    const small = await shrinkPhoto(chosen);
    const { name } = chosen;
    if (small.size === 0) return setProblem(t("messages.attach.empty", { name }));
    if (small.size > uploadLimit)
      return setProblem(t("messages.attach.size", { name, limit: uploadLimit / 1024 / 1024 }));
    setProblem("");
    onChange(small);
  };

  return (
    <div role="group" aria-label={t("quickMessages.file")}>
      <span aria-hidden className="mb-1 block font-medium">
        {t("quickMessages.file")}
      </span>
      <div className="flex items-center gap-2">
        <button
          type="button"
          className="btn btn-sm shrink-0"
          onClick={() => input.current?.click()}
        >
          <Paperclip size={16} aria-hidden />
          {t(current ? "quickMessages.changeFile" : "quickMessages.addFile")}
        </button>
        {current && (
          <>
            <span className="min-w-0 truncate">{current.name}</span>
            {current.size !== undefined && (
              <span className="text-muted text-small tabular shrink-0">{bytes(current.size)}</span>
            )}
            <IconButton
              label={t("messages.attach.remove", { name: current.name })}
              icon={X}
              onClick={() => onChange(null)}
            />
          </>
        )}
      </div>
      <p role="status" className={`text-small mt-1 ${problem ? "text-error" : "text-muted"}`}>
        {problem || t("quickMessages.fileHint", { limit: uploadLimit / 1024 / 1024 })}
      </p>
      <FileInput ref={input} onPick={(chosen) => void take(chosen)} />
    </div>
  );
}
