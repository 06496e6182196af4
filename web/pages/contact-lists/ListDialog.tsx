import type { Field, FormValues } from "../../forms/form.ts";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { tagResource } from "../../parts/campaigns/resources.ts";
import type { ContactList } from "./types.ts";

const name: Field = { name: "name", label: "contactLists.name", required: true, min: 2, max: 50 };
const tag: Field = {
  name: "tagId",
  label: "contactLists.fromTag",
  hint: "contactLists.fromTagHint",
  type: "resource",
  resource: tagResource,
  emptyLabel: "contactLists.noTag",
};

type Props = { title: string; row: ContactList | null; onClose: () => void };

/** Creates a list, empty or of a tag's contacts, or renames one. */
export function ListDialog({ title, row, onClose }: Props) {
  const { t } = useTranslation();
  const edit = useEdit(row, () => ({ name: row!.name }));
  const save = async ({ name, tagId }: FormValues) => {
    const contacts = tagId ? { tagIds: [Number(tagId)] } : undefined;
    await saveEdit("/contact-lists", edit, { name }, { contacts });
    toast.success(t(row ? "common.updated" : "common.saved"));
  };
  return (
    <RowDialog
      title={title}
      listing={{ fields: row ? [name] : [name, tag] }}
      values={{ name: row?.name ?? "", tagId: "" }}
      onSave={save}
      onClose={onClose}
    />
  );
}
