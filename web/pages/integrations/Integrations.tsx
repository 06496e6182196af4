import { Plug } from "lucide-react";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import type { Integration } from "./fields.ts";
import { IntegrationDialog } from "./IntegrationDialog.tsx";
import { TypeName } from "./TypeName.tsx";
import { Uses } from "../../parts/Uses.tsx";
import { addTexts } from "../../kit/translations.ts";
import "../../parts/texts.ts";
import texts from "./texts.json";

addTexts(texts);

export const integrations: Listing<Integration> = {
  name: "integrations",
  options: {
    path: "/queueIntegration",
    envelope: "queueIntegrations",
    event: "queueIntegration",
    order: "name",
  },
  icon: Plug,
  write: "integrations.write",
  nameOf: ({ name }) => name,
  columns: [
    {
      label: "integrations.name",
      cell: ({ name }) => <span className="font-medium break-words">{name}</span>,
    },
    {
      label: "integrations.type",
      cell: (row) => <TypeName row={row} />,
      className: "w-36",
      hideLabel: true,
    },
    { label: "integrations.uses", cell: ({ id }) => <Uses named="integrationId" id={id} /> },
  ],
  fields: [],
  emptyValues: {},
  dialog: IntegrationDialog,
};

/** The integrations with bots outside the box. */
export const Integrations = () => <ListPage listing={integrations} />;
