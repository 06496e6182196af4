import { PackageX } from "lucide-react";
import { Link } from "wouter";
import { Dialog } from "../../kit/Dialog.tsx";
import { Empty } from "../../kit/Empty.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { useTranslation } from "../../kit/text.ts";
import { OrderDetails } from "./OrderDetails.tsx";
import { LoadingOrder } from "./LoadingOrder.tsx";
import { PrintMenu } from "./PrintMenu.tsx";
import type { Order } from "./types.ts";
import { useOrder } from "./use-order.ts";
import "./texts.ts";

/** Shows an order over the current page. */
export function OrderDialog({
  id,
  number,
  onClose,
}: Pick<Order, "id" | "number"> & { onClose: () => void }) {
  const { t } = useTranslation();
  const { order, failed, isGone, read } = useOrder(id);
  return (
    <Dialog
      title={t("orders.one", { number: order?.number ?? number })}
      size="large"
      onClose={onClose}
      footer={
        order &&
        !isGone && (
          <>
            <PrintMenu order={order} />
            <Link href={`/orders/${id}`} className="btn btn-primary">
              {t("orders.open")}
            </Link>
          </>
        )
      }
    >
      {isGone ? (
        <Empty icon={PackageX} title={t("orders.gone")} text={t("orders.goneText")} />
      ) : failed && !order ? (
        <LoadError title={t("orders.failed")} error={failed} onRetry={read} />
      ) : order ? (
        <OrderDetails order={order} />
      ) : (
        <LoadingOrder />
      )}
    </Dialog>
  );
}
