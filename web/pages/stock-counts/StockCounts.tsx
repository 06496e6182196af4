import { useSignals } from "@preact/signals-react/runtime";
import { ClipboardCheck, LockOpen } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { centsOf } from "../../../src/shared/money.ts";
import { Page } from "../../kit/Page.tsx";
import { State } from "../../kit/State.tsx";
import { date, time, useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { LoadMore, NoRows } from "../../lists/ListPage.tsx";
import { type List, useList } from "../../lists/list.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListRows } from "../../lists/ListRows.tsx";
import { BeginCount } from "./BeginCount.tsx";
import { Signed } from "./Signed.tsx";
import type { CountRow } from "./types.ts";
import texts from "./texts.json";

addTexts(texts);

const amounts = "text-right tabular";

const listing: Listing<CountRow> = {
  name: "stockCounts",
  icon: ClipboardCheck,
  write: "productStores.write",
  canEdit: () => false,
  canDelete: () => false,
  fields: [],
  nameOf: ({ store, createdAt }) => `${store.name} ${date(createdAt)}`,
  columns: [
    {
      label: "stockCounts.begun",
      cell: ({ id, createdAt }) => (
        <Link
          href={`/stock-counts/${id}`}
          data-main
          className="link link-primary tabular font-semibold whitespace-nowrap"
        >
          {date(createdAt)} {time(createdAt)}
        </Link>
      ),
    },
    { label: "stockCounts.store", cell: ({ store }) => store.name },
    { label: "stockCounts.what", cell: (count) => <What count={count} /> },
    {
      label: "stockCounts.person",
      className: "max-lg:hidden",
      cell: ({ user }) => user?.name ?? "–",
    },
    { label: "stockCounts.state", cell: (count) => <Ended count={count} /> },
    { label: "stockCounts.counted", className: amounts, cell: ({ counted }) => counted },
    { label: "stockCounts.differing", className: amounts, cell: ({ differing }) => differing },
    {
      label: "stockCounts.value",
      className: amounts,
      cell: ({ value }) => (value === null ? "–" : <Signed cents={centsOf(value)} />),
    },
  ],
};

/** The counts of the stock, newest first. rules.md#stock-counts */
export function StockCounts() {
  const list = useList<CountRow>("stock-counts", { event: "stockCount" });
  return <StockCountsView list={list} />;
}

export function StockCountsView({ list }: { list: List<CountRow> }) {
  useSignals();
  const { t } = useTranslation();
  const [, go] = useLocation();
  const [isBeginning, setIsBeginning] = useState(false);
  const create = (
    <button
      type="button"
      data-create
      className="btn btn-primary"
      onClick={() => setIsBeginning(true)}
    >
      <ClipboardCheck size={18} aria-hidden />
      {t("stockCounts.new")}
    </button>
  );
  return (
    <Page
      title={t("stockCounts.title")}
      lead={t("stockCounts.lead")}
      counted={list.loading.value ? "" : t("stockCounts.counted", { count: list.count.value })}
      actions={create}
    >
      <ListRows
        listing={listing}
        list={list}
        empty={<NoRows listing={listing} list={list} create={create} />}
        onEdit={({ id }) => go(`/stock-counts/${id}`)}
        onDelete={() => {}}
      />
      <LoadMore list={list} />
      {isBeginning && (
        <BeginCount
          onBegun={(id) => go(`/stock-counts/${id}`)}
          onClose={() => setIsBeginning(false)}
        />
      )}
    </Page>
  );
}

function What({ count: { category } }: { count: CountRow }) {
  const { t } = useTranslation();
  return category ?? t("stockCounts.all");
}

function Ended({ count: { closedAt } }: { count: CountRow }) {
  const { t } = useTranslation();
  return closedAt ? (
    <span className="tabular whitespace-nowrap">
      {date(closedAt)} {time(closedAt)}
    </span>
  ) : (
    <State tone="ok" icon={LockOpen}>
      {t("stockCounts.isOpen")}
    </State>
  );
}
