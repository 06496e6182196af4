import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import type * as quickMessagesTable from "../../../src/modules/quick-messages/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { api, fileForm } from "../../kit/api.ts";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { useTranslation } from "../../kit/text.ts";
import type { Listing } from "../../lists/listing.ts";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { toast } from "../../kit/Toast.tsx";
import { FileAttachment } from "../../parts/FileAttachment.tsx";
import { TextVariables } from "../../parts/TextVariables.tsx";
import { plan } from "../../session/session.ts";

type QuickMessage = Wire<quickMessagesTable.QuickMessage>;
type Props = {
  listing: Listing<QuickMessage>;
  title: string;
  row: QuickMessage | null;
  onClose: () => void;
};

/** Creates or edits a quick message: its text with a preview, and its file. */
export function QuickDialog({ listing, title, row, onClose }: Props) {
  useSignals();
  const { t } = useTranslation();
  const { shortcode, message, geral } = row ?? { shortcode: "", message: "", geral: false };
  const first = { shortcode, message, geral };
  // Undefined while the file stays the same.
  const [file, setFile] = useState<File | null>();
  // A refused file leaves the created row behind, so a second try must not create another.
  const edit = useEdit(row, () => first);

  const save = async (values: object) => {
    const { id } = await saveEdit("/quick-messages", edit, values);
    const path = `/quick-messages/${id}/media-upload`;
    if (file) await api.post(path, fileForm(file));
    else if (file === null && row?.media) await api.del(path);
    toast.success(t(row ? "common.updated" : "common.saved"));
  };

  const written = () =>
    document.querySelector<HTMLTextAreaElement>("dialog[open] textarea[name=message]");
  return (
    <RowDialog
      title={title}
      listing={listing}
      values={first}
      onSave={save}
      onClose={onClose}
      changed={file !== undefined}
      extras={{
        message: (values) => (
          <TextVariables
            text={String(values.message)}
            isAboutOrder={plan.value?.useSales === true}
            field={written}
          />
        ),
      }}
    >
      <FileAttachment
        stored={row?.media ? { name: row.mediaName ?? "", size: row.media.size } : null}
        file={file}
        onChange={setFile}
      />
    </RowDialog>
  );
}
