import { useSignals } from "@preact/signals-react/runtime";
import { ListRestart, PauseCircle } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Menu } from "../../../kit/Menu.tsx";
import { Page } from "../../../kit/Page.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { addTexts } from "../../../kit/translations.ts";
import { useEscape } from "../../../kit/escape.ts";
import { type BudgetDraft, closeDraft, draft } from "../../../parts/budgets/draft.ts";
import { unfinished } from "../../../parts/cart/problems.ts";
import { useBudgetForm } from "../../../parts/budgets/use-budget-form.ts";
import budgetTexts from "../../../parts/budgets/texts.json";
import { PrintedOrder } from "../../../parts/orders/OrderPaper.tsx";
import { Goods } from "./Goods.tsx";
import { Receiving } from "./Receiving.tsx";
import { type Done, heldSales, holdSale, nextSale, openSale, resumeSale } from "./sale.ts";
import { SaleDone } from "./SaleDone.tsx";
import { SaleTerms } from "./SaleTerms.tsx";
import texts from "./texts.json";
import "../../../parts/orders/texts.ts";

addTexts(budgetTexts);
addTexts(texts);

/** A sale at the counter: the goods on the left, the terms or the money on the right. */
export function Counter() {
  useSignals();
  const { t } = useTranslation();
  useEffect(() => {
    openSale();
    return closeDraft;
  }, []);
  const open = draft.value;
  if (!open?.counter) return <Page title={t("counter.title")}>{null}</Page>;
  return <Sale sale={open} />;
}

function Sale({ sale }: { sale: BudgetDraft }) {
  useSignals();
  const { t } = useTranslation();
  const page = useRef<HTMLDivElement>(null);
  const form = useBudgetForm(sale);
  const [isReceiving, setIsReceiving] = useState(false);
  const [done, setDone] = useState<Done | null>(null);
  const [isPrinting, setIsPrinting] = useState(false);

  // Move the focus at once: a scanner types the next code right after this key.
  const focusOn = (selector: string) => {
    flushSync(() => undefined);
    page.current?.querySelector<HTMLElement>(selector)?.focus();
  };
  const toSearch = () => focusOn("[data-product-search]");
  const receive = () => {
    if (mayReceive(form)) setIsReceiving(true);
    else if (sale.lines.length > 0) focusOn('[data-part="address"] :is(select,button)');
  };
  const back = () => {
    setIsReceiving(false);
    requestAnimationFrame(toSearch);
  };
  useEscape(isReceiving, back);
  // The first code of the next sale ends what is shown of the last one.
  const isBegun = sale.lines.length > 0;
  useEffect(() => {
    if (isBegun) setDone(null);
  }, [isBegun]);
  useEffect(() => void requestAnimationFrame(toSearch), []);

  return (
    <Page
      title={t("counter.title")}
      beside={form.stores.find(({ id }) => id === sale.storeId)?.name}
      parent={{ href: "/orders", label: t("orders.title") }}
      actions={<Held sale={sale} isIdle={!isReceiving} />}
      width="full"
      fill
    >
      <div
        ref={page}
        className="flex h-full min-h-0 flex-col gap-4 max-lg:-mx-4 max-lg:-mt-1 max-lg:overflow-y-auto max-lg:px-4 max-lg:pt-1 lg:grid lg:grid-cols-[minmax(0,1fr)_24rem] lg:pb-6 xl:grid-cols-[minmax(0,1fr)_26rem]"
      >
        <Goods
          sale={sale}
          form={form}
          done={done}
          isResting={isReceiving}
          focusOn={focusOn}
          onReceive={done ? () => setDone(null) : receive}
        />
        <Side
          sale={sale}
          form={form}
          done={done}
          isReceiving={isReceiving}
          onReceive={receive}
          onBack={back}
          onPrint={() => setIsPrinting(true)}
          onDone={(result, withPaper) => {
            nextSale();
            setDone(result);
            setIsReceiving(false);
            setIsPrinting(withPaper);
            requestAnimationFrame(toSearch);
          }}
          onNext={() => {
            setDone(null);
            toSearch();
          }}
        />
      </div>
      {done && isPrinting && (
        <PrintedOrder
          order={done.order}
          paper="receipt"
          onDone={() => {
            setIsPrinting(false);
            toSearch();
          }}
        />
      )}
    </Page>
  );
}

type Form = ReturnType<typeof useBudgetForm>;

type SideProps = {
  sale: BudgetDraft;
  form: Form;
  done: Done | null;
  isReceiving: boolean;
  onReceive: () => void;
  onBack: () => void;
  onPrint: () => void;
  onDone: (done: Done, withPaper: boolean) => void;
  onNext: () => void;
};

/** The right column: the terms, the money, or the end of the sale. */
function Side({ sale, form, done, isReceiving, ...on }: SideProps) {
  const side = done ? (
    <SaleDone done={done} onPrint={on.onPrint} onNext={on.onNext} />
  ) : isReceiving ? (
    <Receiving
      sale={sale}
      quoted={form.quoted}
      methods={form.payments}
      onBack={on.onBack}
      onDone={on.onDone}
    />
  ) : (
    <SaleTerms
      sale={sale}
      form={form}
      missing={obstaclesOf(form).filter(({ code }) => unfinished.includes(code))}
      isReady={mayReceive(form)}
      onReceive={on.onReceive}
    />
  );
  return <aside className="card-quiet contents lg:flex lg:min-h-0 lg:flex-col">{side}</aside>;
}

/** The payment is chosen while the money is received. */
const obstaclesOf = ({ obstacles }: Form) => obstacles.filter(({ code }) => code !== "noPayment");

const mayReceive = (form: Form) => !form.isLoading && obstaclesOf(form).length === 0;

/** Puts the sale aside, and goes on with one that waits. */
function Held({ sale, isIdle }: { sale: BudgetDraft; isIdle: boolean }) {
  useSignals();
  const { t } = useTranslation();
  const held = heldSales.value;
  return (
    <>
      {sale.lines.length > 0 && isIdle && (
        <button type="button" className="btn btn-ghost" onClick={holdSale}>
          <PauseCircle size={18} aria-hidden />
          <span className="max-phone:sr-only">{t("counter.hold")}</span>
        </button>
      )}
      {held.length > 0 && isIdle && (
        <Menu
          label={t("counter.held", { count: held.length })}
          tip={false}
          className="btn btn-ghost"
          items={held.map((each) => ({
            label: t("counter.heldOne", {
              name: each.counter?.contact?.name ?? t("orders.walkIn"),
              items: each.lines.map(({ name }) => name).join(", "),
            }),
            onSelect: () => resumeSale(each),
          }))}
        >
          <ListRestart size={18} aria-hidden />
          {t("counter.held", { count: held.length })}
        </Menu>
      )}
    </>
  );
}
