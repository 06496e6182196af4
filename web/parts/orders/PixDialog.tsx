import { CircleCheck, Copy, Send } from "lucide-react";
import { api } from "../../kit/api.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { QrCode } from "../../kit/QrCode.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { money, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { useBusy } from "../../kit/use-busy.ts";
import { copyPix, usePixCode } from "./pix-code.ts";
import { owedOf } from "./receive.ts";
import type { FullOrder } from "./types.ts";

type Props = { order: FullOrder; onClose: () => void };

/**
 * A Pix code for what an order still owes, to show, to copy, or to send to its conversation. A store
 * with an account gets a charge that is booked by itself; another one shows its own key.
 */
export function PixDialog({ order, onClose }: Props) {
  const { t } = useTranslation();
  const [busy, run] = useBusy();
  const { code, failed, retry, useKey } = usePixCode(order);
  const { ticketId } = order;
  const isPaid = Number(owedOf(order)) === 0;
  const send = (code: string) =>
    run(async () => {
      await api.post(`/messages/${ticketId}`, { body: code });
      toast.success(t("orders.receive.pixSent"));
      onClose();
    });
  return (
    <Dialog
      title={t("orders.receive.pixOf", { amount: money(code?.value ?? owedOf(order)) })}
      size="small"
      onClose={onClose}
      footer={
        code &&
        !isPaid && (
          <>
            <button type="button" className="btn" onClick={() => void copyPix(code.text)}>
              <Copy size={18} aria-hidden />
              {t("orders.receive.pixCopy")}
            </button>
            {ticketId !== null && (
              <button
                type="button"
                className="btn btn-primary"
                disabled={busy}
                onClick={() => send(code.text)}
              >
                <Send size={18} aria-hidden />
                {t("orders.receive.pixSend")}
              </button>
            )}
          </>
        )
      }
    >
      {isPaid ? (
        <p role="status" className="flex flex-col items-center gap-2 py-8">
          <CircleCheck size={48} aria-hidden className="text-primary" />
          <span className="text-title font-semibold">{t("orders.receive.pixPaid")}</span>
        </p>
      ) : code ? (
        <div className="flex flex-col items-center gap-4">
          <QrCode text={code.text} label={t("orders.receive.pixAgain")} />
          <p className="text-small font-mono break-all">{code.text}</p>
          <p className="text-muted text-small">
            {t(code.isByItself ? "orders.receive.pixByItself" : "orders.receive.pixByHand")}
          </p>
        </div>
      ) : failed ? (
        <>
          <LoadError error={failed} title={t("orders.receive.pixFailed")} onRetry={retry} />
          {order.pixCode && (
            <button type="button" className="btn btn-block" onClick={useKey}>
              {t("orders.receive.pixUseKey")}
            </button>
          )}
        </>
      ) : (
        <Delayed>
          <Skeleton className="mx-auto size-56" />
        </Delayed>
      )}
    </Dialog>
  );
}
