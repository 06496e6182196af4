import { useSignals } from "@preact/signals-react/runtime";
import { DoorClosed } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import type { Plan } from "../../../src/modules/companies/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { Form } from "../../forms/Form.tsx";
import type { Field, FormValues } from "../../forms/form.ts";
import { api, ApiError } from "../../kit/api.ts";
import { Empty } from "../../kit/Empty.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { useTitle } from "../../kit/title.ts";
import { language, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { addTexts } from "../../kit/translations.ts";
import { cnpjInput, markCnpj } from "../../parts/cnpj.ts";
import { hasPrice } from "../../parts/companies/price.ts";
import { PasswordStrength } from "../../parts/PasswordStrength.tsx";
import { Trap } from "../../parts/Trap.tsx";
import { publicBox, readPublicBox } from "../../session/public-box.ts";
import { AuthLayout } from "../../shell/AuthLayout.tsx";
import { begin, type SignedUp } from "./begin.ts";
import { Confirm, ConfirmByMail } from "./Confirm.tsx";
import { PlanCards } from "./PlanCards.tsx";
import texts from "./texts.json";

addTexts(texts);

type Plans = Wire<Plan>[];

const length = { too_short: "signUp.tooShort", too_long: "signUp.tooLong" };
const fields: Field[] = [
  {
    name: "name",
    label: "signUp.name",
    required: true,
    min: 2,
    max: 50,
    autoComplete: "organization",
    messages: length,
  },
  {
    name: "document",
    label: "signUp.document",
    placeholder: "signUp.documentExample",
    required: true,
    ...cnpjInput,
    messages: {
      invalid: "signUp.documentInvalid",
      too_long: "signUp.documentInvalid",
      taken: "errors.ERR_COMPANY_DOCUMENT_TAKEN",
    },
  },
  {
    name: "email",
    label: "auth.email",
    type: "email",
    required: true,
    autoComplete: "username",
    messages: { invalid: "signUp.emailInvalid", taken: "signUp.emailTaken" },
  },
  {
    name: "phone",
    label: "signUp.phone",
    type: "tel",
    required: true,
    min: 10,
    max: 50,
    autoComplete: "tel-national",
  },
  {
    name: "password",
    label: "auth.password",
    type: "password",
    hint: "setup.passwordHint",
    required: true,
    min: 8,
    max: 128,
    autoComplete: "new-password",
    messages: length,
  },
  { name: "planId", label: "signUp.plan", type: "custom" },
];

/** A visitor creates a company and becomes its first admin. rules.md#sign-up */
export function SignUp() {
  useSignals();
  const { t } = useTranslation();
  useTitle(t("signUp.title"));
  const [plans, setPlans] = useState<Plans | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const token = location.hash.slice(1);
  const read = () => {
    setFailed(null);
    Promise.all([api.get<Plans>("/plans/list"), readPublicBox()]).then(
      ([fetched]) => setPlans(fetched),
      setFailed,
    );
  };
  useEffect(read, []);
  return (
    <AuthLayout>
      {token ? (
        <Confirm token={token} />
      ) : failed ? (
        <LoadError error={failed} onRetry={read} />
      ) : !plans ? (
        <Delayed>
          <Skeleton className="h-96 w-full" />
        </Delayed>
      ) : !publicBox.value?.signUp || plans.length === 0 ? (
        <Closed />
      ) : (
        <SignUpForm plans={plans} suggested={publicBox.value.planId} />
      )}
    </AuthLayout>
  );
}

export function Closed() {
  const { t } = useTranslation();
  return (
    <Empty
      icon={DoorClosed}
      title={t("signUp.closedTitle")}
      text={t("signUp.closedText")}
      action={
        <Link href="/login" className="btn btn-primary">
          {t("signUp.toLogin")}
        </Link>
      }
    />
  );
}

export function SignUpForm({ plans, suggested }: { plans: Plans; suggested: number | null }) {
  const { t } = useTranslation();
  const [website, setWebsite] = useState("");
  // A plan without a price is never preselected. rules.md#sign-up
  const priced = plans.filter(({ value }) => hasPrice(value));
  const [planId, setPlanId] = useState(
    (priced.find(({ id }) => id === suggested) ?? priced[0])?.id,
  );
  const [refusedPlan, setRefusedPlan] = useState(false);
  const [submitted, setSubmitted] = useState<FormValues | null>(null);
  const [waits, setWaits] = useState(false);

  const ask = async (values: FormValues) => {
    const answer = await api.post<SignedUp>("/companies/cadastro", {
      ...values,
      email: String(values.email).trim(),
      planId,
      language: language.peek(),
      recurrence: "MENSAL",
      ...(website && { website }),
    });
    if ("token" in answer) return begin(answer);
    setSubmitted(values);
    setWaits(true);
  };
  const send = async ({ name, document, email, phone, password }: FormValues) => {
    setRefusedPlan(false);
    try {
      await ask({ name, document, email, phone, password });
    } catch (error) {
      toast.error(t("signUp.failed"));
      // Empty the trap field, so that a person whom the server took for a bot can try again.
      setWebsite("");
      setRefusedPlan(error instanceof ApiError && Boolean(error.fields.planId));
      throw error;
    }
  };

  if (submitted && waits)
    return (
      <ConfirmByMail
        email={String(submitted.email)}
        onAgain={() => ask(submitted)}
        onBack={() => setWaits(false)}
      />
    );
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">{t("signUp.title")}</h1>
      <p className="text-muted mt-1 mb-7">{t("signUp.lead")}</p>
      <Form
        fields={fields}
        values={submitted ?? { name: "", document: "", email: "", phone: "", password: "" }}
        submit={t("signUp.submit")}
        busy={t("signUp.submitting")}
        wide
        focusFirst
        onSubmit={send}
        onFieldChange={{ document: markCnpj }}
        extras={{
          password: ({ password }) => <PasswordStrength password={String(password)} />,
          planId: () => (
            <PlanCards
              plans={plans}
              value={planId}
              error={refusedPlan ? t("signUp.planRequired") : undefined}
              onChange={setPlanId}
            />
          ),
        }}
      >
        <Trap value={website} onChange={setWebsite} />
      </Form>
      <p className="text-small mt-6">
        <span className="text-muted">{t("signUp.haveAccount")}</span>{" "}
        <Link href="/login" className="link font-medium">
          {t("signUp.toLogin")}
        </Link>
      </p>
    </>
  );
}
