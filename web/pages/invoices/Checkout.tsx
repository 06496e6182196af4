import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import type { FormValues } from "../../forms/form.ts";
import { api } from "../../kit/api.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { Steps } from "../../kit/Steps.tsx";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { me } from "../../session/session.ts";
import { Payer, payerOf } from "./Payer.tsx";
import { PixView } from "./PixView.tsx";
import { PlanStep, ReviewStep } from "./PlanSteps.tsx";
import type { Invoice, Pix } from "./types.ts";

const steps = ["payer", "plan", "review"] as const;

type Props = { invoice: Invoice; onClose: () => void };

/** "Falta pouco!": the payer, the plan, a summary, and the Pix. rules.md#checkout */
export function Checkout({ invoice, onClose }: Props) {
  const { t } = useTranslation();
  const [step, setStep] = useState(0);
  const [payer, setPayer] = useState<FormValues | null>(null);
  const [canBePaid, setCanBePaid] = useState(true);
  const [pix, setPix] = useState<Pix | null>(null);
  const [busy, setBusy] = useState(false);

  // Fill in the payer of the last invoice, once the server says whether a payment is possible. If
  // it cannot be read, the payer types it now.
  useEffect(() => {
    const answers = Promise.all([
      api.get<{ canBePaid: boolean }>("/subscription").catch(() => ({ canBePaid: true })),
      api.get<object>(`/companies/${invoice.companyId}`).then(payerOf, () => payerOf({})),
    ]);
    void answers.then(([{ canBePaid }, payer]) => {
      setCanBePaid(canBePaid);
      setPayer(payer);
    });
  }, [invoice.companyId]);

  // The pressed button disappears with its step, so the next step takes the focus.
  useEffect(() => {
    if (step > 0) document.querySelector<HTMLElement>("dialog[open] [data-autofocus]")?.focus();
  }, [step, pix]);

  const refused = useRef<number | undefined>(undefined);
  const pay = async () => {
    setBusy(true);
    if (refused.current !== undefined) toast.close(refused.current);
    try {
      setPix(await api.post<Pix>("/subscription", { ...payer, invoiceId: invoice.id }));
      toast.success(t("invoices.asked"));
    } catch (error) {
      refused.current = toast.error(error);
    } finally {
      setBusy(false);
    }
  };

  const buttons = step > 0 && !pix && (
    <>
      <button
        type="button"
        className="btn btn-ghost"
        disabled={busy}
        onClick={() => setStep(step - 1)}
      >
        {t("common.back")}
      </button>
      <button
        type="button"
        data-autofocus
        className="btn btn-primary"
        disabled={busy}
        onClick={() => (step === 1 ? setStep(2) : void pay())}
      >
        {busy && <span aria-hidden className="loading loading-spinner loading-sm" />}
        {t(step === 1 ? "invoices.next" : "invoices.payNow")}
      </button>
    </>
  );

  if (!canBePaid) return <NoWayToPay onClose={onClose} />;
  return (
    <Dialog title={t("invoices.almost")} onClose={onClose} footer={buttons}>
      <Steps
        label={t("common.steps")}
        names={steps.map((one) => t(`invoices.steps.${one}`))}
        at={pix ? steps.length : step}
      />
      {pix ? (
        <PixView pix={pix} onClose={onClose} />
      ) : step === 0 ? (
        payer ? (
          <Payer
            values={payer}
            onDone={(values) => {
              setPayer(values);
              setStep(1);
            }}
          />
        ) : (
          <Delayed>
            <Skeleton className="h-72 w-full" />
          </Delayed>
        )
      ) : step === 1 ? (
        <PlanStep invoice={invoice} />
      ) : (
        <ReviewStep invoice={invoice} payer={payer ?? {}} />
      )}
    </Dialog>
  );
}

/**
 * The text for others refers to the support. The owner of the box is the support, and gets a link
 * to the settings.
 */
function NoWayToPay({ onClose }: { onClose: () => void }) {
  useSignals();
  const { t } = useTranslation();
  const isOwner = Boolean(me.value?.super);
  const close = (
    <button type="button" className="btn btn-primary" onClick={onClose}>
      {t("common.close")}
    </button>
  );
  return (
    <Dialog title={t("invoices.pay")} onClose={onClose} footer={close}>
      <p role="status">{t(isOwner ? "invoices.noKey" : "errors.ERR_NO_PIX_KEY")}</p>
      {isOwner && (
        <Link href="/platform/billing" className="link mt-3 inline-block">
          {t("invoices.setUpKey")}
        </Link>
      )}
    </Dialog>
  );
}
