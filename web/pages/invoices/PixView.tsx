import { CircleCheck, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { copy } from "../../kit/copy.ts";
import { QrCode } from "../../kit/QrCode.tsx";
import { date, money, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import type { Pix } from "./types.ts";
import { useRenewal } from "./use-renewal.ts";

/** How long the page shows "copied", and the renewed licence; ms. */
const [copiedFor, renewedFor] = [1000, 4000];

/** The Pix until it is paid; then the licence's new date, and a link home. */
export function PixView({ pix, onClose }: { pix: Pix; onClose: () => void }) {
  const renewal = useRenewal(pix.invoiceId);
  const [, go] = useLocation();
  useEffect(() => {
    if (!renewal) return;
    const timer = setTimeout(() => {
      onClose();
      go("/");
    }, renewedFor);
    return () => clearTimeout(timer);
  }, [renewal]);
  return renewal ? <Renewed until={renewal.until} /> : <Waiting pix={pix} />;
}

export function Waiting({
  pix: {
    qrcode: { qrcode: code },
    valor,
    calendario,
  },
}: {
  pix: Pix;
}) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const take = async () => {
    if (!(await copy(code))) return toast.error(t("invoices.pix.notCopied"));
    setCopied(true);
    setTimeout(() => setCopied(false), copiedFor);
  };
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <p>
        {t("invoices.pix.scan")}{" "}
        <strong className="tabular whitespace-nowrap">{money(valor.original)}</strong>
      </p>
      <QrCode text={code} label={t("invoices.pix.picture")} />
      <code
        tabIndex={0}
        aria-label={t("invoices.pix.code")}
        className="bg-base-200 border-line max-h-20 w-full overflow-y-auto rounded-lg border p-2 text-left font-mono text-xs break-all"
      >
        {code}
      </code>
      <button type="button" data-autofocus className="btn btn-primary" onClick={() => void take()}>
        <Copy size={18} aria-hidden />
        {t(copied ? "invoices.pix.copied" : "invoices.pix.copy")}
      </button>
      <p role="status" className="text-muted text-small flex items-center gap-2">
        <span aria-hidden className="loading loading-spinner loading-xs" />
        {t("invoices.pix.waiting")}
      </p>
      {calendario.expiracao === null && (
        <p className="text-muted text-small -mt-2 text-balance">{t("invoices.pix.byPeople")}</p>
      )}
    </div>
  );
}

export function Renewed({ until }: { until: string | null }) {
  const { t } = useTranslation();
  return (
    <div role="alert" className="flex flex-col items-center gap-3 py-8 text-center">
      <CircleCheck size={48} strokeWidth={1.5} aria-hidden className="text-primary" />
      <p className="text-title font-semibold text-balance">
        {until ? t("invoices.renewed", { date: date(until) }) : t("invoices.received")}
      </p>
    </div>
  );
}
