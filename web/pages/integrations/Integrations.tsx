import { Plug } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Listing } from "../../kit/listing.ts";
import { ListPage } from "../../kit/ListPage.tsx";
import { icons, type Integration, typeNames } from "./fields.ts";
import { IntegrationDialog } from "./IntegrationDialog.tsx";
import { Uses } from "./Uses.tsx";

export const integrations: Listing<Integration> = {
  name: "integrations",
  options: { path: "/queueIntegration", envelope: "queueIntegrations", event: "queueIntegration", order: "name" },
  icon: Plug,
  write: "integrations.write",
  nameOf: ({ name }) => name,
  columns: [
    { label: "integrations.name", cell: ({ name }) => <span className="font-medium break-words">{name}</span> },
    { label: "integrations.type", cell: (row) => <Type row={row} />, className: "w-36", hideLabel: true },
    { label: "integrations.uses", cell: ({ id }) => <Uses named="integrationId" id={id} /> },
  ],
  fields: [],
  emptyValues: {},
  dialog: IntegrationDialog,
};

/** The integrations with bots outside the box. */
export const Integrations = () => <ListPage listing={integrations} />;

export function Type({ row: { type } }: { row: Integration }) {
  const { t } = useTranslation();
  const Icon = icons[type];
  return (
    <span className="flex items-center gap-2">
      <Icon size={18} aria-hidden className="text-muted shrink-0" />
      <span className="sr-only">{t("integrations.type")}: </span>
      {typeNames[type]}
    </span>
  );
}
