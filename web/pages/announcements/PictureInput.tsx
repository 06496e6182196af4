import { ImagePlus, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { announcedTypes } from "../../../src/shared/announcements.ts";
import { uploadLimit } from "../../../src/shared/limits.ts";
import { FileInput } from "../tickets/write/FileInput.tsx";

type Props = {
  /** Where the stored one is. */
  stored: string | null;
  /** What is to be stored instead; undefined while it is to stay as it is. */
  file: File | null | undefined;
  onChange: (file: File | null) => void;
};

/** The picture of an announcement, or the way to choose one. */
export function PictureInput({ stored, file, onChange }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState("");
  const [chosen, setChosen] = useState("");
  const shown = file === undefined ? (stored ?? "") : file ? chosen : "";

  useEffect(() => {
    if (!file) return;
    const address = URL.createObjectURL(file);
    setChosen(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);

  const take = ([picked]: File[]) => {
    if (!picked) return;
    const { name } = picked;
    if (!announcedTypes.some((type) => type === picked.type)) return setProblem(t("announcements.pictureKind"));
    if (picked.size === 0) return setProblem(t("messages.attach.empty", { name }));
    if (picked.size > uploadLimit) return setProblem(t("announcements.pictureSize"));
    setProblem("");
    onChange(picked);
  };

  return (
    <div role="group" aria-label={t("announcements.picture")}>
      <span className="mb-1 block font-medium">
        {t("announcements.picture")} <span className="text-muted font-normal">({t("common.optional")})</span>
      </span>
      {shown && <img src={shown} alt={t("announcements.pictureAlt")} className="border-line mb-2 max-h-36 max-w-full rounded-lg border object-contain" />}
      <div className="flex flex-wrap items-center gap-2">
        <button type="button" className="btn btn-sm" onClick={() => input.current?.click()}>
          <ImagePlus size={16} aria-hidden />
          {t(shown ? "announcements.changePicture" : "announcements.addPicture")}
        </button>
        {shown && (
          <button type="button" className="btn btn-ghost btn-sm" onClick={() => onChange(null)}>
            <X size={16} aria-hidden />
            {t("announcements.removePicture")}
          </button>
        )}
      </div>
      <p role="status" className={`text-small mt-1 ${problem ? "text-error" : "text-muted"}`}>
        {problem || t("announcements.pictureHint")}
      </p>
      <FileInput ref={input} accept={announcedTypes.join()} onPick={take} />
    </div>
  );
}
