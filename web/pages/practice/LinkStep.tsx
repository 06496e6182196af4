import { useSignals } from "@preact/signals-react/runtime";
import { ScanLine } from "lucide-react";
import { useTranslation } from "react-i18next";
import { QrCode } from "../../kit/QrCode.tsx";
import type { Connection } from "../tickets/types.ts";
import { busy, scan } from "./faults.ts";

/** The shop's QR code, and the button that stands for the camera. doc 1 §9 */
export function LinkStep({ line }: { line: Connection }) {
  useSignals();
  const { t } = useTranslation();
  return (
    <div className="flex h-full flex-col items-center justify-center gap-5 overflow-y-auto px-6 py-8 text-center">
      <div>
        <h2 className="text-title font-semibold">{t("practice.link.title")}</h2>
        <p className="text-muted mt-1">{t("practice.link.text", { name: line.name })}</p>
      </div>
      {line.qrcode && <QrCode text={line.qrcode} label={t("practice.link.code")} />}
      <ol className="text-small text-muted list-decimal space-y-1 pl-5 text-left">
        <li>{t("practice.link.step1")}</li>
        <li>{t("practice.link.step2")}</li>
      </ol>
      <button type="button" className="btn btn-primary btn-wide" disabled={busy.value} onClick={() => void scan(line.id)}>
        <ScanLine size={18} aria-hidden />
        {t("practice.link.scan")}
      </button>
    </div>
  );
}
