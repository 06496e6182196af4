import { Ban, Download, FileSpreadsheet, Undo2 } from "lucide-react";
import { useState } from "react";
import type * as optOutsTable from "../../../src/modules/opt-outs/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import type { Field } from "../../forms/form.ts";
import { api } from "../../kit/api.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { download } from "../../kit/download.ts";
import { dateTime, language, phone, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { addTexts } from "../../kit/translations.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { RowDialog } from "../../lists/RowDialog.tsx";
import "../../parts/contacts/texts.ts";
import { ImportSteps } from "../../parts/imports/ImportSteps.tsx";
import { can } from "../../session/can.ts";
import texts from "./texts.json";

addTexts(texts);

type OptOut = Wire<optOutsTable.OptOut>;

export const optOuts: Listing<OptOut> = {
  name: "opt-outs",
  area: "optOuts",
  icon: Ban,
  write: "opt-outs.write",
  canEdit: () => false,
  nameOf: ({ name, number }) => name || phone(number ?? ""),
  columns: [
    { label: "optOuts.number", cell: (row) => <Who row={row} />, className: "min-w-44" },
    { label: "optOuts.source", cell: (row) => <Source row={row} />, className: "min-w-40" },
    {
      label: "optOuts.reason",
      cell: ({ reason }) =>
        reason ? <span className="line-clamp-2 break-words">{reason}</span> : null,
    },
    { label: "optOuts.at", cell: (row) => <Since row={row} /> },
  ],
  fields: [
    {
      name: "number",
      label: "optOuts.number",
      hint: "optOuts.numberHint",
      type: "tel",
      required: true,
      min: 8,
      max: 50,
    },
    { name: "name", label: "optOuts.name", min: 2, max: 100 },
    { name: "reason", label: "optOuts.reason", max: 500 },
  ],
};

const backFields: Field[] = [
  {
    name: "reason",
    label: "optOuts.backReason",
    hint: "optOuts.backHint",
    type: "textarea",
    rows: 3,
    required: true,
    min: 3,
    max: 500,
  },
];
const importTargets = ["none", "number", "name", "otherName"] as const;

/** The people whom campaigns leave out. A user can add and remove them. rules.md#opt-outs */
export function OptOuts() {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const [importing, setImporting] = useState(false);
  const [taking, setTaking] = useState<OptOut | null>(null);
  const tools = (
    <>
      <button
        type="button"
        className="btn"
        onClick={() =>
          void download("/opt-outs/export", { language: language.peek() }).catch(toast.error)
        }
      >
        <Download size={18} aria-hidden />
        <span className="max-phone:sr-only">{t("optOuts.export")}</span>
      </button>
      {can("opt-outs.write") && (
        <button type="button" className="btn" onClick={() => setImporting(true)}>
          <FileSpreadsheet size={18} aria-hidden />
          <span className="max-phone:sr-only">{t("optOuts.import")}</span>
        </button>
      )}
    </>
  );
  const showAll = (
    <label className="flex cursor-pointer items-center gap-2">
      <input
        type="checkbox"
        className="checkbox checkbox-primary checkbox-sm"
        checked={all}
        onChange={({ target }) => setAll(target.checked)}
      />
      {t("optOuts.all")}
    </label>
  );
  return (
    <>
      <ListPage
        listing={{
          ...optOuts,
          tools,
          filters: showAll,
          options: {
            envelope: "records",
            event: "optOut",
            key: "record",
            filtered: true,
            ...(all && { query: { back: "true" } }),
          },
          actions: (row) =>
            row.backAt || !can("opt-outs.write")
              ? []
              : [{ label: "optOuts.takeBack", icon: Undo2, run: () => setTaking(row) }],
        }}
      />
      {taking && (
        <RowDialog
          title={t("optOuts.backTitle", { name: optOuts.nameOf!(taking) })}
          listing={{ fields: backFields }}
          values={{ reason: "" }}
          onSave={async ({ reason }) => {
            await api.post(`/opt-outs/${taking.id}/back`, { reason });
            toast.success(t("common.updated"));
          }}
          onClose={() => setTaking(null)}
        />
      )}
      {importing && (
        <Dialog title={t("optOuts.importTitle")} size="large" onClose={() => setImporting(false)}>
          <ImportSteps
            source={{
              path: "/opt-outs/import",
              targets: importTargets,
              area: "optOuts",
              done: { label: t("common.close"), run: () => setImporting(false) },
            }}
          />
        </Dialog>
      )}
    </>
  );
}

function Who({ row: { name, number } }: { row: OptOut }) {
  const { t } = useTranslation();
  if (number === null) return <span className="text-muted">{t("optOuts.erased")}</span>;
  return (
    <span>
      {name && <span className="block font-medium wrap-anywhere">{name}</span>}
      <span
        className={`tabular whitespace-nowrap ${name ? "text-muted text-small" : "font-medium"}`}
      >
        {phone(number)}
      </span>
    </span>
  );
}

function Source({ row: { source, campaign, user } }: { row: OptOut }) {
  const { t } = useTranslation();
  const by = source === "answer" ? campaign?.name : user?.name;
  return (
    <span>
      {t(`contacts.optOut.sources.${source}`)}
      {by && <span className="text-muted text-small block wrap-anywhere">{by}</span>}
    </span>
  );
}

function Since({ row: { at, backAt, backReason } }: { row: OptOut }) {
  const { t } = useTranslation();
  return (
    <span>
      <span className="tabular whitespace-nowrap">{dateTime(at)}</span>
      {backAt && (
        <span className="text-muted text-small block wrap-anywhere">
          {t("optOuts.backAt", { at: dateTime(backAt), reason: backReason })}
        </span>
      )}
    </span>
  );
}
