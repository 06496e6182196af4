import { useSignals } from "@preact/signals-react/runtime";
import { QrCode, RotateCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { time, useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import "../texts.ts";
import { CodePanel } from "./CodePanel.tsx";
import { QrPanel } from "./QrPanel.tsx";
import { Reason } from "./Reason.tsx";
import { busy, linkAgain, startConnection } from "./connection-calls.ts";
import { type LinkableConnection, isUnlinked } from "./types.ts";
import texts from "./texts.json";

addTexts(texts);

/**
 * Links a phone step by step: the QR code or the typed code, the progress, or the reason of a stop.
 */
export function Linking({ connection }: { connection: LinkableConnection }) {
  useSignals();
  const { t } = useTranslation();
  const [typed, setTyped] = useState(false);
  const [stopped, setStopped] = useState(
    connection.status === "DISCONNECTED" || connection.status === "TIMEOUT",
  );
  const box = useRef<HTMLDivElement>(null);
  const called = busy.value.has(connection.id);
  const step = stepOf(connection, { typed, called, again: called || stopped });

  // A step that disappears takes its focused button along.
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.tagName === "DIALOG")
      box.current?.focus({ preventScroll: true });
    if (step !== "trying") setStopped(step === "stopped");
  }, [step]);

  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <p role="status" className="sr-only">
        {step === "stopped"
          ? t(
              connection.reason
                ? `connections.reasons.${connection.reason}.what`
                : "connections.link.stopped",
            )
          : step === "trying"
            ? t("connections.trying")
            : step === "waiting" || step === "pairing"
              ? t(`connections.link.${step}`)
              : ""}
      </p>
      {step === "pairing" && (
        <LinkingStep
          text={t("connections.link.pairing")}
          more={t("connections.link.pairingText")}
        />
      )}
      {step === "waiting" && <LinkingStep text={t("connections.link.waiting")} />}
      {(step === "stopped" || step === "trying") && (
        <Stopped connection={connection} trying={step === "trying"} />
      )}
      {step === "code" && <CodePanel connection={connection} onQr={() => setTyped(false)} />}
      {step === "qr" && <QrPanel connection={connection} onCode={() => setTyped(true)} />}
    </div>
  );
}

function stepOf(
  { status, qrcode }: LinkableConnection,
  { typed, called, again }: { typed: boolean; called: boolean; again: boolean },
) {
  if (status === "PAIRING") return "pairing";
  if (status === "DISCONNECTED" || status === "TIMEOUT") return called ? "trying" : "stopped";
  if (status === "OPENING" && again) return "trying";
  // Keep this step during a new request: it has the number for the next code.
  if (typed) return "code";
  return status === "qrcode" && qrcode ? "qr" : "waiting";
}

/** The reason of a stop, and the best remedy first. It tells of a failed retry. */
function Stopped({ connection, trying }: { connection: LinkableConnection; trying: boolean }) {
  const { t } = useTranslation();
  const { id, reason } = connection;
  const [tried, setTried] = useState("");
  const before = useRef(trying);
  const needsNewLink = isUnlinked(connection);
  const silent = reason === "network" || reason === "failing";

  useEffect(() => {
    if (before.current && !trying) setTried(new Date().toISOString());
    before.current = trying;
  }, [trying]);

  // A disabled button would lose the focus.
  const going = trying ? { "aria-disabled": true } : {};
  const buttonClass = (first: boolean) =>
    `btn ${first ? "btn-primary" : ""} ${trying ? "btn-disabled" : ""}`;
  const newQr = (
    <button
      type="button"
      className={buttonClass(needsNewLink)}
      {...going}
      onClick={() => trying || void linkAgain(id)}
    >
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
          {reason ? <Reason connection={connection} /> : <p>{t("connections.link.stopped")}</p>}
          <p role="status" className={tried ? "text-muted tabular" : "hidden"}>
            {tried &&
              t(silent ? "connections.stillSilent" : "connections.triedAt", { at: time(tried) })}
          </p>
        </div>
      )}
      <div className="flex flex-wrap justify-center gap-2">
        {!needsNewLink && newQr}
        {reason !== "qrExpired" && (
          <button
            type="button"
            className={buttonClass(!needsNewLink)}
            {...going}
            onClick={() => trying || void startConnection(id)}
          >
            <RotateCw size={18} aria-hidden />
            {t("connections.retry")}
          </button>
        )}
        {needsNewLink && newQr}
      </div>
    </div>
  );
}

const LinkingStep = ({ text, more }: { text: string; more?: string }) => (
  <div className="flex min-h-56 flex-col items-center justify-center gap-4 text-center">
    <span aria-hidden className="loading loading-spinner loading-lg text-primary" />
    <p className="font-medium">{text}</p>
    {more && <p className="text-muted max-w-prose">{more}</p>}
  </div>
);
