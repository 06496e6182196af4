import { useSignals } from "@preact/signals-react/runtime";
import { LayoutTemplate } from "lucide-react";
import { useState } from "react";
import type { TemplateState } from "../../../src/shared/templates.ts";
import { Link } from "wouter";
import { useChoices } from "../../forms/choices.ts";
import { Empty } from "../../kit/Empty.tsx";
import { LabeledSelect } from "../../kit/LabeledSelect.tsx";
import { Page } from "../../kit/Page.tsx";
import { t, useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { connections } from "../../lists/company-lists.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { languageName } from "../../parts/templates/language-name.ts";
import type { Template } from "../../parts/templates/types.ts";
import { can } from "../../session/can.ts";
import { TemplateDialog } from "./TemplateDialog.tsx";
import texts from "./texts.json";

addTexts(texts);

/** The message templates of a connection on the official channel. rules.md#templates */
export function Templates() {
  useSignals();
  const { t } = useTranslation();
  useChoices(connections);
  const [chosen, setChosen] = useState<number | null>(null);
  const able = (connections.rows.value ?? []).filter(({ capabilities }) => capabilities.templates);
  const whatsappId = chosen ?? able[0]?.id;
  if (whatsappId === undefined)
    return (
      <Page title={t("templates.title")} lead={t("templates.lead")}>
        {connections.rows.value && (
          <Empty
            icon={LayoutTemplate}
            title={t("templates.noConnection")}
            text={t("templates.noConnectionText")}
            action={
              can("connections-page:addConnection") && (
                <Link href="/connections" className="btn btn-primary">
                  {t("templates.connect")}
                </Link>
              )
            }
          />
        )}
      </Page>
    );
  return (
    <ListPage
      key={whatsappId}
      listing={listingOf(
        whatsappId,
        able.length > 1 && (
          <LabeledSelect
            label={t("templates.connection")}
            value={whatsappId}
            options={able}
            onChange={setChosen}
          />
        ),
      )}
    />
  );
}

/** The list of one connection's templates. */
export const listingOf = (
  whatsappId: number,
  filters: Listing<Template>["filters"],
): Listing<Template> => ({
  name: "templates",
  options: {
    envelope: "records",
    query: { whatsappId: String(whatsappId) },
    size: 50,
    order: "name",
  },
  icon: LayoutTemplate,
  write: "templates.write",
  columns: [
    {
      label: "templates.name",
      cell: (row) => <Name row={row} />,
    },
    {
      label: "templates.category",
      cell: ({ category }) => t(`templates.categories.${category}`),
    },
    { label: "templates.state", cell: (row) => <State row={row} /> },
    {
      label: "templates.quality",
      cell: ({ quality }) => (quality === "UNKNOWN" ? "–" : t(`templates.qualities.${quality}`)),
    },
  ],
  fields: [],
  filters,
  dialog: (props) => <TemplateDialog {...props} whatsappId={whatsappId} />,
});

function Name({ row: { name, language } }: { row: Template }) {
  const { tag } = useTranslation();
  return (
    <span className="break-all">
      {name} <span className="text-muted text-small">{languageName(language, tag)}</span>
    </span>
  );
}

function State({ row: { state, reason, isPlain } }: { row: Template }) {
  return (
    <span>
      <span className={`badge ${colors[state]}`}>{t(`templates.states.${state}`)}</span>
      {reason && (
        <span className="text-muted text-small block">{t("templates.reason", { reason })}</span>
      )}
      {!isPlain && <span className="text-muted text-small block">{t("templates.notPlain")}</span>}
    </span>
  );
}

const colors: Record<TemplateState, string> = {
  APPROVED: "badge-success",
  PENDING: "badge-info",
  REJECTED: "badge-error",
  PAUSED: "badge-warning",
  FLAGGED: "badge-warning",
  DISABLED: "badge-error",
  PENDING_DELETION: "badge-neutral",
  LIMIT_EXCEEDED: "badge-error",
};
