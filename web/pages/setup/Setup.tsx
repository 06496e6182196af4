import { Copy, KeyRound, Store } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "wouter";
import { api, ApiError } from "../../kit/api.ts";
import { copy } from "../../kit/copy.ts";
import { presets } from "../../../src/shared/colors.ts";
import type { Language } from "../../../src/shared/languages.ts";
import { Form } from "../../forms/Form.tsx";
import type { Field } from "../../forms/form.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { Delayed } from "../../kit/Skeleton.tsx";
import { errorText, setLanguage, useTranslation } from "../../kit/text.ts";
import { useTitle } from "../../kit/title.ts";
import { toast } from "../../kit/Toast.tsx";
import { readPublicBox } from "../../session/public-box.ts";
import { startSession } from "../../session/session.ts";
import { AuthLayout } from "../../shell/AuthLayout.tsx";
import { PasswordStrength } from "../../parts/PasswordStrength.tsx";
import { addTexts } from "../../kit/translations.ts";
import texts from "./texts.json";

addTexts(texts);

/** The setup link's state. `failed` is the reason why the check was impossible. */
type LinkState = "checking" | "good" | "dead" | "claimed" | { failed: string };

const fields: Field[] = [
  { name: "name", label: "setup.name", required: true, min: 2, max: 50, autoComplete: "name" },
  { name: "email", label: "auth.email", type: "email", required: true, autoComplete: "username" },
  {
    name: "password",
    label: "auth.password",
    type: "password",
    hint: "setup.passwordHint",
    required: true,
    min: 8,
    max: 128,
    autoComplete: "new-password",
  },
];

/** Creates the owner of a new box. The guide continues from there. */
export function Setup() {
  const { t } = useTranslation();
  useTitle(t("setup.title"));
  const token = new URLSearchParams(location.search).get("token") ?? "";
  const [link, setLink] = useState<LinkState>("checking");

  useEffect(() => void readPublicBox(), []);
  useEffect(() => {
    void check(token).then(setLink);
  }, [token]);

  return (
    <AuthLayout>
      {link === "good" ? (
        <Claim token={token} onDead={setLink} />
      ) : (
        <State link={link} onRetry={() => void check(token).then(setLink)} />
      )}
    </AuthLayout>
  );
}

/** Shows why the page has no form: the link is being checked, used, dead or failed. */
export function State({
  link,
  onRetry,
}: {
  link: Exclude<LinkState, "good">;
  onRetry: () => void;
}) {
  const { t } = useTranslation();
  if (link === "checking")
    return <Delayed>{<p className="text-muted">{t("setup.checking")}</p>}</Delayed>;
  if (link === "claimed") {
    return (
      <SetupMessage
        icon={<Store size={24} aria-hidden />}
        title={t("setup.claimedTitle")}
        text={t("setup.claimedText")}
      >
        <Link href="/login" className="btn btn-primary">
          {t("setup.toLogin")}
        </Link>
      </SetupMessage>
    );
  }
  if (typeof link === "object") {
    return (
      <SetupMessage
        icon={<Store size={24} aria-hidden />}
        title={t("setup.unknownTitle")}
        text={link.failed}
      >
        <button type="button" className="btn" onClick={onRetry}>
          {t("common.retry")}
        </button>
      </SetupMessage>
    );
  }
  return (
    <SetupMessage
      icon={<KeyRound size={24} aria-hidden />}
      title={t("setup.deadTitle")}
      text={t("setup.deadText")}
    >
      <Command text="balcao setup-link" />
    </SetupMessage>
  );
}

function SetupMessage({
  icon,
  title,
  text,
  children,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <div role="alert">
      <span className="bg-base-100 text-muted border-line mb-5 grid size-14 place-items-center rounded-full border">
        {icon}
      </span>
      <h1 className="text-2xl font-semibold tracking-tight text-balance">{title}</h1>
      <p className="text-muted mt-2 mb-6">{text}</p>
      {children}
    </div>
  );
}

function Command({ text }: { text: string }) {
  const { t } = useTranslation();
  const take = async () => {
    if (await copy(text)) toast.success(t("setup.copied"));
  };
  return (
    <p className="card-quiet flex items-center gap-2 py-2 pr-2 pl-4">
      <code className="flex-1 font-mono select-all">{text}</code>
      <IconButton label={t("setup.copy")} icon={Copy} onClick={() => void take()} />
    </p>
  );
}

const nobody = { name: "", email: "", password: "" };

function Claim({ token, onDead }: { token: string; onDead: (link: LinkState) => void }) {
  const { t } = useTranslation();
  const claim = async ({ name, email, password }: typeof nobody) => {
    sessionStorage.setItem("returnTo", "/guide");
    try {
      startSession(
        await api.post("/setup", {
          token,
          name: name.trim(),
          email: email.trim(),
          password,
          // A shop always needs a queue, so the first one has a default name.
          queue: { name: t("setup.queueDefault"), color: presets[0] },
        }),
      );
    } catch (error) {
      if (error instanceof ApiError && error.code === "ERR_SETUP_TOKEN") onDead("dead");
      else if (error instanceof ApiError && error.code === "ERR_ALREADY_CLAIMED") onDead("claimed");
      else throw error;
    }
  };

  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">{t("setup.heading")}</h1>
      <p className="text-muted mt-1">{t("setup.lead")}</p>
      <p className="text-muted text-small mt-2 mb-5">{t("setup.life")}</p>
      <Form
        fields={fields}
        values={nobody}
        submit={t("setup.submit")}
        busy={t("setup.submitting")}
        wide
        onSubmit={claim}
        extras={{ password: ({ password }) => <PasswordStrength password={password} /> }}
      />
    </>
  );
}

async function check(token: string): Promise<LinkState> {
  try {
    const { locale } = await api.get<{ locale?: Language }>("/setup", { token });
    // The reseller's language applies unless the user already chose one in this browser.
    if (locale && !localStorage.getItem("language")) await setLanguage(locale);
    return "good";
  } catch (error) {
    const code = error instanceof ApiError ? error.code : "";
    if (code === "ERR_ALREADY_CLAIMED") return "claimed";
    return ["ERR_SETUP_TOKEN", "ERR_VALIDATION"].includes(code)
      ? "dead"
      : { failed: errorText(error) };
  }
}
