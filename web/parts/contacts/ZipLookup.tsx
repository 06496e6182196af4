import { useRef, useState } from "react";
import { api, ApiError } from "../../kit/api.ts";
import { useTranslation } from "../../kit/text.ts";
import type { FormValues } from "../../forms/form.ts";
import { maskZip, zipDigits } from "./addresses.ts";
import "./texts.ts";

type LookupState = "idle" | "looking" | "unknown" | "failed";
type SetOthers = (more: FormValues) => void;

/** Fills in the address of a complete postal code. `stored` is the code before the edit. */
export function useZipLookup(stored: string) {
  const [state, setState] = useState<LookupState>("idle");
  const last = useRef({ zip: stored, put: (_more: FormValues) => {} });

  const lookUp = async () => {
    const { zip, put } = last.current;
    const isLate = () => last.current.zip !== zip;
    setState("looking");
    try {
      const { address, neighborhood, city, state } = await api.get<Record<string, string>>(
        `/cep/${zip}`,
      );
      if (isLate()) return;
      // Some towns have one code for all streets.
      const filled = Object.entries({ address, neighborhood, city, state }).filter(
        ([, value]) => value,
      );
      put(Object.fromEntries(filled));
      setState("idle");
    } catch (error) {
      if (!isLate())
        setState(error instanceof ApiError && error.status === 404 ? "unknown" : "failed");
    }
  };
  const onZip = (text: string, put: SetOthers) => {
    const zip = zipDigits(text);
    if (zip.length === 8) put({ zipCode: maskZip(zip) });
    if (zip === last.current.zip) return;
    last.current = { zip, put };
    if (zip.length === 8) void lookUp();
    else setState("idle");
  };

  return { onZip, status: <LookupStatus state={state} retry={() => void lookUp()} /> };
}

function LookupStatus({ state, retry }: { state: LookupState; retry: () => void }) {
  const { t } = useTranslation();
  return (
    <p
      role="status"
      className="text-muted text-small mt-1 flex flex-wrap items-center gap-2 empty:hidden"
    >
      {state === "looking" && (
        <>
          <span aria-hidden className="loading loading-spinner loading-xs" />
          {t("contacts.addresses.looking")}
        </>
      )}
      {state === "unknown" && t("contacts.addresses.unknown")}
      {state === "failed" && (
        <>
          {t("contacts.addresses.failed")}
          <button type="button" className="btn btn-xs" onClick={retry}>
            {t("common.retry")}
          </button>
        </>
      )}
    </p>
  );
}
