import { useSignals } from "@preact/signals-react/runtime";
import { choicesOf, useChoices } from "../../forms/choices.ts";
import type { Field } from "../../forms/form.ts";
import { api } from "../../kit/api.ts";
import { useTranslation } from "../../kit/text.ts";
import { RowDialog } from "../../lists/RowDialog.tsx";
import type { FullCount } from "./types.ts";

const stores = choicesOf({ name: "stores", event: "store" });

/** Begins to count a store, or one of its categories. */
export function BeginCount({
  onBegun,
  onClose,
}: {
  onBegun: (id: number) => void;
  onClose: () => void;
}) {
  useSignals();
  const { t } = useTranslation();
  useChoices(stores);
  const all = stores.rows.value;
  if (!all) return null;
  const fields: Field[] = [
    {
      name: "storeId",
      label: "stockCounts.store",
      type: "select",
      required: true,
      emptyLabel: all.length === 1 ? undefined : "common.choose",
      items: all.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    {
      name: "categoryId",
      label: "stockCounts.what",
      type: "resource",
      resource: { name: "categories", event: "category" },
      emptyLabel: "stockCounts.all",
    },
  ];
  return (
    <RowDialog
      title={t("stockCounts.new")}
      size="small"
      listing={{ fields }}
      values={{ storeId: all.length === 1 ? String(all[0]!.id) : "", categoryId: "" }}
      submit={t("stockCounts.begin")}
      onSave={async ({ storeId, categoryId }) => {
        const { id } = await api.post<FullCount>("/stock-counts", {
          storeId: Number(storeId),
          categoryId: categoryId ? Number(categoryId) : null,
        });
        onBegun(id);
      }}
      onClose={onClose}
    />
  );
}
