import { Undo2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useParams } from "wouter";
import { api } from "../../kit/api.ts";
import { Confirm } from "../../kit/Confirm.tsx";
import { Facts } from "../../kit/Facts.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { Page } from "../../kit/Page.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { dateTime, money, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { addTexts } from "../../kit/translations.ts";
import { quantity } from "../../parts/products/amounts.ts";
import { live } from "../../session/live.ts";
import { NewPurchase } from "./NewPurchase.tsx";
import type { FullPurchase } from "./types.ts";
import texts from "./texts.json";

addTexts(texts);

/** A purchase, or the form of a new one. rules.md#purchases */
export function PurchasePage() {
  const { purchaseId } = useParams();
  return purchaseId === "new" ? <NewPurchase /> : <OnePurchase id={Number(purchaseId)} />;
}

function OnePurchase({ id }: { id: number }) {
  const { t } = useTranslation();
  const { purchase, failed, read, set } = usePurchase(id);
  if (purchase) return <PurchaseView purchase={purchase} onChange={set} />;
  return (
    <Page title={t("purchases.one")} parent={{ href: "/purchases", label: t("purchases.title") }}>
      <div className="card-quiet p-4">
        {failed ? (
          <LoadError title={t("purchases.failed")} error={failed} onRetry={read} />
        ) : (
          <Delayed>
            <Skeleton className="h-40 w-full" />
          </Delayed>
        )}
      </div>
    </Page>
  );
}

type Props = { purchase: FullPurchase; onChange: (purchase: FullPurchase) => void };

export function PurchaseView({ purchase, onChange }: Props) {
  const { t } = useTranslation();
  const [isUndoing, setIsUndoing] = useState(false);
  const { id, supplier, number, store, user, total, items, createdAt, undoneAt, undoneBy } =
    purchase;
  const someone = t("common.someone");
  const undo = async () => {
    onChange(await api.post<FullPurchase>(`/purchases/${id}/undo`));
    toast.success(t("purchases.undoneNow"));
  };
  return (
    <Page
      title={supplier || t("purchases.one")}
      parent={{ href: "/purchases", label: t("purchases.title") }}
      lead={t("purchases.about", { name: user?.name ?? someone, time: dateTime(createdAt) })}
      actions={
        !undoneAt && (
          <button type="button" className="btn" onClick={() => setIsUndoing(true)}>
            <Undo2 size={18} aria-hidden />
            {t("purchases.undo")}
          </button>
        )
      }
    >
      <Facts
        cells={[
          { label: t("purchases.store"), value: store.name },
          { label: t("purchases.number"), value: number || "–" },
          { label: t("purchases.items"), value: items.length },
          {
            label: t("purchases.total"),
            value: money(total),
            ...(undoneAt && {
              note: t("purchases.undoneBy", {
                name: undoneBy?.name ?? someone,
                time: dateTime(undoneAt),
              }),
              tone: "waiting" as const,
            }),
          },
        ]}
      />
      <Items items={items} />
      {isUndoing && (
        <Confirm
          title={t("purchases.undoTitle")}
          text={t("purchases.undoText")}
          action={t("purchases.undo")}
          onConfirm={undo}
          onClose={() => setIsUndoing(false)}
        />
      )}
    </Page>
  );
}

const cells =
  "[&>*]:py-2.5 [&>*]:pl-3 [&>*:first-child]:pl-0 [&>*:not(:first-child)]:text-right [&>td]:whitespace-nowrap";

function Items({ items }: { items: FullPurchase["items"] }) {
  const { t } = useTranslation();
  return (
    <div className="card-quiet mt-4 px-4 py-2">
      <table className="tabular w-full">
        <thead className="text-muted text-small">
          <tr className={`${cells} text-left [&>th]:font-normal`}>
            <th scope="col">{t("purchases.product")}</th>
            <th scope="col">{t("purchases.amount")}</th>
            <th scope="col" className="max-phone:hidden">
              {t("purchases.costChange")}
            </th>
            <th scope="col">{t("purchases.total")}</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ id, product, amount, unit, total, costBefore, costAfter }) => (
            <tr key={id} className={`border-line border-t ${cells}`}>
              <th scope="row" className="text-left font-medium wrap-anywhere">
                {product.name}
              </th>
              <td>{quantity(amount, unit)}</td>
              <td className="text-muted max-phone:hidden">
                {costBefore === "0.00" ? "–" : money(costBefore)} → {money(costAfter)}
              </td>
              <td>{money(total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function usePurchase(id: number) {
  const [purchase, setPurchase] = useState<FullPurchase | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const read = () =>
    void api.get<FullPurchase>(`/purchases/${id}`).then(
      (answer) => {
        setPurchase(answer);
        setFailed(null);
      },
      (error) => setFailed(error),
    );
  useEffect(() => {
    setPurchase(null);
    read();
    const closers = [live.on("purchase", read), live.onReset(read)];
    return () => closers.forEach((close) => close());
  }, [id]);
  return { purchase, failed, read, set: setPurchase };
}
