import { useSignals } from "@preact/signals-react/runtime";
import { Plus, Search, SearchX, X } from "lucide-react";
import { useRef, useState } from "react";
import { can } from "../session/can.ts";
import { ApiError } from "../kit/api.ts";
import { ConfirmDelete } from "../kit/ConfirmDelete.tsx";
import { Empty } from "../kit/Empty.tsx";
import { LoadError } from "../kit/LoadError.tsx";
import { type List, useList } from "./list.ts";
import type { Row } from "./paged-list.ts";
import { rowName, type Listing } from "./listing.ts";
import { ListRows } from "./ListRows.tsx";
import { NextPage } from "./NextPage.tsx";
import { Page } from "../kit/Page.tsx";
import { useTranslation } from "../kit/text.ts";
import { Pager } from "./Pager.tsx";
import { RowDialog } from "./RowDialog.tsx";
import { toast } from "../kit/Toast.tsx";
import { toFormValues } from "../forms/form-values.ts";
import type { Edit } from "../forms/save-edit.ts";
import { editOf, saveRow } from "./save-row.ts";

/**
 * The whole page of a simple resource: search, table (cards on narrow screens), one form, and
 * delete.
 */
export function ListPage<R extends Row>({
  listing,
  frame,
}: {
  listing: Listing<R>;
  frame?: typeof Page;
}) {
  const list = useList<R>(listing.name, listing.options);
  return <ListView listing={listing} list={list} frame={frame} />;
}

type Props<R extends Row> = { listing: Listing<R>; list: List<R> };

/** The list in the frame of a page, or of a page's tab. */
export function ListView<R extends Row>({
  listing,
  list,
  frame: Frame = Page,
}: Props<R> & { frame?: typeof Page }) {
  useSignals();
  const { t } = useTranslation();
  const {
    area = listing.name,
    name,
    options,
    fields,
    emptyValues = toFormValues(fields, {}),
    write,
    dialog: CustomDialog,
  } = listing;
  const [editing, setEditing] = useState<R | "new" | null>(null);
  // A refused picture leaves its saved row behind, which a second submit must not create again.
  const edit = useRef<Edit>(editOf([], null, {}));
  const [deleting, setDeleting] = useState<R | null>(null);
  const path = listing.itemPath ?? options?.path ?? `/${name}`;
  const mayCreate = can(write) && !listing.noCreate;
  const search = list.search.value;
  const rows = list.rows.value;
  // An empty page has the create button in its middle.
  const isEmpty = rows.length === 0 && !search.trim() && !list.loading.value && !list.failed.value;
  const title = t(`${area}.${editing === "new" ? "new" : "edit"}`);

  // The fields show their own errors too.
  const sayRefused = (error: unknown) => {
    if (listing.refused && error instanceof ApiError && [409, 422].includes(error.status))
      toast.error(t(listing.refused));
    throw error;
  };
  const start = (row: R | "new") => {
    edit.current =
      row === "new" ? editOf([], null, {}) : editOf(fields, row, toFormValues(fields, row));
    setEditing(row);
  };
  const create = mayCreate && (
    <button
      type="button"
      data-create
      className="btn btn-primary shrink-0"
      onClick={() => start("new")}
    >
      <Plus size={18} aria-hidden />
      {t(`${area}.new`)}
    </button>
  );

  return (
    <Frame
      title={listing.title ?? t(`${area}.title`)}
      parent={listing.parent}
      lead={
        <>
          {t(`${area}.lead`)}
          {listing.note?.()}
        </>
      }
      actions={
        <>
          {listing.tools}
          {!isEmpty && create}
        </>
      }
      filters={
        <>
          <SearchBox
            label={t(`${area}.searchLabel`)}
            value={search}
            busy={list.loading.value && rows.length > 0}
            onChange={(typed) => (list.search.value = typed)}
          />
          {listing.filters}
        </>
      }
      counted={list.loading.value ? "" : t(`${area}.counted`, { count: list.count.value })}
    >
      <ListRows
        listing={listing}
        list={list}
        empty={<NoRows listing={listing} list={list} create={create} />}
        onEdit={start}
        onDelete={setDeleting}
      />
      <LoadMore list={list} />
      {listing.pager && <Pager list={list} size={options?.size ?? 20} />}

      {editing && CustomDialog && (
        <CustomDialog
          listing={listing}
          title={title}
          row={editing === "new" ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      {editing && !CustomDialog && (
        <RowDialog
          title={title}
          listing={listing}
          values={editing === "new" ? emptyValues : toFormValues(fields, editing)}
          onClose={() => setEditing(null)}
          onSave={async (values) => {
            await saveRow(path, fields, values, edit.current, listing.always).catch(sayRefused);
            toast.success(t(editing === "new" ? "common.saved" : "common.updated"));
          }}
        />
      )}
      {deleting && (
        <ConfirmDelete
          path={`${path}/${deleting.id}`}
          text={rowName(listing, deleting)}
          onClose={() => setDeleting(null)}
        />
      )}
    </Frame>
  );
}

export function SearchBox({
  label,
  value,
  busy,
  onChange,
}: {
  label: string;
  value: string;
  busy: boolean;
  onChange: (typed: string) => void;
}) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div role="search" className="max-w-72 min-w-0 flex-1 basis-52">
      <span className="input">
        {busy ? (
          <span aria-hidden className="loading loading-spinner text-muted size-4.5 shrink-0" />
        ) : (
          <Search size={18} aria-hidden className="text-muted shrink-0" />
        )}
        <input
          ref={input}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          aria-label={label}
          placeholder={label}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        {value && (
          <button
            type="button"
            className="btn btn-ghost btn-square btn-xs -mr-1.5"
            aria-label={t("common.clear")}
            onClick={() => {
              onChange("");
              input.current?.focus();
            }}
          >
            <X size={16} aria-hidden />
          </button>
        )}
      </span>
    </div>
  );
}

export function NoRows<R extends Row>({
  listing,
  list,
  create,
}: {
  listing: Pick<Listing<R>, "name" | "area" | "emptyArea" | "icon" | "write">;
  list: List<R>;
  create: React.ReactNode;
}) {
  useSignals();
  const { t } = useTranslation();
  const { area = listing.name, emptyArea = area, icon } = listing;
  const search = list.search.value.trim();
  if (list.failed.value) {
    return <LoadError error={list.failed.value} onRetry={list.reload} />;
  }
  if (search) {
    return (
      <Empty
        icon={SearchX}
        title={t("common.noMatch")}
        text={t("common.noMatchText", { search })}
        action={
          <button type="button" className="btn" onClick={() => (list.search.value = "")}>
            {t("common.clear")}
          </button>
        }
      />
    );
  }
  return (
    <Empty
      icon={icon}
      title={t(`${emptyArea}.emptyTitle`)}
      text={t(can(listing.write) ? `${emptyArea}.emptyText` : `${emptyArea}.emptyTextUser`)}
      action={create}
    />
  );
}

/** Loads the next page of a list when its end scrolls into view. */
export function LoadMore<R extends Row>({ list }: { list: List<R> }) {
  useSignals();
  if (!list.hasMore.value || list.rows.value.length === 0) return null;
  const isFailed = list.failed.value !== null;
  return (
    <NextPage
      state={isFailed ? "failed" : list.loading.value ? "loading" : "ready"}
      hasMore
      more={isFailed ? list.reload : list.more}
    />
  );
}
