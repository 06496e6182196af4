import { useEffect, useState } from "react";
import { KeyRound, Landmark } from "lucide-react";
import type { Billing } from "../../../src/modules/subscription/table.ts";
import { gateways } from "../../../src/shared/invoices.ts";
import { Form } from "../../forms/Form.tsx";
import type { Field, FormValues } from "../../forms/form.ts";
import { toRequestBody } from "../../forms/form-values.ts";
import { api } from "../../kit/api.ts";
import { LoadError } from "../../kit/LoadError.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";

/** How companies pay the owner of the box. rules.md#checkout */
export function BillingTab() {
  const [billing, setBilling] = useState<Billing | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const read = () => {
    setFailed(null);
    api.get<Billing>("/subscription/billing").then(setBilling, setFailed);
  };
  useEffect(read, []);
  if (failed) return <div className="card-quiet"><LoadError error={failed} onRetry={read} /></div>;
  if (!billing) return <Delayed><Skeleton className="h-72 w-full" /></Delayed>;
  return <BillingForm billing={billing} onSaved={setBilling} />;
}

export function BillingForm({ billing, onSaved }: { billing: Billing; onSaved: (billing: Billing) => void }) {
  const { t } = useTranslation();
  // Anew after saving: what was typed as a secret is not shown again.
  const [saved, setSaved] = useState(0);
  const fields = (values: FormValues) => fieldsOf(values, billing);
  const save = async (values: FormValues) => {
    onSaved(await api.put<Billing>("/subscription/billing", toRequestBody(fields(values), values)));
    setSaved(saved + 1);
    toast.success(t("common.updated"));
  };
  const { gateway, pixKey, merchantName, merchantCity, efiUrl, clientId } = billing;
  return (
    <section aria-label={t("settings.tabs.billing")} className="card-quiet px-4 py-4">
      <p className="text-muted mb-4">{t("settings.billing.lead")}</p>
      <Form key={saved} fields={fields} values={{ gateway, pixKey, merchantName, merchantCity, efiUrl, clientId, clientSecret: undefined, certificate: undefined }} submit={t("common.save")} onSubmit={save} />
      {gateway === "efi" && <Notices />}
    </section>
  );
}

/** Has Efí tell of payments; without it the box asks them every half minute. rules.md#payment-notices */
function Notices() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    await api.post("/subscription/billing/webhook").then(() => toast.success(t("settings.billing.webhookAsked")), toast.error);
    setBusy(false);
  };
  return (
    <div className="border-line mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t pt-4">
      <p className="text-muted text-small min-w-0 flex-1 basis-60">{t("settings.billing.webhookText")}</p>
      <button type="button" className="btn btn-sm" disabled={busy} onClick={() => void ask()}>
        {t("settings.billing.webhook")}
      </button>
    </div>
  );
}

function fieldsOf({ gateway, pixKey }: FormValues, { hasClientSecret, hasCertificate }: Billing): Field[] {
  const isEfi = gateway === "efi";
  const icons = { pix: KeyRound, efi: Landmark };
  const choice: Field = { name: "gateway", label: "settings.billing.gateway", type: "choice", required: true, choices: gateways.map((value) => ({ value, label: `settings.billing.gateways.${value}`, hint: `settings.billing.gatewayHints.${value}`, icon: icons[value] })) };
  const own: Field[] = [
    { name: "pixKey", label: "settings.billing.pixKey", hint: "settings.billing.pixKeyHint", required: isEfi, max: 77, messages: { invalid: "settings.billing.pixKeyInvalid" } },
    ...(isEfi ? [] : [
      { name: "merchantName", label: "settings.billing.merchantName", hint: "settings.billing.merchantNameHint", required: Boolean(pixKey), max: 25 },
      { name: "merchantCity", label: "settings.billing.merchantCity", required: Boolean(pixKey), max: 15 },
    ]),
  ];
  if (!isEfi) return [choice, ...own];
  return [
    choice, ...own,
    { name: "efiUrl", label: "settings.billing.efiUrl", hint: "settings.billing.efiUrlHint", required: true, max: 2000 },
    { name: "clientId", label: "settings.billing.clientId", required: true, max: 200, autoComplete: "off" },
    { name: "clientSecret", label: "settings.billing.clientSecret", type: "secret", required: true, hasStored: hasClientSecret, max: 200 },
    { name: "certificate", label: "settings.billing.certificate", hint: "settings.billing.certificateHint", type: "secret", rows: 5, required: true, hasStored: hasCertificate, max: 20_000, messages: { invalid: "settings.billing.certificateInvalid" } },
  ];
}
