import { Copy, Send } from "lucide-react";
import { api } from "../../kit/api.ts";
import { copy } from "../../kit/copy.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { QrCode } from "../../kit/QrCode.tsx";
import { money, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { useBusy } from "../../kit/use-busy.ts";
import { owedOf } from "./receive.ts";
import type { FullOrder } from "./types.ts";

type Props = { order: FullOrder; code: string; onClose: () => void };

/** A Pix code for what an order still owes, to show, to copy, or to send to its conversation. */
export function PixDialog({ order, code, onClose }: Props) {
  const { t } = useTranslation();
  const [busy, run] = useBusy();
  const { ticketId } = order;
  const copyCode = async () => {
    if (await copy(code)) toast.success(t("orders.receive.pixCopied"));
  };
  const send = () =>
    run(async () => {
      await api.post(`/messages/${ticketId}`, { body: code });
      toast.success(t("orders.receive.pixSent"));
      onClose();
    });
  return (
    <Dialog
      title={t("orders.receive.pixOf", { amount: money(owedOf(order)) })}
      size="small"
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn" onClick={() => void copyCode()}>
            <Copy size={18} aria-hidden />
            {t("orders.receive.pixCopy")}
          </button>
          {ticketId !== null && (
            <button type="button" className="btn btn-primary" disabled={busy} onClick={send}>
              <Send size={18} aria-hidden />
              {t("orders.receive.pixSend")}
            </button>
          )}
        </>
      }
    >
      <div className="flex flex-col items-center gap-4">
        <QrCode text={code} label={t("orders.receive.pixAgain")} />
        <p className="text-small font-mono break-all">{code}</p>
      </div>
    </Dialog>
  );
}
