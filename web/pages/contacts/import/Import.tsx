import { Page } from "../../../kit/Page.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { addTexts } from "../../../kit/translations.ts";
import { ImportSteps } from "../../../parts/imports/ImportSteps.tsx";
import type { ImportSource } from "../../../parts/imports/state.ts";
import texts from "./texts.json";

addTexts(texts);

const targets = ["none", "name", "number", "email", "tags", "otherName", "field"] as const;

/** Imports contacts from a spreadsheet. rules.md#imports */
export function Import() {
  const { t } = useTranslation();
  const source: ImportSource = {
    path: "/contacts/import/file",
    targets,
    area: "contacts",
    done: { label: t("imports.ended.contacts"), href: "/contacts" },
  };
  return (
    <Page
      title={t("imports.title")}
      lead={t("imports.lead")}
      parent={{ href: "/contacts", label: t("imports.back") }}
      width="medium"
    >
      <ImportSteps source={source} />
    </Page>
  );
}
