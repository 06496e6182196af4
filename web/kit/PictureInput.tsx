import { FileText, ImagePlus, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { pictureTypes, uploadLimit } from "../../src/shared/limits.ts";
import { FileInput } from "./FileInput.tsx";
import { isPdfLink, pdfType } from "./pdf.ts";
import { useTranslation } from "./text.ts";

type Props = {
  /** The name of the picture's subject. */
  label: string;
  id?: string;
  /** The alternative text of the preview; `label` by default. */
  alt?: string;
  /** The URL of the stored picture. */
  stored: string | null;
  /** The new picture; null removes the stored one, undefined keeps it. */
  file: File | null | undefined;
  /** The accepted types: pictures, and PDF when it is listed. */
  types?: readonly string[];
  onChange: (file: File | null) => void;
};

/** Shows a picture with its preview, or a button to choose one. */
export function PictureInput({
  label,
  id,
  alt = label,
  stored,
  file,
  types = pictureTypes,
  onChange,
}: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState("");
  const [chosen, setChosen] = useState("");
  const takesPdf = types.includes(pdfType);
  const isPdf = file ? file.type === pdfType : file === undefined && isPdfLink(stored);
  const source = file === undefined ? (stored ?? "") : file ? chosen : "";

  useEffect(() => {
    if (!file) return;
    const address = URL.createObjectURL(file);
    setChosen(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);

  const take = ([picked]: File[]) => {
    if (!picked) return;
    const { name } = picked;
    if (!types.includes(picked.type))
      return setProblem(t(takesPdf ? "picture.kindOrPdf" : "picture.kind"));
    if (picked.size === 0) return setProblem(t("picture.empty", { name }));
    if (picked.size > uploadLimit) return setProblem(t("picture.size"));
    setProblem("");
    onChange(picked);
  };

  return (
    <div role="group" aria-label={label}>
      <span className="mb-1 block font-medium">
        {label} <span className="text-muted font-normal">({t("common.optional")})</span>
      </span>
      {source && isPdf && (
        <p className="card-quiet mb-2 flex w-fit max-w-full items-center gap-2 px-3 py-2">
          <FileText size={18} aria-hidden className="text-primary shrink-0" />
          <span className="truncate">{file?.name ?? alt}</span>
        </p>
      )}
      {source && !isPdf && (
        <img
          src={source}
          alt={alt}
          className="border-line mb-2 max-h-36 max-w-full rounded-lg border object-contain"
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <button id={id} type="button" className="btn btn-sm" onClick={() => input.current?.click()}>
          <ImagePlus size={16} aria-hidden />
          {t(source ? "picture.change" : "picture.add")}
        </button>
        {source && (
          <button type="button" className="btn btn-ghost btn-sm" onClick={() => onChange(null)}>
            <X size={16} aria-hidden />
            {t("picture.remove")}
          </button>
        )}
      </div>
      <p role="status" className={`text-small mt-1 ${problem ? "text-error" : "text-muted"}`}>
        {problem || t(takesPdf ? "picture.hintOrPdf" : "picture.hint")}
      </p>
      <FileInput ref={input} accept={types.join()} onPick={take} />
    </div>
  );
}
