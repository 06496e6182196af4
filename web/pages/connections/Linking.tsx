import { useSignals } from "@preact/signals-react/runtime";
import { QrCode, RotateCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { time } from "../../kit/text.ts";
import { CodePanel } from "./CodePanel.tsx";
import { QrPanel } from "./QrPanel.tsx";
import { Reason } from "./Reason.tsx";
import { busy, linkAgain, start } from "./session.ts";
import { type Line, unlinked } from "./types.ts";

/** How a phone is linked, step by step: the QR code or the typed code, the linking, or why it stopped. */
export function Linking({ line }: { line: Line }) {
  useSignals();
  const { t } = useTranslation();
  const [typed, setTyped] = useState(false);
  const [stopped, setStopped] = useState(line.status === "DISCONNECTED" || line.status === "TIMEOUT");
  const box = useRef<HTMLDivElement>(null);
  const called = busy.value.has(line.id);
  const step = stepOf(line, { typed, called, again: called || stopped });

  // A step that goes takes its focused button along.
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.tagName === "DIALOG") box.current?.focus({ preventScroll: true });
    if (step !== "trying") setStopped(step === "stopped");
  }, [step]);

  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <p role="status" className="sr-only">
        {step === "stopped" ? t(line.reason ? `connections.reasons.${line.reason}.what` : "connections.link.stopped") : step === "trying" ? t("connections.trying") : step === "waiting" || step === "pairing" ? t(`connections.link.${step}`) : ""}
      </p>
      {step === "pairing" && <Going text={t("connections.link.pairing")} more={t("connections.link.pairingText")} />}
      {step === "waiting" && <Going text={t("connections.link.waiting")} />}
      {(step === "stopped" || step === "trying") && <Stopped line={line} trying={step === "trying"} />}
      {step === "code" && <CodePanel line={line} onQr={() => setTyped(false)} />}
      {step === "qr" && <QrPanel line={line} onCode={() => setTyped(true)} />}
    </div>
  );
}

function stepOf({ status, qrcode }: Line, { typed, called, again }: { typed: boolean; called: boolean; again: boolean }) {
  if (status === "PAIRING") return "pairing";
  if (status === "DISCONNECTED" || status === "TIMEOUT") return called ? "trying" : "stopped";
  if (status === "OPENING" && again) return "trying";
  // Stays while the network is asked anew: it knows the number for the next code.
  if (typed) return "code";
  return status === "qrcode" && qrcode ? "qr" : "waiting";
}

/** Why it stopped, and what can help, that first. Says when it was tried in vain. */
function Stopped({ line, trying }: { line: Line; trying: boolean }) {
  const { t } = useTranslation();
  const { id, reason } = line;
  const [tried, setTried] = useState("");
  const before = useRef(trying);
  const anew = unlinked(line);
  const silent = reason === "network" || reason === "failing";

  useEffect(() => {
    if (before.current && !trying) setTried(new Date().toISOString());
    before.current = trying;
  }, [trying]);

  // A button that is disabled would lose the focus.
  const going = trying ? { "aria-disabled": true } : {};
  const look = (first: boolean) => `btn ${first ? "btn-primary" : ""} ${trying ? "btn-disabled" : ""}`;
  const newQr = (
    <button type="button" className={look(anew)} {...going} onClick={() => trying || void linkAgain(id)}>
      <QrCode size={18} aria-hidden />
      {t("connections.newQr")}
    </button>
  );
  return (
    <div className="flex min-h-56 flex-col items-center justify-center gap-5">
      {trying ? (
        <p className="flex items-center gap-2.5 font-medium">
          <span aria-hidden className="loading loading-spinner text-primary" />
          {t("connections.trying")}
        </p>
      ) : (
        <div className="flex flex-col items-center gap-2.5">
          {reason ? <Reason line={line} /> : <p>{t("connections.link.stopped")}</p>}
          <p role="status" className={tried ? "text-muted tabular" : "hidden"}>
            {tried && t(silent ? "connections.stillSilent" : "connections.triedAt", { at: time(tried) })}
          </p>
        </div>
      )}
      <div className="flex flex-wrap justify-center gap-2">
        {!anew && newQr}
        {reason !== "qrExpired" && (
          <button type="button" className={look(!anew)} {...going} onClick={() => trying || void start(id)}>
            <RotateCw size={18} aria-hidden />
            {t("connections.retry")}
          </button>
        )}
        {anew && newQr}
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
