import { useSignals } from "@preact/signals-react/runtime";
import { PackagePlus, Plus, Undo2 } from "lucide-react";
import { Link, useLocation } from "wouter";
import { Page } from "../../kit/Page.tsx";
import { State } from "../../kit/State.tsx";
import { date, money, time, useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { LoadMore, NoRows, SearchBox } from "../../lists/ListPage.tsx";
import { type List, useList } from "../../lists/list.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListRows } from "../../lists/ListRows.tsx";
import type { PurchaseRow } from "./types.ts";
import texts from "./texts.json";

addTexts(texts);

const amounts = "text-right tabular";

const listing: Listing<PurchaseRow> = {
  name: "purchases",
  icon: PackagePlus,
  write: "productStores.write",
  canEdit: () => false,
  canDelete: () => false,
  fields: [],
  nameOf: ({ supplier, createdAt }) => supplier || date(createdAt),
  columns: [
    {
      label: "purchases.day",
      cell: ({ id, createdAt }) => (
        <Link
          href={`/purchases/${id}`}
          data-main
          className="link link-primary tabular font-semibold whitespace-nowrap"
        >
          {date(createdAt)} {time(createdAt)}
        </Link>
      ),
    },
    {
      label: "purchases.supplier",
      cell: ({ supplier }) => <span className="wrap-anywhere">{supplier || "–"}</span>,
    },
    { label: "purchases.number", className: "max-lg:hidden", cell: ({ number }) => number || "–" },
    { label: "purchases.store", cell: ({ store }) => store.name },
    {
      label: "purchases.person",
      className: "max-lg:hidden",
      cell: ({ user }) => user?.name ?? "–",
    },
    { label: "purchases.items", className: amounts, cell: ({ items }) => items },
    {
      label: "purchases.total",
      className: amounts,
      cell: ({ total, undoneAt }) => <Total total={total} isUndone={undoneAt !== null} />,
    },
  ],
};

/** The goods that came in, newest first. rules.md#purchases */
export function Purchases() {
  return <PurchasesView list={useList<PurchaseRow>("purchases")} />;
}

export function PurchasesView({ list }: { list: List<PurchaseRow> }) {
  useSignals();
  const { t } = useTranslation();
  const [, go] = useLocation();
  const create = (
    <Link href="/purchases/new" className="btn btn-primary" data-create>
      <Plus size={18} aria-hidden />
      {t("purchases.new")}
    </Link>
  );
  return (
    <Page
      title={t("purchases.title")}
      lead={t("purchases.lead")}
      counted={list.loading.value ? "" : t("purchases.counted", { count: list.count.value })}
      actions={create}
      filters={
        <SearchBox
          label={t("purchases.searchLabel")}
          value={list.search.value}
          busy={list.loading.value && list.rows.value.length > 0}
          onChange={(typed) => (list.search.value = typed)}
        />
      }
    >
      <ListRows
        listing={listing}
        list={list}
        empty={<NoRows listing={listing} list={list} create={create} />}
        onEdit={({ id }) => go(`/purchases/${id}`)}
        onDelete={() => {}}
      />
      <LoadMore list={list} />
    </Page>
  );
}

function Total({ total, isUndone }: { total: string; isUndone: boolean }) {
  const { t } = useTranslation();
  return (
    <span className="inline-flex items-center gap-2">
      {isUndone && (
        <State tone="quiet" icon={Undo2}>
          {t("purchases.undone")}
        </State>
      )}
      <span className={isUndone ? "text-muted line-through" : ""}>{money(total)}</span>
    </span>
  );
}
