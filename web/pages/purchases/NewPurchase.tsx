import { useSignals } from "@preact/signals-react/runtime";
import { PackagePlus } from "lucide-react";
import { type Ref, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "wouter";
import { amountOf } from "../../../src/shared/money.ts";
import { choicesOf, useChoices } from "../../forms/choices.ts";
import { Field } from "../../forms/Field.tsx";
import { ApiError, api } from "../../kit/api.ts";
import { LabeledSelect } from "../../kit/LabeledSelect.tsx";
import { LeaveGuard } from "../../kit/LeaveGuard.tsx";
import { Page } from "../../kit/Page.tsx";
import { money, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { useBusy } from "../../kit/use-busy.ts";
import { type PickedProduct, ProductPicker } from "../../parts/products/ProductPicker.tsx";
import { filled, newLine, totalOf, wireLine, wrongIn } from "./lines.ts";
import { PurchaseLine } from "./PurchaseLine.tsx";
import type { Entry, FullPurchase, Line } from "./types.ts";

const storeChoices = choicesOf({ name: "stores", event: "store" });

const paperFields = [
  { name: "supplier", label: "purchases.supplier", max: 100 },
  { name: "number", label: "purchases.number", max: 60 },
];

/** Enters goods that came: a scanned or typed product, its amount, and its cost. */
export function NewPurchase() {
  useSignals();
  const { t } = useTranslation();
  const [, go] = useLocation();
  useChoices(storeChoices);
  const [chosen, setChosen] = useState<number | null>(null);
  const [paper, setPaper] = useState<Texts>({ supplier: "", number: "" });
  const { lines, change, add } = useLines();
  const [errors, setErrors] = useState<Texts>({});
  const [busy, run] = useBusy();
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus(), [errors]);

  const all = storeChoices.rows.value ?? [];
  const storeId = chosen ?? (all.length === 1 ? all[0]!.id : null);
  const head = useRef<HTMLElement>(null);
  const isLoaded = storeChoices.rows.value !== null;
  // With several stores one of them is chosen first.
  useEffect(() => {
    if (isLoaded)
      (storeId === null ? head.current?.querySelector("select") : search.current)?.focus();
  }, [isLoaded]);
  const total = lines.reduce((sum, line) => sum + (totalOf(line) ?? 0), 0);

  const save = () =>
    run(async () => {
      const wrong = wrongIn(lines, storeId);
      setErrors(wrong);
      if (Object.keys(wrong).length > 0) return;
      const { id } = await api
        .post<FullPurchase>("/purchases", {
          storeId,
          ...paper,
          items: lines.map((line) => wireLine(line, storeId)),
        })
        .catch((error: unknown) => {
          if (error instanceof ApiError) setErrors(error.fields);
          throw error;
        });
      toast.success(t("purchases.saved"));
      go(`/purchases/${id}`, { replace: true });
    });
  const choose = (product: PickedProduct) => {
    const at = lines.findIndex((line) => line.product.id === product.id);
    // The line must exist before its amount can have the focus.
    if (at < 0) flushSync(() => add(product));
    const row = list.current?.children[at < 0 ? lines.length : at];
    row?.querySelector("input")?.select();
  };

  return (
    <Page
      title={t("purchases.new")}
      parent={{ href: "/purchases", label: t("purchases.title") }}
      lead={t("purchases.newLead")}
    >
      <LeaveGuard dirty={lines.length > 0 && !busy} />
      <Paper
        ref={head}
        stores={all}
        storeId={storeId}
        error={errors.storeId}
        onStore={setChosen}
        paper={paper}
        onPaper={setPaper}
      />
      <section className="card-quiet p-4" aria-label={t("purchases.items")}>
        {lines.length > 0 && (
          <ul ref={list} className="divide-line border-line mb-3 divide-y border-b">
            {lines.map((line, at) => (
              <PurchaseLine
                key={at}
                line={line}
                storeId={storeId}
                path={`items.${at}`}
                errors={errors}
                onChange={(next) => change(lines.with(at, filled(next)))}
                onDone={() => search.current?.focus()}
                onRemove={() => {
                  change(lines.toSpliced(at, 1));
                  setErrors({});
                  search.current?.focus();
                }}
              />
            ))}
          </ul>
        )}
        <ProductPicker
          ref={search}
          label={t("purchases.find")}
          allows={({ kitItems }) => kitItems.length === 0}
          onChoose={choose}
        />
        <Foot total={total} isOff={busy || lines.length === 0} onSave={() => void save()} />
      </section>
    </Page>
  );
}

function useLines() {
  const [lines, setLines] = useState<Line[]>([]);
  const add = (product: PickedProduct) => {
    setLines((now) => [...now, newLine(product)]);
    const setEntries = (entries: Entry[]) =>
      setLines((now) =>
        now.map((line) => (line.product.id === product.id ? { ...line, entries } : line)),
      );
    // Without its entries a line only shows less: the server asks for a missing price.
    void api
      .get<{ productStores: Entry[] }>(`/productStores/all/${product.id}`)
      .then(({ productStores }) => setEntries(productStores))
      .catch(() => undefined);
  };
  return { lines, change: setLines, add };
}

type Texts = Record<string, string>;

type PaperProps = {
  ref: Ref<HTMLElement>;
  stores: { id: number; name: string }[];
  storeId: number | null;
  error: string | undefined;
  onStore: (id: number | null) => void;
  paper: Texts;
  onPaper: (paper: Texts) => void;
};

/** The store, and what the supplier's paper says. */
function Paper({ ref, stores, storeId, error, onStore, paper, onPaper }: PaperProps) {
  const { t } = useTranslation();
  return (
    <section ref={ref} className="card-quiet mb-4 grid gap-4 p-4 sm:grid-cols-3">
      <LabeledSelect
        label={t("purchases.store")}
        value={storeId}
        options={stores}
        empty={stores.length === 1 ? undefined : t("common.choose")}
        error={error && t("errors.field.required")}
        onChange={onStore}
      />
      {paperFields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={paper[field.name]}
          onChange={(value) => onPaper({ ...paper, [field.name]: String(value) })}
        />
      ))}
    </section>
  );
}

type FootProps = { total: number; isOff: boolean; onSave: () => void };

function Foot({ total, isOff, onSave }: FootProps) {
  const { t } = useTranslation();
  return (
    <footer className="mt-4 flex flex-wrap items-center justify-end gap-x-6 gap-y-3">
      <p className="tabular">
        <span className="text-muted">{t("purchases.total")} </span>
        <strong className="text-title">{money(amountOf(total))}</strong>
      </p>
      <button type="button" className="btn btn-primary" disabled={isOff} onClick={onSave}>
        <PackagePlus size={18} aria-hidden />
        {t("purchases.save")}
      </button>
    </footer>
  );
}
