import { useSignals } from "@preact/signals-react/runtime";
import { Plus, Search, SearchX, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { can } from "../session.ts";
import { Confirm } from "./Confirm.tsx";
import { api } from "./api.ts";
import { Empty } from "./Empty.tsx";
import { LoadError } from "./LoadError.tsx";
import { type List, type Row, useList } from "./list.ts";
import { rowName, type Listing } from "./listing.ts";
import { ListRows } from "./ListRows.tsx";
import { Page } from "./Page.tsx";
import { RowDialog } from "./RowDialog.tsx";
import { toast } from "./Toast.tsx";
import { toFormValues } from "./form-values.ts";
import { saveRow } from "./save-row.ts";

/** Search, table (cards on narrow screens), one form, delete: the whole page of a simple resource. */
export function ListPage<R extends Row>({ listing }: { listing: Listing<R> }) {
  const list = useList<R>(listing.name, listing.options);
  return <ListView listing={listing} list={list} />;
}

type Props<R extends Row> = { listing: Listing<R>; list: List<R> };

export function ListView<R extends Row>({ listing, list }: Props<R>) {
  useSignals();
  const { t } = useTranslation();
  const { area = listing.name, name, options, fields, emptyValues = toFormValues(fields, {}), write, dialog: CustomDialog } = listing;
  const [editing, setEditing] = useState<R | "new" | null>(null);
  // A picture that is refused after all leaves a row behind: it isn't made twice.
  const made = useRef<number | undefined>(undefined);
  const [deleting, setDeleting] = useState<R | null>(null);
  const path = options?.path ?? `/${name}`;
  const mayCreate = can(write);
  const search = list.search.value;
  const rows = list.rows.value;
  // The empty page has the button in its middle.
  const isEmpty = rows.length === 0 && !search.trim() && !list.loading.value && !list.failed.value;
  const title = t(`${area}.${editing === "new" ? "new" : "edit"}`);

  const startNew = () => {
    made.current = undefined;
    setEditing("new");
  };
  const create = mayCreate && (
    <button type="button" data-create className="btn btn-primary shrink-0" onClick={startNew}>
      <Plus size={18} aria-hidden />
      {t(`${area}.new`)}
    </button>
  );

  return (
    <Page
      title={t(`${area}.title`)}
      lead={
        <>
          {t(`${area}.lead`)}
          {listing.note?.()}
        </>
      }
      actions={!isEmpty && create}
      filters={<SearchBox label={t(`${area}.searchLabel`)} value={search} busy={list.loading.value && rows.length > 0} onChange={(typed) => (list.search.value = typed)} />}
      count={list.loading.value ? null : list.count.value}
    >
      <ListRows listing={listing} list={list} empty={<NoRows listing={listing} list={list} create={create} />} onEdit={setEditing} onDelete={setDeleting} />
      <LoadMore list={list} />

      {editing && CustomDialog && <CustomDialog listing={listing} title={title} row={editing === "new" ? null : editing} onClose={() => setEditing(null)} />}
      {editing && !CustomDialog && (
        <RowDialog
          title={title}
          listing={listing}
          values={editing === "new" ? emptyValues : toFormValues(fields, editing)}
          onClose={() => setEditing(null)}
          onSave={async (values) => {
            await saveRow(path, fields, values, editing === "new" ? made : { current: editing.id });
            toast.success(t(editing === "new" ? "common.saved" : "common.updated"));
          }}
        />
      )}
      {deleting && (
        <Confirm
          title={t("common.deleteQuestion")}
          text={rowName(listing, deleting)}
          action={t("common.delete")}
          onClose={() => setDeleting(null)}
          onConfirm={async () => {
            await api.del(`${path}/${deleting.id}`);
            toast.success(t("common.saved"));
          }}
        />
      )}
    </Page>
  );
}

export function SearchBox({ label, value, busy, onChange }: { label: string; value: string; busy: boolean; onChange: (typed: string) => void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div role="search" className="max-w-72 min-w-0 flex-1 basis-52">
      <span className="input">
        {busy ? <span aria-hidden className="loading loading-spinner text-muted size-4.5 shrink-0" /> : <Search size={18} aria-hidden className="text-muted shrink-0" />}
        <input ref={input} type="text" inputMode="search" enterKeyHint="search" aria-label={label} placeholder={label} value={value} onChange={(event) => onChange(event.target.value)} />
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

export function NoRows<R extends Row>({ listing, list, create }: Props<R> & { create: React.ReactNode }) {
  useSignals();
  const { t } = useTranslation();
  const { area = listing.name, icon } = listing;
  const search = list.search.value.trim();
  if (list.failed.value) {
    return (
      <LoadError error={list.failed.value} onRetry={list.reload} />
    );
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
  return <Empty icon={icon} title={t(`${area}.emptyTitle`)} text={t(can(listing.write) ? `${area}.emptyText` : `${area}.emptyTextUser`)} action={create} />;
}

/** Asks for the next page when its place comes within 100 px of sight. */
export function LoadMore<R extends Row>({ list }: { list: List<R> }) {
  useSignals();
  const { t } = useTranslation();
  const end = useRef<HTMLDivElement>(null);
  const here = list.rows.value.length;

  useEffect(() => {
    const mark = end.current;
    if (!mark) return;
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && list.more(), { rootMargin: "100px" });
    watch.observe(mark);
    return () => watch.disconnect();
  }, [list, here]);

  if (!list.hasMore.value || here === 0) return null;
  return (
    <div ref={end} className="text-muted text-small py-4 text-center">
      {list.failed.value ? (
        <button type="button" className="btn btn-sm" onClick={list.reload}>
          {t("common.retry")}
        </button>
      ) : (
        t("common.loadingMore")
      )}
    </div>
  );
}
