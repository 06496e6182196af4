import { useId, useState } from "react";
import { Link } from "wouter";
import type { ReadSettings } from "../../../../src/modules/box/table.ts";
import { longestLogo } from "../../../../src/shared/box.ts";
import { languages } from "../../../../src/shared/languages.ts";
import type { Wire } from "../../../../src/shared/wire.ts";
import { Form } from "../../../forms/Form.tsx";
import type { FormValues } from "../../../forms/form.ts";
import { toFormValues, toRequestBody } from "../../../forms/form-values.ts";
import { changesIn, saveOnly } from "../../../forms/save-edit.ts";
import { api, ApiError } from "../../../kit/api.ts";
import { LeaveGuard } from "../../../kit/LeaveGuard.tsx";
import { smallPicture } from "../../../kit/small-picture.ts";
import { useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { hasPrice } from "../../../parts/companies/price.ts";
import { takeBrand } from "../../../session/public-box.ts";
import { fieldsOf, rowOf, valuesOf, type Plans } from "./fields.ts";

type Props = {
  settings: Wire<ReadSettings>;
  plans: Plans;
  unanswered: number;
  onSaved: (settings: Wire<ReadSettings>) => void;
};

/**
 * The settings of the box, each with its source. The form locks settings that come from outside.
 * rules.md#box-settings
 */
export function BoxForm({ settings, plans, unanswered, onSaved }: Props) {
  const { t } = useTranslation();
  const [dirty, setDirty] = useState(false);
  // Mount the form again after saving, so that a typed secret does not stay visible.
  const [saved, setSaved] = useState(0);
  const fields = (values: FormValues) => fieldsOf(settings, plans, values);
  const first = toFormValues(fields({}), rowOf(settings));
  // The form asks whether an open sign-up also offers plans without a price. rules.md#sign-up
  const [keepsFree, setKeepsFree] = useState(false);
  const free = plans.filter(({ value }) => !hasPrice(value));
  const opens = ({ signUp }: FormValues) =>
    Boolean(signUp) && !settings.signUp.value && free.length > 0;

  const save = async (values: FormValues) => {
    const open = fields(values).filter(({ disabled }) => !disabled);
    const {
      planId,
      languages: offered,
      ...body
    } = changesIn(toRequestBody(open, first), toRequestBody(open, values));
    const boxLogo = await logoOf(values.boxLogo);
    if (opens(values) && !keepsFree)
      for (const { id } of free) await api.put(`/plans/${id}`, { offered: false });
    const after = await saveOnly<Wire<ReadSettings>>("/box", settings, {
      ...body,
      ...(planId !== undefined && { planId: planId ? Number(planId) : null }),
      ...(boxLogo !== undefined && { boxLogo }),
      ...(Array.isArray(offered) && { languages: offered.map((id: number) => languages[id]) }),
    });
    takeBrand(valuesOf(after));
    onSaved(after);
    setSaved(saved + 1);
    toast.success(t("common.updated"));
  };
  const leads = (
    <p>
      <Link href="/leads" className="link font-medium">
        {t("settings.box.leads")}
      </Link>
      <span className="text-muted"> · {t("settings.box.unanswered", { count: unanswered })}</span>
    </p>
  );
  return (
    <section aria-label={t("platform.tabs.box")} className="card-quiet px-4 py-4">
      <LeaveGuard dirty={dirty} />
      <Form
        key={saved}
        fields={fields}
        values={first}
        submit={t("common.save")}
        onDirty={setDirty}
        onSubmit={save}
        extras={{
          signUp: (values) =>
            opens(values) && (
              <FreePlans
                names={free.map(({ name }) => name).join(", ")}
                isAll={free.length === plans.length}
                value={keepsFree}
                onChange={setKeepsFree}
              />
            ),
        }}
        headings={{
          boxName: (
            <Heading
              first
              text={t("settings.box.parts.look")}
              lead={t("settings.box.parts.lookLead")}
            />
          ),
          landing: (
            <>
              <Heading
                text={t("settings.box.parts.public")}
                lead={t("settings.box.parts.publicLead")}
              />
              {leads}
            </>
          ),
          smtpHost: (
            <Heading text={t("settings.box.parts.mail")} lead={t("settings.box.parts.mailLead")} />
          ),
        }}
      />
    </section>
  );
}

/** Asks whether to offer the plans without a price, before sign-up opens. */
function FreePlans({
  names,
  isAll,
  value,
  onChange,
}: {
  names: string;
  isAll: boolean;
  value: boolean;
  onChange: (keeps: boolean) => void;
}) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <fieldset className="border-line mt-2 rounded-lg border px-3 py-2.5">
      <legend className="sr-only">{t("settings.box.freePlans", { names })}</legend>
      <p aria-hidden>{t("settings.box.freePlans", { names })}</p>
      {[false, true].map((keeps) => (
        <label key={String(keeps)} className="mt-2 flex items-center gap-2">
          <input
            type="radio"
            name={name}
            className="radio radio-primary radio-sm"
            checked={value === keeps}
            onChange={() => onChange(keeps)}
          />
          {t(keeps ? "settings.box.freePlansKeep" : "settings.box.freePlansHide")}
        </label>
      ))}
      {isAll && !value && (
        <p role="status" className="text-waiting mt-2">
          {t("settings.box.noPriced")}
        </p>
      )}
    </fieldset>
  );
}

const Heading = ({
  text,
  lead,
  first = false,
}: {
  text: string;
  lead: string;
  first?: boolean;
}) => (
  <div className={first ? "" : "border-line mt-3 border-t pt-5"}>
    <h2 className="text-title font-semibold">{text}</h2>
    <p className="text-muted text-small">{lead}</p>
  </div>
);

/**
 * A new logo for the request: null removes it, undefined keeps it. Throws `invalid` when the file
 * is no picture.
 */
async function logoOf(value: FormValues[string]) {
  if (value === null) return null;
  if (!(value instanceof File)) return undefined;
  const logo = await smallPicture(value, longestLogo);
  if (logo === null)
    throw new ApiError(422, { error: "ERR_VALIDATION", fields: { boxLogo: "invalid" } });
  return logo;
}
