import { useEffect, useState } from "react";
import { api } from "../../kit/api.ts";
import { live } from "../../session/live.ts";

/**
 * Whether the company has an open invoice, so that it can pay and continue; undefined until loaded.
 */
export function useOpenInvoice(): boolean | undefined {
  const [isOpen, setIsOpen] = useState<boolean>();
  useEffect(() => {
    const read = () =>
      api.get<{ invoices: { status: string }[] }>("/invoices/all").then(
        ({ invoices }) => setIsOpen(invoices.some(({ status }) => status === "open")),
        () => undefined,
      );
    void read();
    return live.on("invoice", () => void read());
  }, []);
  return isOpen;
}
