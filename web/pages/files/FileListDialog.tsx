import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { Paperclip, X } from "lucide-react";
import { useRef, useState } from "react";
import { maxFilesListed, uploadLimit } from "../../../src/shared/limits.ts";
import type { Field, FormValues } from "../../forms/form.ts";
import { api } from "../../kit/api.ts";
import { FileInput } from "../../kit/FileInput.tsx";
import { IconButton } from "../../kit/IconButton.tsx";
import { bytes, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { FileName } from "./FileName.tsx";
import type { FileList } from "./types.ts";

const fields: Field[] = [
  {
    name: "name",
    label: "files.name",
    required: true,
    min: 3,
    max: 100,
    messages: { too_short: "files.tooShort" },
  },
  { name: "message", label: "files.message", type: "textarea", rows: 3, required: true, max: 4000 },
];

type Props = { title: string; row: FileList | null; onClose: () => void };

/** Creates or edits a file list: its name, text and files. */
export function FileListDialog({ title, row, onClose }: Props) {
  const { t } = useTranslation();
  const [stored, setStored] = useState(row?.options ?? []);
  const [added, setAdded] = useState<File[]>([]);
  const [problem, setProblem] = useState("");
  const input = useRef<HTMLInputElement>(null);
  // Refused files leave the created list behind, so a second try must not create another.
  const edit = useEdit(row, () => ({
    name: row!.name,
    message: row!.message,
    options: row!.options.map(({ id, name }) => ({ id, name })),
  }));

  const take = (chosen: File[]) => {
    const large = chosen.find(({ size }) => size > uploadLimit);
    if (large) return setProblem(t("files.tooLarge", { most: uploadLimit / 1024 / 1024 }));
    if (stored.length + added.length + chosen.length > maxFilesListed)
      return setProblem(t("files.tooMany", { most: maxFilesListed }));
    setProblem("");
    setAdded([...added, ...chosen]);
  };
  const save = async ({ name, message }: FormValues) => {
    const options = stored.map(({ id, name }) => ({ id, name }));
    const { id } = await saveEdit("/files", edit, {
      name,
      message,
      ...(edit.row && { options }),
    });
    if (added.length > 0) {
      const form = new FormData();
      for (const file of added) form.append("files", file);
      await api.post(`/files/uploadList/${id}`, form);
    }
    toast.success(t(row ? "common.updated" : "common.saved"));
  };

  return (
    <RowDialog
      title={title}
      listing={{ fields }}
      values={{ name: row?.name ?? "", message: row?.message ?? "" }}
      changed={added.length > 0 || stored.length !== (row?.options.length ?? 0)}
      onSave={save}
      onClose={onClose}
    >
      <div role="group" aria-label={t("files.files")}>
        <p aria-hidden className="mb-1 font-medium">
          {t("files.files")}
        </p>
        <ul className="flex flex-col gap-1">
          {stored.map((option) => (
            <li key={option.id} className="flex items-center justify-between gap-2">
              <FileName option={option} />
              <IconButton
                label={t("files.remove", { name: option.name })}
                icon={X}
                onClick={() => setStored(stored.filter(({ id }) => id !== option.id))}
              />
            </li>
          ))}
          {added.map((file, index) => (
            <li key={`${file.name} ${index}`} className="flex items-center justify-between gap-2">
              <span className="min-w-0 truncate">
                {file.name}{" "}
                <span className="text-muted text-small tabular">{bytes(file.size)}</span>
              </span>
              <IconButton
                label={t("files.remove", { name: file.name })}
                icon={X}
                onClick={() => setAdded(added.filter((one) => one !== file))}
              />
            </li>
          ))}
        </ul>
        <button type="button" className="btn btn-sm mt-2" onClick={() => input.current?.click()}>
          <Paperclip size={16} aria-hidden />
          {t("files.add")}
        </button>
        <p role="status" className={`text-small mt-1 ${problem ? "text-error" : "text-muted"}`}>
          {problem || t("files.hint", { most: uploadLimit / 1024 / 1024 })}
        </p>
        <FileInput ref={input} multiple onPick={take} />
      </div>
    </RowDialog>
  );
}
