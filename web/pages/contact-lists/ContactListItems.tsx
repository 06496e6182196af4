import { useSignals } from "@preact/signals-react/runtime";
import { CircleCheck, CircleDashed, CircleX, Contact, FileSpreadsheet, Tags } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useParams } from "wouter";
import type { Frame } from "../../../src/shared/wire.ts";
import { api } from "../../kit/api.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { Page } from "../../kit/Page.tsx";
import { phone, useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { saveRow } from "../../lists/save-row.ts";
import { ImportSteps } from "../../parts/imports/ImportSteps.tsx";
import { can } from "../../session/can.ts";
import { live } from "../../session/live.ts";
import { FillDialog } from "./FillDialog.tsx";
import { ItemDialog } from "./ItemDialog.tsx";
import type { ContactList, ContactListItem } from "./types.ts";
import texts from "./texts.json";

addTexts(texts);

const validities = ["", "true", "false", "unknown"] as const;
type Validity = (typeof validities)[number];

const listing: Listing<ContactListItem> = {
  name: "contact-list-items",
  area: "contactListItems",
  icon: Contact,
  write: "contact-lists.write",
  columns: [
    {
      label: "contactListItems.name",
      cell: ({ name }) => <span className="font-medium wrap-anywhere">{name}</span>,
      className: "min-w-44",
    },
    {
      label: "contactListItems.number",
      cell: ({ number }) => <span className="tabular whitespace-nowrap">{phone(number)}</span>,
    },
    {
      label: "contactListItems.email",
      cell: ({ email }) => (email ? <span className="wrap-anywhere">{email}</span> : null),
      className: "min-w-48 max-lg:hidden",
    },
    {
      label: "contactListItems.valid",
      cell: ({ isWhatsappValid }) => <ValidityMark valid={isWhatsappValid} />,
    },
  ],
  fields: [],
};

const importTargets = ["none", "name", "number", "email", "otherName"] as const;

/** The contacts of a list: typed, from a spreadsheet, or of a tag. */
export function ContactListItems() {
  const { contactListId } = useParams<{ contactListId: string }>();
  return <Items key={contactListId} id={Number(contactListId)} />;
}

function Items({ id }: { id: number }) {
  useSignals();
  const { t } = useTranslation();
  const { list, failed, read } = useContactList(id);
  const [valid, setValid] = useState<Validity>("");
  const [open, setOpen] = useState<"import" | "fill" | null>(null);
  const parent = { href: "/contact-lists", label: t("contactLists.title") };
  const close = () => setOpen(null);
  // The component must stay the same while it is open, or typed values are lost.
  const dialog = useMemo(() => dialogOf(id), [id]);
  if (failed) {
    return (
      <Page title={t("contactListItems.title")} parent={parent}>
        <div className="card-quiet" role="alert">
          <LoadError title={t("common.failed")} error={failed} onRetry={read} />
        </div>
      </Page>
    );
  }
  const tools = can("contact-lists.write") && (
    <>
      <button type="button" className="btn" onClick={() => setOpen("fill")}>
        <Tags size={18} aria-hidden />
        {t("contactListItems.fill")}
      </button>
      <button type="button" className="btn" onClick={() => setOpen("import")}>
        <FileSpreadsheet size={18} aria-hidden />
        {t("contactListItems.upload")}
      </button>
    </>
  );
  return (
    <>
      <ListPage
        listing={{
          ...listing,
          title: list?.name ?? t("contactListItems.title"),
          parent,
          tools,
          options: {
            envelope: "contacts",
            event: "ContactListItem",
            key: "record",
            query: { contactListId: String(id), ...(valid && { valid }) },
            filtered: true,
          },
          filters: <ValidityFilter value={valid} onChange={setValid} />,
          dialog,
        }}
      />
      {open === "fill" && <FillDialog id={id} onClose={close} />}
      {open === "import" && (
        <Dialog title={t("contactListItems.uploadTitle")} size="large" onClose={close}>
          <ImportSteps
            source={{
              path: `/contact-lists/${id}/import`,
              targets: importTargets,
              area: "contactLists",
              done: { label: t("common.close"), run: close },
            }}
          />
        </Dialog>
      )}
    </>
  );
}

const dialogOf =
  (contactListId: number): Listing<ContactListItem>["dialog"] =>
  ({ title, row, onClose }) => (
    <ItemDialog
      title={title}
      row={row}
      save={(fields, values, edit) =>
        saveRow("/contact-list-items", fields, values, edit, { contactListId })
      }
      onClose={onClose}
    />
  );

function useContactList(id: number) {
  const [list, setList] = useState<ContactList | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const read = () => {
    api
      .get<ContactList>(`/contact-lists/${id}`)
      .then((fetched) => (setList(fetched), setFailed(null)), setFailed);
  };
  useEffect(() => {
    read();
    return live.on("ContactList", ({ record }: Frame) => {
      if ((record as ContactList | undefined)?.id === id) setList(record as ContactList);
    });
  }, [id]);
  return { list, failed, read };
}

function ValidityFilter({
  value,
  onChange,
}: {
  value: Validity;
  onChange: (value: Validity) => void;
}) {
  const { t } = useTranslation();
  return (
    <label className="flex items-center gap-2">
      <span className="text-muted">{t("contactListItems.valid")}</span>
      <select
        className="select w-auto"
        value={value}
        onChange={({ target }) => onChange(validities.find((one) => one === target.value) ?? "")}
      >
        {validities.map((one) => (
          <option key={one} value={one}>
            {t(`contactListItems.validity.${one || "all"}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

function ValidityMark({ valid }: { valid: boolean | null }) {
  const { t } = useTranslation();
  const kind = valid === null ? "unknown" : (String(valid) as "true" | "false");
  const Icon = { true: CircleCheck, false: CircleX, unknown: CircleDashed }[kind];
  return (
    <span
      className={`inline-flex items-center gap-1.5 ${kind === "true" ? "text-primary" : kind === "false" ? "text-error" : "text-muted"}`}
    >
      <Icon size={16} aria-hidden className="shrink-0" />
      {t(`contactListItems.validity.${kind}`)}
    </span>
  );
}
