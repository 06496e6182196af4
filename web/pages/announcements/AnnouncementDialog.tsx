import { useState } from "react";
import { api, fileForm } from "../../kit/api.ts";
import type { Listing } from "../../lists/listing.ts";
import { PictureInput } from "../../kit/PictureInput.tsx";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { useTranslation } from "../../kit/text.ts";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { toast } from "../../kit/Toast.tsx";
import type { Announcement } from "../../parts/announcements/priorities.ts";

type Props = {
  listing: Listing<Announcement>;
  title: string;
  row: Announcement | null;
  onClose: () => void;
};

/** Creates or edits an announcement and its picture. */
export function AnnouncementDialog({ listing, title, row, onClose }: Props) {
  const { t } = useTranslation();
  // Undefined while the picture stays the same.
  const [file, setFile] = useState<File | null>();
  const [values] = useState(() =>
    row
      ? { title: row.title, text: row.text, priority: String(row.priority), status: row.status }
      : (listing.emptyValues ?? {}),
  );

  const bodyOf = ({ priority, ...typed }: object & { priority?: unknown }) => ({
    ...typed,
    priority: Number(priority),
  });
  // A refused picture leaves the created row behind, so a second try must not create another.
  const edit = useEdit(row, () => bodyOf(values));

  const save = async (typed: object) => {
    const { id } = await saveEdit("/announcements", edit, bodyOf(typed));
    const path = `/announcements/${id}/media-upload`;
    if (file) await api.post(path, fileForm(file));
    else if (file === null && row?.media) await api.del(path);
    toast.success(t(row ? "common.updated" : "common.saved"));
  };

  return (
    <RowDialog
      title={title}
      listing={listing}
      values={values}
      onSave={save}
      onClose={onClose}
      changed={file !== undefined}
    >
      <PictureInput
        label={t("announcements.picture")}
        alt={t("announcements.pictureAlt")}
        stored={row?.mediaPath ?? null}
        file={file}
        onChange={setFile}
      />
    </RowDialog>
  );
}
