import { useEffect, useState } from "react";
import type * as subscriptionTable from "../../../src/modules/subscription/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { Form } from "../../forms/Form.tsx";
import type { FormValues } from "../../forms/form.ts";
import { toRequestBody } from "../../forms/form-values.ts";
import { changesIn, saveOnly } from "../../forms/save-edit.ts";
import { api } from "../../kit/api.ts";
import { LoadError } from "../../kit/LoadError.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { PixKeyReading } from "../../parts/PixKeyReading.tsx";
import { fieldsOf } from "./billing-fields.ts";

type Billing = Wire<subscriptionTable.Billing>;

/** How companies pay the owner of the box. rules.md#checkout */
export function BillingTab() {
  const [billing, setBilling] = useState<Billing | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const read = () => {
    setFailed(null);
    api.get<Billing>("/subscription/billing").then(setBilling, setFailed);
  };
  useEffect(read, []);
  if (failed)
    return (
      <div className="card-quiet">
        <LoadError error={failed} onRetry={read} />
      </div>
    );
  if (!billing)
    return (
      <Delayed>
        <Skeleton className="h-72 w-full" />
      </Delayed>
    );
  return <BillingForm billing={billing} onSaved={setBilling} />;
}

export function BillingForm({
  billing,
  onSaved,
}: {
  billing: Billing;
  onSaved: (billing: Billing) => void;
}) {
  const { t } = useTranslation();
  // Mount the form again after saving, so that a typed secret does not stay visible.
  const [saved, setSaved] = useState(0);
  const fields = (values: FormValues) => fieldsOf(values, billing);
  const { gateway, pixKey, merchantName, merchantCity, efiUrl, clientId } = billing;
  const first: FormValues = {
    gateway,
    pixKey,
    merchantName,
    merchantCity,
    efiUrl,
    clientId,
    clientSecret: undefined,
    certificate: undefined,
  };
  const save = async (values: FormValues) => {
    const changes = changesIn(
      toRequestBody(fields(first), first),
      toRequestBody(fields(values), values),
    );
    onSaved(await saveOnly<Billing>("/subscription/billing", billing, changes));
    setSaved(saved + 1);
    toast.success(t("common.updated"));
  };
  return (
    <section aria-label={t("platform.tabs.billing")} className="card-quiet px-4 py-4">
      <Form
        key={saved}
        fields={fields}
        values={first}
        submit={t("common.save")}
        onSubmit={save}
        extras={{
          pixKey: ({ pixKey }, put) => (
            <PixKeyReading typed={pixKey} onPhone={(key) => put({ pixKey: key })} />
          ),
        }}
      />
      {gateway === "efi" && <Notices />}
    </section>
  );
}

/**
 * Makes Efí notify the box of payments. Without it, the box asks Efí every half minute.
 * rules.md#payment-notices
 */
function Notices() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    await api
      .post("/subscription/billing/webhook")
      .then(() => toast.success(t("efi.webhookAsked")), toast.error);
    setBusy(false);
  };
  return (
    <div className="border-line mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t pt-4">
      <p className="text-muted text-small min-w-0 flex-1 basis-60">{t("efi.webhookText")}</p>
      <button type="button" className="btn btn-sm" disabled={busy} onClick={() => void ask()}>
        {t("efi.webhook")}
      </button>
    </div>
  );
}
