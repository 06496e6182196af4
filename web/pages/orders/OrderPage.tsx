import { useSignals } from "@preact/signals-react/runtime";
import { ArrowRightLeft, PackageX, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link, useLocation, useParams } from "wouter";
import { useChoices } from "../../forms/choices.ts";
import { Empty } from "../../kit/Empty.tsx";
import { IconButton } from "../../kit/IconButton.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { onDemand } from "../../kit/on-demand.ts";
import { Menu } from "../../kit/Menu.tsx";
import { Page } from "../../kit/Page.tsx";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { DeleteOrder } from "../../parts/orders/DeleteOrder.tsx";
import { EditOrder } from "../../parts/orders/EditOrder.tsx";
import { useMoveOrder } from "../../parts/orders/MoveOrder.tsx";
import { LoadingOrder } from "../../parts/orders/LoadingOrder.tsx";
import { PrintMenu } from "../../parts/orders/PrintMenu.tsx";
import { effectOf, inOrder, orderStatuses } from "../../parts/orders/statuses.ts";
import type { FullOrder } from "../../parts/orders/types.ts";
import { useOrder } from "../../parts/orders/use-order.ts";
import { can } from "../../session/can.ts";
import { OrderColumns } from "./OrderColumns.tsx";
import "../../parts/orders/texts.ts";

const Counter = onDemand(async () => (await import("./counter/Counter.tsx")).Counter);

/** One order, or a new sale: `/orders/new`. */
export function OrderPage() {
  useSignals();
  const { orderId } = useParams();
  return orderId === "new" && can("orders.write") ? <Counter /> : <OneOrder />;
}

/** One order: items, customer, payment, delivery, and the history of its status. */
function OneOrder() {
  const id = Number(useParams().orderId);
  const { t } = useTranslation();
  const [, go] = useLocation();
  const { order, failed, isGone, read } = useOrder(id);
  const parent = { href: "/orders", label: t("orders.title") };
  if (order && !isGone) return <OrderView order={order} onDeleted={() => go("/orders")} />;
  return (
    <Page title={t("orders.title")} parent={parent} width="medium">
      <div className="card-quiet p-4">
        {isGone || !Number.isInteger(id) ? (
          <Empty
            icon={PackageX}
            title={t("orders.gone")}
            text={t("orders.goneText")}
            action={
              <Link href="/orders" className="btn">
                {t("orders.title")}
              </Link>
            }
          />
        ) : failed ? (
          <LoadError title={t("orders.failed")} error={failed} onRetry={read} />
        ) : (
          <LoadingOrder />
        )}
      </div>
    </Page>
  );
}

export function OrderView({ order, onDeleted }: { order: FullOrder; onDeleted: () => void }) {
  useSignals();
  const { t } = useTranslation();
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const mayWrite = can("orders.write");
  return (
    <Page
      title={t("orders.one", { number: order.number })}
      parent={{ href: "/orders", label: t("orders.title") }}
      actions={
        <>
          {can("orders.delete") && (
            <IconButton
              label={t("common.delete")}
              icon={Trash2}
              className="text-muted hover:text-error focus-visible:text-error"
              onClick={() => setOpen("delete")}
            />
          )}
          <PrintMenu order={order} />
          {mayWrite && (
            <button type="button" className="btn" onClick={() => setOpen("edit")}>
              <Pencil size={18} aria-hidden />
              <span className="max-phone:sr-only">{t("common.edit")}</span>
            </button>
          )}
          {mayWrite && <StatusMenu order={order} />}
        </>
      }
    >
      <OrderColumns order={order} />
      {open === "edit" && (
        <EditOrder id={order.id} number={order.number} onClose={() => setOpen(null)} />
      )}
      {open === "delete" && (
        <DeleteOrder order={order} onClose={() => setOpen(null)} onDeleted={onDeleted} />
      )}
    </Page>
  );
}

function StatusMenu({ order }: { order: FullOrder }) {
  useSignals();
  const { t } = useTranslation();
  useChoices(orderStatuses);
  const { move, question } = useMoveOrder(() => {});
  const tryMove = async (statusId: number) => {
    try {
      await move(order, statusId);
    } catch (error) {
      toast.error(error, { label: t("common.retry"), run: () => void tryMove(statusId) });
    }
  };
  const items = () =>
    inOrder(orderStatuses.rows.value ?? []).map((status) => ({
      label: status.name,
      effect: effectOf(status),
      checked: status.id === order.statusId,
      onSelect: () => status.id !== order.statusId && void tryMove(status.id),
    }));
  return (
    <>
      <Menu label={t("orders.move")} tip={false} className="btn btn-primary" items={items}>
        <ArrowRightLeft size={18} aria-hidden />
        {t("orders.move")}
      </Menu>
      {question}
    </>
  );
}
