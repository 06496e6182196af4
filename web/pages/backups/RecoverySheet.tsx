import { KeyRound, Printer } from "lucide-react";
import { useState } from "react";
import { Form } from "../../forms/Form.tsx";
import type { Field } from "../../forms/form.ts";
import { api } from "../../kit/api.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { Printout } from "../../kit/Printout.tsx";
import { date, useTranslation } from "../../kit/text.ts";
import "../../parts/texts.ts";

/**
 * The code that opens the backups on another machine. The owner enters their password to see it,
 * then prints it and puts it away.
 */
export function RecoverySheet({ sheetAt }: { sheetAt: string | null }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const [code, setCode] = useState<string | null>(null);
  const show = async ({ password }: { password: string }) => {
    setCode((await api.post<{ code: string }>("/backups/sheet", { password })).code);
    setAsking(false);
  };
  return (
    <section
      className="card-quiet flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5"
      aria-label={t("backups.sheet")}
    >
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="font-semibold">{t("backups.sheet")}</h2>
        <p className={sheetAt ? "text-muted" : "text-waiting font-medium"}>
          {sheetAt ? t("backups.sheetAt", { when: date(sheetAt) }) : t("backups.sheetNever")}
        </p>
        <p className="text-muted">{t("backups.sheetText")}</p>
      </div>
      <button type="button" className="btn" onClick={() => setAsking(true)}>
        <KeyRound size={18} aria-hidden />
        {t("backups.sheetShow")}
      </button>
      {asking && (
        <Dialog title={t("backups.sheet")} size="small" onClose={() => setAsking(false)}>
          <Form
            fields={passwordField}
            values={{ password: "" }}
            submit={t("backups.sheetShow")}
            onSubmit={show}
            onCancel={() => setAsking(false)}
            focusFirst
          />
        </Dialog>
      )}
      {code && <ShownCode code={code} onClose={() => setCode(null)} />}
    </section>
  );
}

const passwordField: Field[] = [
  {
    name: "password",
    label: "backups.password",
    type: "password",
    required: true,
    autoComplete: "current-password",
    messages: { wrong: "profile.wrongPassword" },
  },
];

function ShownCode({ code, onClose }: { code: string; onClose: () => void }) {
  const { t } = useTranslation();
  const [printing, setPrinting] = useState(false);
  return (
    <Dialog
      title={t("backups.sheet")}
      size="small"
      onClose={onClose}
      footer={
        <button type="button" className="btn btn-primary" onClick={() => setPrinting(true)}>
          <Printer size={18} aria-hidden />
          {t("backups.print")}
        </button>
      }
    >
      <p
        className="tabular text-title bg-base-200 rounded-lg p-3 text-center font-mono break-all"
        data-code
      >
        {code}
      </p>
      <p className="text-muted mt-3">{t("backups.sheetKeep")}</p>
      {printing && (
        <Printout paper="a4" onDone={() => setPrinting(false)}>
          <Sheet code={code} />
        </Printout>
      )}
    </Dialog>
  );
}

/** The printed page. */
function Sheet({ code }: { code: string }) {
  const { t } = useTranslation();
  return (
    <article className="flex flex-col gap-4">
      <h1 className="text-2xl font-bold">{t("backups.sheetTitle", { host: location.host })}</h1>
      <p>{t("backups.sheetFor")}</p>
      <p className="font-mono text-2xl break-all">{code}</p>
      <ol className="list-decimal pl-6">
        {(["one", "two", "three"] as const).map((step) => (
          <li key={step}>{t(`backups.steps.${step}`)}</li>
        ))}
      </ol>
      <p>{t("backups.sheetDate", { when: date(new Date().toISOString()) })}</p>
    </article>
  );
}
