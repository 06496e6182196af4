import { useSignals } from "@preact/signals-react/runtime";
import { QrCode, RotateCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { CodePanel } from "./CodePanel.tsx";
import { QrPanel } from "./QrPanel.tsx";
import { Reason } from "./Reason.tsx";
import { busy, linkAgain, start } from "./session.ts";
import type { Line } from "./types.ts";

/** How a phone is linked, step by step: the QR code or the typed code, the linking, or why it stopped. */
export function Linking({ line }: { line: Line }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const step = stepOf(line, typed);

  // A step that goes takes its focused button along.
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.tagName === "DIALOG") box.current?.focus({ preventScroll: true });
  }, [step]);

  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <p role="status" className="sr-only">
        {step === "stopped" ? t(line.reason ? `connections.reasons.${line.reason}.what` : "connections.link.stopped") : step === "waiting" || step === "pairing" ? t(`connections.link.${step}`) : ""}
      </p>
      {step === "pairing" && <Going text={t("connections.link.pairing")} more={t("connections.link.pairingText")} />}
      {step === "waiting" && <Going text={t("connections.link.waiting")} />}
      {step === "stopped" && <Stopped line={line} />}
      {step === "code" && <CodePanel line={line} onQr={() => setTyped(false)} />}
      {step === "qr" && <QrPanel line={line} onCode={() => setTyped(true)} />}
    </div>
  );
}

function stepOf({ status, qrcode }: Line, typed: boolean) {
  if (status === "PAIRING") return "pairing";
  if (status === "DISCONNECTED" || status === "TIMEOUT") return "stopped";
  // Stays while the network is asked anew: it knows the number for the next code.
  if (typed) return "code";
  return status === "qrcode" && qrcode ? "qr" : "waiting";
}

function Stopped({ line }: { line: Line }) {
  useSignals();
  const { t } = useTranslation();
  const { id, reason } = line;
  const waits = busy.value.has(id);
  return (
    <div className="flex min-h-56 flex-col items-center justify-center gap-5">
      {reason ? <Reason line={line} /> : <p>{t("connections.link.stopped")}</p>}
      <div className="flex flex-wrap justify-center gap-2">
        {reason !== "qrExpired" && (
          <button type="button" className="btn" disabled={waits} onClick={() => void start(id)}>
            <RotateCw size={18} aria-hidden />
            {t("connections.retry")}
          </button>
        )}
        <button type="button" className="btn btn-primary" disabled={waits} onClick={() => void linkAgain(id)}>
          <QrCode size={18} aria-hidden />
          {t("connections.newQr")}
        </button>
      </div>
    </div>
  );
}

const Going = ({ text, more }: { text: string; more?: string }) => (
  <div className="flex min-h-56 flex-col items-center justify-center gap-4 text-center">
    <span aria-hidden className="loading loading-spinner loading-lg text-primary" />
    <p className="font-medium">{text}</p>
    {more && <p className="text-muted max-w-prose">{more}</p>}
  </div>
);
