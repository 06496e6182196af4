import { Lock } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "../../../kit/text.ts";
import { CartLines } from "../../../parts/cart/CartLines.tsx";
import type { BudgetDraft } from "../../../parts/budgets/draft.ts";
import { addProduct, draftActions } from "../../../parts/budgets/lines.ts";
import type { useBudgetForm } from "../../../parts/budgets/use-budget-form.ts";
import { ProductSearch, type SearchHandle } from "../../../parts/products/ProductSearch.tsx";
import { beep } from "./beep.ts";
import type { Done } from "./sale.ts";

type Props = {
  sale: BudgetDraft;
  form: ReturnType<typeof useBudgetForm>;
  /** The items rest while money is received. */
  isResting: boolean;
  /** The sale that is over, until the next one begins. */
  done: Done | null;
  focusOn: (selector: string) => void;
  onReceive: () => void;
};

/** The search field, which keeps the focus for the scanner, and the goods. */
export function Goods({ sale, form, isResting, done, focusOn, onReceive }: Props) {
  const { t } = useTranslation();
  const search = useRef<SearchHandle>(null);
  const { stores, quoted, obstacles, isLoading } = form;
  const { lines } = done?.sale ?? sale;
  return (
    <section className="flex min-h-0 flex-col gap-3 max-lg:shrink-0" data-part="items">
      {isResting ? (
        <p className="border-line text-muted flex h-10 shrink-0 items-center gap-2 rounded-lg border border-dashed px-3">
          <Lock size={16} aria-hidden />
          {t("counter.resting")}
        </p>
      ) : (
        <ProductSearch
          handle={search}
          storeId={sale.storeId}
          label={t("budgets.search")}
          autoFocus
          add={addProduct}
          onTried={beep}
          onNext={onReceive}
          onBack={() => focusOn("[data-line]:last-child [data-quantity]")}
        />
      )}
      {lines.length === 0 ? (
        <p className="text-muted px-1 py-3">
          {t(stores.length === 0 && !isLoading ? "budgets.noStores" : "counter.empty")}
        </p>
      ) : (
        <fieldset
          disabled={isResting || done !== null}
          className={`card-quiet min-h-0 overflow-y-auto px-4 py-1 ${isResting ? "opacity-70" : ""}`}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.preventDefault();
            focusOn("[data-product-search]");
          }}
        >
          <CartLines
            lines={lines}
            actions={draftActions}
            quoted={(done?.quoted ?? quoted).lines}
            obstacles={done ? [] : obstacles}
            onNext={() => focusOn("[data-product-search]")}
            search={search}
          />
        </fieldset>
      )}
    </section>
  );
}
