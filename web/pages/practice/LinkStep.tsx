import { useSignals } from "@preact/signals-react/runtime";
import { Hash, KeyRound, QrCode as QrIcon, ScanLine } from "lucide-react";
import { useState } from "react";
import { Form } from "../../forms/Form.tsx";
import { QrCode } from "../../kit/QrCode.tsx";
import { useTranslation } from "../../kit/text.ts";
import type { Connection } from "../../types.ts";
import { busy, injectFault, pair, scan } from "./faults.ts";

/** The shop's QR code with a button instead of a camera, or a field for the shop's pairing code. */
export function LinkStep({ connection }: { connection: Connection }) {
  useSignals();
  const { t } = useTranslation();
  const [types, setTypes] = useState(false);
  return (
    <div className="h-full overflow-y-auto px-6 py-8">
      <div className="flex min-h-full flex-col items-center justify-center gap-5 text-center">
        <div>
          <h2 className="text-title font-semibold">{t("practice.link.title")}</h2>
          <p className="text-muted mt-1">
            {t(types ? "practice.link.typeText" : "practice.link.text", { name: connection.name })}
          </p>
        </div>
        {types ? (
          <div className="w-full max-w-72 text-left">
            <Form
              fields={[
                {
                  name: "code",
                  label: "practice.link.typed",
                  required: true,
                  placeholder: "practice.link.typedExample",
                  pattern: /^\W*(\w\W*){8}$/,
                  messages: { invalid: "practice.link.wrongCode" },
                },
              ]}
              values={{ code: "" }}
              submit={t("practice.link.connect")}
              wide
              focusFirst
              onSubmit={({ code }) => pair(connection.id, code.trim())}
            />
          </div>
        ) : (
          <>
            {connection.qrcode && (
              <QrCode text={connection.qrcode} label={t("practice.link.code")} />
            )}
            <ol className="text-small text-muted list-decimal space-y-1 pl-5 text-left">
              <li>{t("practice.link.step1")}</li>
              <li>{t("practice.link.step2")}</li>
            </ol>
            <button
              type="button"
              className="btn btn-primary btn-wide"
              disabled={busy.value}
              onClick={() => void scan(connection.id)}
            >
              <ScanLine size={18} aria-hidden />
              {t("practice.link.scan")}
            </button>
            <button
              type="button"
              className="btn btn-ghost"
              disabled={busy.value}
              onClick={() =>
                void injectFault(connection.id, { passkey: true }, "practice.passkeyAsked")
              }
            >
              <KeyRound size={18} aria-hidden />
              {t("practice.link.passkey")}
            </button>
          </>
        )}
        <button type="button" className="btn btn-ghost" onClick={() => setTypes(!types)}>
          {types ? <QrIcon size={18} aria-hidden /> : <Hash size={18} aria-hidden />}
          {t(types ? "connections.link.preferQr" : "practice.link.withNumber")}
        </button>
      </div>
    </div>
  );
}
