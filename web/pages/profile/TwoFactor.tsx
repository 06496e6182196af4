import { Copy, Download, ShieldCheck, Smartphone } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api } from "../../kit/api.ts";
import { copy } from "../../kit/copy.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { Form } from "../../forms/Form.tsx";
import type { Field } from "../../forms/form.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { QrCode } from "../../kit/QrCode.tsx";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { refreshMe } from "../../session/session.ts";
import "../../parts/texts.ts";

const code: Field = {
  name: "code",
  label: "totp.code",
  hint: "totp.codeHint",
  required: true,
  max: 40,
  autoComplete: "one-time-code",
  messages: { wrong: "totp.wrongCode" },
};
const password: Field = {
  name: "password",
  label: "profile.currentPassword",
  type: "password",
  required: true,
  max: 128,
  autoComplete: "current-password",
  messages: { wrong: "profile.wrongPassword" },
};
const off: Field[] = [password, { ...code, hint: "auth.codeHint" }];

type TotpSecret = { secret: string; uri: string };

/** Turns two-factor authentication on and off. */
export function TwoFactor({ on }: { on: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<"on" | "off" | null>(null);
  const done = () => {
    setOpen(null);
    void refreshMe().catch(toast.error);
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <p
          role="status"
          className={`flex min-w-0 flex-1 basis-48 items-center gap-2 font-medium ${on ? "text-primary" : ""}`}
        >
          <ShieldCheck size={20} aria-hidden className={on ? "" : "text-muted"} />
          {t(on ? "totp.isOn" : "totp.isOff")}
        </p>
        <button
          type="button"
          className={`btn ${on ? "" : "btn-primary"}`}
          onClick={() => setOpen(on ? "off" : "on")}
        >
          {t(on ? "totp.turnOff" : "totp.turnOn")}
        </button>
      </div>
      {open === "on" && (
        <Dialog title={t("totp.turnOn")} onClose={done}>
          <TotpSetup onDone={done} />
        </Dialog>
      )}
      {open === "off" && (
        <Dialog title={t("totp.turnOff")} onClose={() => setOpen(null)}>
          <p className="mb-4">{t("totp.offText")}</p>
          <Form
            fields={off}
            values={{ password: "", code: "" }}
            submit={t("totp.turnOff")}
            onCancel={() => setOpen(null)}
            onSubmit={async (values) => {
              await api.del("/auth/totp", values);
              await refreshMe();
              toast.success(t("totp.nowOff"));
              setOpen(null);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

/**
 * Four steps: install an app, confirm the password, scan the code, and enter one. Then the recovery
 * codes.
 */
export function TotpSetup({ onDone }: { onDone: () => void }) {
  const [offer, setOffer] = useState<TotpSecret | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (!offer)
    return (
      <PasswordStep
        onSubmit={async (password) =>
          setOffer(await api.post<TotpSecret>("/auth/totp", { password }))
        }
      />
    );
  return (
    <ScanStep
      offer={offer}
      onSubmit={async (typed) =>
        setCodes(
          (await api.put<{ recoveryCodes: string[] }>("/auth/totp", { code: typed })).recoveryCodes,
        )
      }
    />
  );
}

export function PasswordStep({ onSubmit }: { onSubmit: (password: string) => Promise<void> }) {
  const { t } = useTranslation();
  return (
    <>
      <p className="mb-4">{t("totp.apps")}</p>
      <Form
        fields={[{ ...password, hint: "totp.passwordHint" }]}
        values={{ password: "" }}
        submit={t("totp.begin")}
        onSubmit={(values) => onSubmit(values.password)}
      />
    </>
  );
}

export function ScanStep({
  offer: { secret, uri },
  onSubmit,
}: {
  offer: TotpSecret;
  onSubmit: (code: string) => Promise<void>;
}) {
  const { t } = useTranslation();
  const spaced = secret.replace(/(.{4})(?=.)/g, "$1 ");
  return (
    <ol className="flex flex-col gap-5">
      <Step number={1} text={t("totp.scan")}>
        <QrCode text={uri} label={t("totp.qr")} />
        {/* A phone cannot scan its own screen. */}
        <a href={uri} className="btn mt-3 hidden pointer-coarse:inline-flex">
          <Smartphone size={18} aria-hidden />
          {t("totp.openApp")}
        </a>
        <p className="text-muted text-small mt-3">{t("totp.type")}</p>
        <p className="flex items-center gap-1">
          <code className="min-w-0 font-mono text-sm break-words select-all">{spaced}</code>
          <IconButton
            label={t("totp.copyKey")}
            icon={Copy}
            onClick={() => void copyWithToast(secret, t("totp.keyCopied"))}
          />
        </p>
      </Step>
      <Step number={2} text={t("totp.show")}>
        <Form
          fields={[code]}
          values={{ code: "" }}
          submit={t("totp.confirm")}
          onSubmit={(values) => onSubmit(values.code)}
        />
      </Step>
    </ol>
  );
}

function Step({ number, text, children }: { number: number; text: string; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden
        className="bg-primary/12 text-primary grid size-6 shrink-0 place-items-center rounded-full text-sm font-semibold"
      >
        {number}
      </span>
      <div className="min-w-0 flex-1">
        <p className="mb-3 font-medium">{text}</p>
        {children}
      </div>
    </li>
  );
}

/** The recovery codes, shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useTranslation();
  const [isSaved, setIsSaved] = useState(false);
  const text = codes.join("\n");
  const save = () => {
    const url = URL.createObjectURL(
      new Blob([`${t("totp.fileHead")}\n\n${text}\n`], { type: "text/plain" }),
    );
    Object.assign(document.createElement("a"), { href: url, download: t("totp.fileName") }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    setIsSaved(true);
  };
  return (
    <>
      <p role="status" className="flex items-center gap-2 font-medium">
        <ShieldCheck size={20} aria-hidden className="text-primary" />
        {t("totp.nowOn")}
      </p>
      <p className="mt-2">{t("totp.codesText")}</p>
      <ul
        aria-label={t("totp.codes")}
        className="bg-base-200 border-line rounded-card mt-4 grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-6 gap-y-1.5 border px-4 py-3 font-mono"
      >
        {codes.map((one) => (
          <li key={one} className="select-all">
            {one}
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <button
          type="button"
          className="btn btn-sm"
          onClick={() =>
            void copyWithToast(text, t("totp.codesCopied")).then((done) => done && setIsSaved(true))
          }
        >
          <Copy size={16} aria-hidden />
          {t("totp.copyCodes")}
        </button>
        <button type="button" className="btn btn-sm" onClick={save}>
          <Download size={16} aria-hidden />
          {t("totp.download")}
        </button>
      </div>
      <label className="mt-5 flex cursor-pointer items-start gap-2.5">
        <input
          type="checkbox"
          className="checkbox checkbox-primary checkbox-sm mt-0.5"
          checked={isSaved}
          onChange={({ target }) => setIsSaved(target.checked)}
        />
        {t("totp.kept")}
      </label>
      <p className="mt-4 flex justify-end">
        <button type="button" className="btn btn-primary" disabled={!isSaved} onClick={onDone}>
          {t("totp.done")}
        </button>
      </p>
    </>
  );
}

async function copyWithToast(text: string, message: string): Promise<boolean> {
  const done = await copy(text);
  if (done) toast.success(message);
  return done;
}
