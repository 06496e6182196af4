import type { Field, FormValues } from "../../forms/form.ts";
import { api } from "../../kit/api.ts";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { tagResource } from "../../parts/campaigns/resources.ts";

const fields: Field[] = [
  {
    name: "tagId",
    label: "contactListItems.tag",
    hint: "contactListItems.tagHint",
    type: "resource",
    resource: tagResource,
    required: true,
  },
];

/** Adds the contacts of a tag to a list. */
export function FillDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation();
  const fill = async ({ tagId }: FormValues) => {
    const { inserted, duplicated } = await api.post<{ inserted: number; duplicated: number }>(
      `/contact-lists/${id}/contacts`,
      { tagIds: [Number(tagId)] },
    );
    toast.success(
      `${t("contactListItems.filled", { count: inserted })} ${t("contactListItems.filledKnown", { count: duplicated })}`,
    );
  };
  return (
    <RowDialog
      title={t("contactListItems.fill")}
      listing={{ fields }}
      values={{ tagId: "" }}
      onSave={fill}
      onClose={onClose}
    />
  );
}
