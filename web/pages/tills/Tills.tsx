import { useSignals } from "@preact/signals-react/runtime";
import { LockOpen, Wallet } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { centsOf } from "../../../src/shared/money.ts";
import { api } from "../../kit/api.ts";
import { Empty } from "../../kit/Empty.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { Page } from "../../kit/Page.tsx";
import { State } from "../../kit/State.tsx";
import { date, money, time, useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { LoadMore } from "../../lists/ListPage.tsx";
import { type List, useList } from "../../lists/list.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListRows } from "../../lists/ListRows.tsx";
import { can } from "../../session/can.ts";
import { live } from "../../session/live.ts";
import { me } from "../../session/session.ts";
import { Difference } from "./Difference.tsx";
import { OpenTill } from "./OpenTill.tsx";
import type { Counter, TillRow } from "./types.ts";
import texts from "./texts.json";

addTexts(texts);

/** The tills, newest first: all of them for admins, their own for others. rules.md#tills */
export function Tills() {
  const list = useList<TillRow>("tills");
  return <TillsView list={list} counter={useCounter()} />;
}

function useCounter(): Counter | null {
  const [counter, setCounter] = useState<Counter | null>(null);
  useEffect(() => {
    const read = () =>
      void api
        .get<Counter>("/tills/counter")
        .then(setCounter)
        .catch(() => undefined);
    read();
    const closers = [live.on("till", read), live.onReset(read)];
    return () => closers.forEach((close) => close());
  }, []);
  return counter;
}

const amounts = "text-right tabular";

const listing: Listing<TillRow> = {
  name: "tills",
  icon: Wallet,
  write: "tills.write",
  canEdit: () => false,
  canDelete: () => false,
  fields: [],
  nameOf: ({ store, openedAt }) => `${store.name} ${date(openedAt)}`,
  columns: [
    {
      label: "tills.day",
      cell: ({ id, openedAt }) => (
        <Link href={`/tills/${id}`} data-main className="link link-primary tabular font-semibold">
          {date(openedAt)}
        </Link>
      ),
    },
    { label: "tills.store", cell: ({ store }) => store.name },
    { label: "tills.person", cell: ({ user }) => user?.name ?? "–" },
    {
      label: "tills.opened",
      className: "max-lg:hidden",
      cell: ({ openedAt }) => <span className="tabular">{time(openedAt)}</span>,
    },
    { label: "tills.closed", cell: (till) => <Closed till={till} /> },
    { label: "tills.orders", className: amounts, cell: ({ orders }) => orders },
    { label: "tills.taken", className: amounts, cell: ({ taken }) => money(taken) },
    {
      label: "tills.difference",
      className: amounts,
      cell: ({ difference }) =>
        difference === null ? "–" : <Difference cents={centsOf(difference)} />,
    },
  ],
};

function Closed({ till: { closedAt } }: { till: TillRow }) {
  const { t } = useTranslation();
  return closedAt ? (
    <span className="tabular">{time(closedAt)}</span>
  ) : (
    <State tone="ok" icon={LockOpen}>
      {t("tills.isOpen")}
    </State>
  );
}

export function TillsView({ list, counter }: { list: List<TillRow>; counter: Counter | null }) {
  useSignals();
  const { t } = useTranslation();
  const [, go] = useLocation();
  const [isOpening, setIsOpening] = useState(false);
  const mine = counter?.tills[0];
  const mayOpen = can("tills.write") && (!mine || me.value?.profile === "admin");
  return (
    <Page
      title={t("tills.title")}
      lead={t("tills.lead")}
      counted={list.loading.value ? "" : t("tills.counted", { count: list.count.value })}
      actions={
        <>
          {mine && (
            <Link href={`/tills/${mine.id}`} className={`btn ${mayOpen ? "" : "btn-primary"}`}>
              <Wallet size={18} aria-hidden />
              {t("tills.mine")}
            </Link>
          )}
          {mayOpen && (
            <button type="button" className="btn btn-primary" onClick={() => setIsOpening(true)}>
              <LockOpen size={18} aria-hidden />
              {t("tills.open")}
            </button>
          )}
        </>
      }
    >
      <ListRows
        listing={listing}
        list={list}
        empty={
          list.failed.value ? (
            <LoadError error={list.failed.value} onRetry={list.reload} />
          ) : (
            <Empty icon={Wallet} title={t("tills.emptyTitle")} text={t("tills.emptyText")} />
          )
        }
        onEdit={({ id }) => go(`/tills/${id}`)}
        onDelete={() => {}}
      />
      <LoadMore list={list} />
      {isOpening && counter && (
        <OpenTill
          rests={counter.rests}
          onOpened={(id) => go(`/tills/${id}`)}
          onClose={() => setIsOpening(false)}
        />
      )}
    </Page>
  );
}
