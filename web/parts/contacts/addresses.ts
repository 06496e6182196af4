import { useEffect, useState } from "react";
import type { FormValue } from "../../forms/form.ts";
import { api } from "../../kit/api.ts";
import { live } from "../../session/live.ts";
import type { Address } from "./types.ts";

/**
 * A contact's addresses, reloaded when one of them changes. Null until they load; none without a
 * contact.
 */
export function useAddresses(contactId: number | null) {
  const [rows, setRows] = useState<Address[] | null>(null);
  const [failed, setFailed] = useState<unknown>(null);

  const read = async () => {
    if (contactId === null) return setRows([]);
    try {
      setRows(
        (await api.get<{ contactAddress: Address[] }>(`/contactAddress/all/${contactId}`))
          .contactAddress,
      );
      setFailed(null);
    } catch (error) {
      setFailed(error);
    }
  };
  useEffect(() => {
    void read();
    return live.on("contactAddress", ({ action, contactAddress }) => {
      if (action === "delete" || (contactAddress as Address | undefined)?.contactId === contactId)
        void read();
    });
  }, [contactId]);

  return { rows, failed, read: () => void read() };
}

/** The digits of a postal code; the other characters are not sent. */
export const zipDigits = (zip: FormValue) => String(zip ?? "").replace(/\D/g, "");

/** 01310-100 */
export const maskZip = (text: string) =>
  zipDigits(text)
    .slice(0, 8)
    .replace(/^(\d{5})(\d+)$/, "$1-$2");

/** A complete postal code. */
export const zipPattern = /^\d{5}-?\d{3}$/;

export const states = [
  "AC",
  "AL",
  "AM",
  "AP",
  "BA",
  "CE",
  "DF",
  "ES",
  "GO",
  "MA",
  "MG",
  "MS",
  "MT",
  "PA",
  "PB",
  "PE",
  "PI",
  "PR",
  "RJ",
  "RN",
  "RO",
  "RR",
  "RS",
  "SC",
  "SE",
  "SP",
  "TO",
];
