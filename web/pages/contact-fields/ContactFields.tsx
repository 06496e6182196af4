import { Braces } from "lucide-react";
import type { FieldDefinition } from "../../../src/modules/contacts/table.ts";
import { contactFieldTypes } from "../../../src/shared/contact-fields.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { State } from "../../kit/State.tsx";
import { t } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import texts from "./texts.json";

addTexts(texts);

type Definition = Wire<FieldDefinition>;

/** The fields that all contacts have. rules.md#contact-fields */
const contactFields: Listing<Definition> = {
  name: "contact-fields",
  area: "contactFields",
  options: { event: "contactField", envelope: "records", order: "label" },
  icon: Braces,
  write: "contact-fields.write",
  nameOf: ({ label }) => label,
  columns: [
    {
      label: "contactFields.label",
      cell: ({ label }) => <span className="wrap-anywhere">{label}</span>,
    },
    { label: "contactFields.variable", cell: ({ key }) => <code>{`{${key}}`}</code> },
    { label: "contactFields.type", cell: ({ type }) => t(`contactFields.types.${type}`) },
    {
      label: "contactFields.filled",
      cell: ({ filled, unreadable }) => (
        <span className="flex flex-wrap items-center gap-2">
          <span className="tabular">{filled}</span>
          {unreadable > 0 && (
            <State tone="wait">{t("contactFields.unreadable", { count: unreadable })}</State>
          )}
        </span>
      ),
    },
  ],
  fields: [],
  emptyValues: { label: "", type: "text" },
};

// Their texts are in the language of the moment.
const fields = (): Listing<Definition>["fields"] => [
  { name: "label", label: "contactFields.label", required: true, min: 1, max: 50, wire: ["key"] },
  {
    name: "type",
    label: "contactFields.type",
    type: "select",
    required: true,
    hint: "contactFields.typeHint",
    items: contactFieldTypes.map((type) => ({
      value: type,
      label: t(`contactFields.types.${type}`),
    })),
  },
];

export const ContactFields = () => <ListPage listing={{ ...contactFields, fields: fields() }} />;
