import { Check, Copy, ExternalLink, QrCode } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { copy } from "../../kit/copy.ts";
import { Form } from "../../forms/Form.tsx";
import type { Field } from "../../forms/form.ts";
import { phone, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { pairingCode } from "./connection-calls.ts";
import { Steps } from "./Steps.tsx";
import { isPractice } from "../../../src/shared/capabilities.ts";
import type { LinkableConnection } from "./types.ts";

const fields: Field[] = [
  {
    name: "number",
    label: "connections.link.number",
    type: "tel",
    hint: "connections.link.numberHint",
    placeholder: "connections.link.numberExample",
    required: true,
    pattern: /^\+?(\D*\d){10,15}$/,
    messages: { invalid: "connections.link.numberInvalid" },
  },
];

/**
 * Links by a code that the user types on the phone. The code belongs to one network connection:
 * after a reconnect a new one is requested.
 */
export function CodePanel({
  connection,
  onQr,
}: {
  connection: LinkableConnection;
  onQr: () => void;
}) {
  const { t } = useTranslation();
  const { id, status } = connection;
  const [number, setNumber] = useState("");
  const [code, setCode] = useState("");
  const ready = status === "qrcode";
  const fresh = useRef(false);

  const ask = async (digits: string) => {
    setCode(await pairingCode(id, digits));
    setNumber(digits);
    fresh.current = true;
  };

  useEffect(() => {
    if (!ready) {
      fresh.current = false;
      setCode("");
    } else if (number && !fresh.current) {
      fresh.current = true;
      pairingCode(id, number).then(setCode, (refused: unknown) => {
        setNumber("");
        toast.error(refused);
      });
    }
  }, [id, ready, number]);

  const back = (
    <button type="button" className="btn btn-ghost" onClick={onQr}>
      <QrCode size={18} aria-hidden />
      {t("connections.link.preferQr")}
    </button>
  );

  if (!number) {
    return (
      <div className="flex max-w-md flex-col gap-4">
        <p>{t("connections.link.codeLead")}</p>
        <Form
          fields={fields}
          values={{ number: connection.number ? phone(connection.number) : "" }}
          submit={t("connections.link.getCode")}
          focusFirst
          onSubmit={({ number: typed }) => ask(typed.replace(/\D/g, ""))}
        />
        <div className="border-line border-t pt-3">{back}</div>
      </div>
    );
  }
  return (
    <div className="grid gap-6 sm:grid-cols-[auto_1fr]">
      <div className="flex flex-col items-center gap-3">
        <Code code={code} number={number} />
        <button type="button" className="btn btn-ghost btn-sm" onClick={() => setNumber("")}>
          {t("connections.link.otherNumber")}
        </button>
      </div>
      <div className="flex flex-col items-start gap-5">
        {isPractice(connection.provider) ? (
          <TypedOnPractice id={connection.id} />
        ) : (
          <Steps last={[t("connections.link.withNumber"), t("connections.link.type")]} />
        )}
        {back}
      </div>
    </div>
  );
}

/**
 * The practice phone opens in a new tab, because the code is valid only while this panel shows it.
 */
function TypedOnPractice({ id }: { id: number }) {
  const { t } = useTranslation();
  return (
    <>
      <p>{t("connections.link.practiceCode")}</p>
      <a href={`/practice/${id}`} target="_blank" rel="noreferrer" className="btn btn-primary">
        {t("connections.link.toPractice")}
        <ExternalLink size={16} aria-hidden />
      </a>
    </>
  );
}

/** Eight letters and digits in two groups, the format on the phone. */
export function Code({ code, number }: { code: string; number: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => setCopied(false), [code]);

  return (
    <div className="border-line rounded-card flex w-full flex-col items-center gap-3 border px-6 py-5 sm:w-74">
      <p className="text-muted text-small">
        {t("connections.link.codeFor", { number: phone(number) })}
      </p>
      <div role="status" className="h-10">
        {code ? (
          <>
            <p
              aria-hidden
              className="font-mono text-3xl leading-10 font-semibold tracking-[0.12em] whitespace-nowrap select-all"
            >
              {code.slice(0, 4)}-{code.slice(4)}
            </p>
            <span className="sr-only">
              {t("connections.link.code", { code: [...code].join(" ") })}
            </span>
          </>
        ) : (
          <span className="flex h-10 items-center gap-2">
            <span aria-hidden className="loading loading-spinner loading-sm" />
            {t("connections.link.newCode")}
          </span>
        )}
      </div>
      <button
        type="button"
        className="btn btn-sm"
        disabled={!code}
        onClick={() => void copy(code).then(setCopied)}
      >
        {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        {t(copied ? "connections.link.copied" : "connections.link.copy")}
      </button>
    </div>
  );
}
