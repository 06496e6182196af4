import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { changesIn, saveOnly } from "../../forms/save-edit.ts";
import { api } from "../../kit/api.ts";
import { Form } from "../../forms/Form.tsx";
import type { Field } from "../../forms/form.ts";
import { Page } from "../../kit/Page.tsx";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { can } from "../../session/can.ts";
import { publicBox, readPublicBox } from "../../session/public-box.ts";
import { me, type Me, setMe } from "../../session/session.ts";
import { PasswordStrength } from "../../parts/PasswordStrength.tsx";
import { ReadOnVisit } from "../../parts/VisitLimit.tsx";
import { addTexts } from "../../kit/translations.ts";
import { Alerts, Away, Look, Writing } from "./Preferences.tsx";
import { MorningMail } from "./MorningMail.tsx";
import { Push } from "./Push.tsx";
import { TwoFactor } from "./TwoFactor.tsx";
import { Sessions } from "./Sessions.tsx";
import texts from "./texts.json";

addTexts(texts);

const currentPasswordField: Field = {
  name: "currentPassword",
  label: "profile.currentPassword",
  type: "password",
  required: true,
  max: 128,
  autoComplete: "current-password",
  messages: { wrong: "profile.wrongPassword" },
};
const profileFields =
  (email: string) =>
  ({ email: typed }: { name: string; email: string; currentPassword: string }): Field[] => [
    { name: "name", label: "users.name", required: true, min: 2, max: 50, autoComplete: "name" },
    {
      name: "email",
      label: "auth.email",
      type: "email",
      required: true,
      max: 254,
      autoComplete: "username",
    },
    ...(typed.trim().toLowerCase() === email
      ? []
      : [{ ...currentPasswordField, hint: "profile.emailNeedsPassword" }]),
  ];
const password: Field[] = [
  currentPasswordField,
  {
    name: "password",
    label: "profile.newPassword",
    type: "password",
    hint: "setup.passwordHint",
    required: true,
    min: 8,
    max: 128,
    autoComplete: "new-password",
  },
];

/** The user's name, sign-in methods and sessions. */
export function Profile() {
  useSignals();
  const { t } = useTranslation();
  useEffect(() => void readPublicBox(), []);
  const user = me.value;
  if (!user) return null;
  if (user.isVisiting)
    return (
      <Page title={t("profile.title")} width="narrow">
        <ReadOnVisit />
      </Page>
    );

  return (
    <Page
      title={t("profile.title")}
      lead={[user.name, t(`menu.${user.profile}`), user.queues.map(({ name }) => name).join(", ")]
        .filter(Boolean)
        .join(" · ")}
      width="narrow"
    >
      <div className="flex flex-col gap-5">
        <Section id="look" title={t("profile.look")}>
          <Look />
        </Section>
        <Section id="alerts" title={t("profile.alerts")} text={t("profile.alertsText")}>
          <Alerts />
        </Section>
        <Section id="push" title={t("push.title")} text={t("push.text")}>
          <Push />
        </Section>
        <Section id="writing" title={t("profile.writing")} text={t("profile.writingText")}>
          <Writing />
        </Section>
        {can("dashboard:view") && publicBox.value?.mail && (
          <Section title={t("profile.morning")}>
            <MorningMail />
          </Section>
        )}
        <Section title={t("profile.data")}>
          <OwnData user={user} />
        </Section>
        <Section title={t("profile.share")} text={t("profile.shareText")}>
          <Away />
        </Section>
        <Section title={t("profile.password")} text={t("profile.passwordText")}>
          <NewPassword />
        </Section>
        <Section title={t("totp.title")} text={t("totp.text")}>
          <TwoFactor on={user.totp} />
        </Section>
        <Section title={t("sessions.title")} text={t("sessions.text")}>
          <Sessions />
        </Section>
      </div>
    </Page>
  );
}

function OwnData({ user }: { user: Me }) {
  const { t } = useTranslation();
  const [dirty, setDirty] = useState(false);
  // The form keeps its initial values while the user types, even when other sessions change them.
  const [read, setRead] = useState(user);
  const { name, email } = read;
  if (read !== user && (!dirty || (user.name === name && user.email === email))) setRead(user);
  return (
    <Form
      key={`${name} ${email}`}
      fields={profileFields(email)}
      values={{ name, email, currentPassword: "" }}
      submit={t("common.save")}
      onDirty={setDirty}
      onSubmit={async ({ currentPassword, ...typed }) => {
        const changes = changesIn(
          { name, email },
          {
            name: typed.name.trim(),
            email: typed.email.trim(),
            ...(currentPassword && { currentPassword }),
          },
        );
        setMe(await saveOnly<Me>("/auth/me", read, changes));
        toast.success(t("common.updated"));
      }}
    />
  );
}

function NewPassword() {
  const { t } = useTranslation();
  const [round, setRound] = useState(0);
  return (
    <Form
      key={round}
      fields={password}
      values={{ currentPassword: "", password: "" }}
      submit={t("profile.changePassword")}
      extras={{ password: (values) => <PasswordStrength password={values.password} /> }}
      onSubmit={async (values) => {
        setMe(await api.put<Me>("/auth/me", values));
        toast.success(t("profile.passwordChanged"));
        setRound(round + 1);
      }}
    />
  );
}

function Section({
  id,
  title,
  text,
  children,
}: {
  id?: string;
  title: string;
  text?: string;
  children: ReactNode;
}) {
  const part = useRef<HTMLElement>(null);
  useEffect(() => {
    if (id && location.hash === `#${id}`) part.current?.scrollIntoView();
  }, [id]);
  return (
    <section ref={part} aria-label={title} className="card-quiet p-5">
      <h2 className="text-base font-semibold">{title}</h2>
      {text && <p className="text-muted">{text}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}
