import { useEffect, useState } from "react";
import { Link } from "wouter";
import { cnpjText } from "../../../src/shared/cnpj.ts";
import { modes, primaryColors } from "../../../src/shared/companies.ts";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { Form } from "../../forms/Form.tsx";
import type { Field, FormValues } from "../../forms/form.ts";
import { toFormValues, toRequestBody } from "../../forms/form-values.ts";
import { api } from "../../kit/api.ts";
import { LeaveGuard } from "../../kit/LeaveGuard.tsx";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { billingFields } from "../../parts/companies/billing-fields.ts";
import type { OwnCompany } from "../../parts/companies/own-company.ts";
import { can } from "../../session/can.ts";

/** The company's admins edit its own data here. */
export function CompanyForm({ company }: { company: OwnCompany }) {
  const { t } = useTranslation();
  const [dirty, setDirty] = useState(false);
  const [users, setUsers] = useState<{ id: number; name: string }[]>([]);
  const fields = fieldsOf(company, users, t);
  const [values] = useState(() => valuesOf(company, fields));

  useEffect(() => {
    // The chosen user stays when the list cannot be read.
    api.get<{ id: number; name: string }[]>("/users/list").then(setUsers, () => undefined);
  }, []);

  const open = fields.filter(({ disabled }) => !disabled);
  const edit = useEdit(company, () => ownPart(toRequestBody(open, values)));

  const save = async ({ media, ...typed }: FormValues) => {
    const body = toRequestBody(open, typed);
    const logo = media instanceof File ? await dataUrlOf(media) : media;
    await saveEdit("/companies", edit, {
      ...ownPart(body),
      ...((media instanceof File || media === null) && { media: logo }),
    });
    toast.success(t("common.updated"));
  };
  return (
    <div className="card-quiet px-4 py-4 phone:px-5">
      <LeaveGuard dirty={dirty} />
      <Form
        fields={fields}
        values={values}
        submit={t("common.save")}
        onDirty={setDirty}
        onSubmit={save}
        headings={{
          name: <Heading text={t("company.parts.about")} />,
          media: <Heading text={t("company.parts.look")} />,
          billingName: <Heading text={t("company.parts.billing")} />,
          slug: <Heading text={t("company.parts.systems")} />,
        }}
        extras={{
          name: () => can("companies.write") && <ToCompanies />,
          primaryColor: ({ primaryColor }) => <ColorPreview color={String(primaryColor ?? "")} />,
        }}
      />
    </div>
  );
}

const ownPart = ({ primaryColor, userId, ...body }: Record<string, unknown>) => ({
  ...body,
  primaryColor: primaryColor || null,
  userId: userId ? Number(userId) : null,
});

const Heading = ({ text }: { text: string }) => (
  <h2 className="border-line text-title not-first:mt-3 not-first:border-t not-first:pt-5 font-semibold">
    {text}
  </h2>
);

/** The owner of the box changes the fixed fields on another page. */
function ToCompanies() {
  const { t } = useTranslation();
  return (
    <Link href="/platform/companies" className="link text-small mt-1 inline-block">
      {t("company.fixedOwner")}
    </Link>
  );
}

/** Previews a button in the colour, in the current theme. */
function ColorPreview({ color }: { color: string }) {
  const { t } = useTranslation();
  return (
    <p data-primary={color || "none"} className="mt-2 flex flex-wrap items-center gap-3">
      <span
        aria-hidden
        className="bg-primary text-primary-content text-small rounded-lg px-3 py-1.5 font-medium"
      >
        {t("common.save")}
      </span>
      <span
        aria-hidden
        className="text-primary text-small font-medium underline underline-offset-2"
      >
        {t("company.preview")}
      </span>
    </p>
  );
}

const locked = "••••••••••••••••";

function fieldsOf(
  company: OwnCompany,
  users: { id: number; name: string }[],
  t: (key: string) => string,
): Field[] {
  const seller =
    company.userId !== null && !users.some(({ id }) => id === company.userId)
      ? [{ value: String(company.userId), label: "…" }]
      : [];
  return [
    {
      name: "name",
      label: "company.name",
      hint: can("companies.write") ? undefined : "company.fixed",
      disabled: true,
      required: true,
    },
    { name: "document", label: "company.document", disabled: true, required: true },
    { name: "plan", label: "company.plan", disabled: true, required: true },
    { name: "email", label: "company.email", type: "email", max: 254 },
    {
      name: "phone",
      label: "company.phone",
      type: "tel",
      messages: { invalid: "company.phoneInvalid" },
    },
    {
      name: "userId",
      label: "company.seller",
      hint: "company.sellerHint",
      type: "select",
      emptyLabel: "company.nobody",
      items: [...seller, ...users.map(({ id, name }) => ({ value: String(id), label: name }))],
    },
    { name: "media", label: "company.logo", type: "picture" },
    {
      name: "mode",
      label: "company.mode",
      hint: "company.modeHint",
      type: "select",
      required: true,
      items: modes.map((value) => ({ value, label: t(`company.modes.${value}`) })),
    },
    {
      name: "primaryColor",
      label: "company.color",
      type: "select",
      emptyLabel: "company.ownColor",
      items: primaryColors.map((value) => ({ value, label: t(`company.colors.${value}`) })),
    },
    ...billingFields,
    {
      name: "slug",
      label: "company.slug",
      hint: "company.once",
      max: 40,
      pattern: /^[a-zA-Z0-9][a-zA-Z0-9-]{1,38}[a-zA-Z0-9]$/,
      messages: { invalid: "company.slugInvalid", taken: "company.slugTaken" },
      disabled: company.slug !== null,
    },
    {
      name: "token",
      label: "company.token",
      hint: "company.tokenHint",
      min: 16,
      max: 200,
      disabled: company.hasToken,
    },
  ];
}

const valuesOf = (company: OwnCompany, fields: Field[]): FormValues => ({
  ...toFormValues(fields, {
    ...company,
    plan: company.plan.name,
    token: company.hasToken ? locked : "",
  }),
  document: cnpjText(company.document ?? "") || "–",
  media: company.mediaPath ?? undefined,
});

/** The data URL of a file, for `media`. */
const dataUrlOf = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("not read"));
    reader.readAsDataURL(file);
  });
