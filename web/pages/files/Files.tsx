import { FolderOpen } from "lucide-react";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { FileListDialog } from "./FileListDialog.tsx";
import { FileName } from "./FileName.tsx";
import type { FileList } from "./types.ts";
import texts from "./texts.json";

addTexts(texts);

export const files: Listing<FileList> = {
  name: "files",
  options: { event: "file", order: "name" },
  icon: FolderOpen,
  write: "files.write",
  columns: [
    {
      label: "files.name",
      cell: ({ name }) => <span className="font-medium wrap-anywhere">{name}</span>,
      className: "min-w-44",
    },
    {
      label: "files.message",
      cell: ({ message }) => (
        <span className="line-clamp-2 break-words whitespace-pre-line">{message}</span>
      ),
      hideLabel: true,
    },
    { label: "files.files", cell: ({ options }) => <Names options={options} /> },
  ],
  fields: [],
  dialog: FileListDialog,
};

/** Lists of files. Campaigns send them before their text. */
export const Files = () => <ListPage listing={files} />;

function Names({ options }: Pick<FileList, "options">) {
  const { t } = useTranslation();
  if (options.length === 0) return <span className="text-muted">{t("files.none")}</span>;
  return (
    <ul className="flex flex-col gap-1">
      {options.slice(0, 3).map((option) => (
        <li key={option.id}>
          <FileName option={option} />
        </li>
      ))}
      {options.length > 3 && (
        <li className="text-muted text-small">{t("files.more", { count: options.length - 3 })}</li>
      )}
    </ul>
  );
}
