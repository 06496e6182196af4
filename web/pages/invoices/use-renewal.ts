import { useEffect, useState } from "react";
import { api } from "../../kit/api.ts";
import { live } from "../../session/live.ts";
import { refreshMe } from "../../session/session.ts";
import type { DetailedInvoice } from "./types.ts";

/** How often the invoice is read without a live event, in ms. */
const readEvery = 5000;

type Renewal = { until: string | null };

/**
 * Waits for the payment of an invoice, by live event or by reading it. Then updates the session.
 */
export function useRenewal(invoiceId: number): Renewal | null {
  const [renewal, setRenewal] = useState<Renewal | null>(null);
  useEffect(() => {
    if (renewal) {
      void refreshMe().catch(() => undefined);
      return;
    }
    const renewed = (until: string | null) => setRenewal({ until });
    const read = async () => {
      const { status, payments } = await api.get<DetailedInvoice>(`/invoices/${invoiceId}`);
      if (status === "paid")
        renewed(payments.find(({ extendedTo }) => extendedTo)?.extendedTo ?? null);
    };
    const timer = setInterval(() => void read().catch(() => undefined), readEvery);
    const silence = live.on(
      "payment",
      ({ status, company }) =>
        status === "CONCLUIDA" && renewed((company as { dueDate: string }).dueDate),
    );
    return () => {
      clearInterval(timer);
      silence();
    };
  }, [invoiceId, renewal]);
  return renewal;
}
