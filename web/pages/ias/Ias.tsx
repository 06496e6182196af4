import { Sparkles } from "lucide-react";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { Uses } from "../../parts/Uses.tsx";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import "../../parts/texts.ts";
import { type Ia, typeNames } from "./fields.ts";
import { IaDialog } from "./IaDialog.tsx";
import { MonthlyUsage } from "./MonthlyUsage.tsx";
import texts from "./texts.json";

addTexts(texts);

export const ias: Listing<Ia> = {
  name: "ias",
  options: { event: "ias", order: "name" },
  icon: Sparkles,
  write: "ias.write",
  nameOf: ({ name }) => name,
  columns: [
    { label: "ias.name", cell: (row) => <Name row={row} /> },
    {
      label: "ias.model",
      cell: ({ type, model }) => (
        <span className="break-words">{`${typeNames[type]} · ${model}`}</span>
      ),
      hideLabel: true,
    },
    { label: "integrations.uses", cell: ({ id }) => <Uses named="promptId" id={id} /> },
  ],
  fields: [],
  emptyValues: {},
  dialog: IaDialog,
  note: () => <MonthlyUsage />,
};

/** The AIs that answer customers. */
export const Ias = () => <ListPage listing={ias} />;

function Name({ row: { name, isActive } }: { row: Ia }) {
  const { t } = useTranslation();
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className="min-w-0 font-medium break-words">{name}</span>
      {!isActive && <span className="text-waiting text-small">{t("ias.paused")}</span>}
    </span>
  );
}
