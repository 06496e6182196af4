import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, ApiError } from "../../kit/api.ts";
import type { Field, FormValues } from "../../kit/form.ts";
import { RowDialog } from "../../kit/RowDialog.tsx";
import { toast } from "../../kit/Toast.tsx";
import { states, maskZip } from "./addresses.ts";
import type { Address } from "./types.ts";

type LookupState = "idle" | "looking" | "unknown" | "failed";
type SetOthers = (more: FormValues) => void;

/** One address. Its postal code fills in the rest, where it is known. */
export function AddressDialog({ contactId, address, onClose }: { contactId: number; address: Address | null; onClose: () => void }) {
  const { t } = useTranslation();
  const [lookup, setLookup] = useState<LookupState>("idle");
  const lastZip = useRef({ zip: address?.zipCode ?? "", put: (_more: FormValues) => {} });

  const lookUp = async () => {
    const { zip, put } = lastZip.current;
    const isLate = () => lastZip.current.zip !== zip;
    setLookup("looking");
    try {
      const { address, neighborhood, city, state } = await api.get<Record<string, string>>(`/cep/${zip}`);
      if (isLate()) return;
      // A town may have one code for all its streets.
      const found = Object.entries({ address, neighborhood, city, state }).filter(([, value]) => value);
      put(Object.fromEntries(found));
      setLookup("idle");
    } catch (error) {
      if (!isLate()) setLookup(error instanceof ApiError && error.status === 404 ? "unknown" : "failed");
    }
  };
  const onZip = (text: string, put: SetOthers) => {
    const zip = text.replace(/\D/g, "");
    if (zip.length === 8) put({ zipCode: maskZip(zip) });
    if (zip === lastZip.current.zip) return;
    lastZip.current = { zip, put };
    if (zip.length === 8) void lookUp();
    else setLookup("idle");
  };

  return (
    <RowDialog
      title={t(address ? "contacts.addresses.edit" : "contacts.addresses.new")}
      listing={{ fields: [...fields, ...(address?.isActive ? [] : [main])] }}
      values={valuesOf(address, t("contacts.addresses.home"))}
      onFieldChange={{ zipCode: (value, put) => onZip(String(value ?? ""), put) }}
      extras={{ zipCode: () => <LookupStatus looking={lookup} retry={() => void lookUp()} /> }}
      onClose={onClose}
      onSave={async ({ zipCode, ...values }) => {
        const moved = address && zipDigits(zipCode) === address.zipCode ? {} : { latitude: null, longitude: null };
        const body = { ...values, zipCode: zipDigits(zipCode), ...moved };
        if (address) await api.put(`/contactAddress/${address.id}`, body);
        else await api.post("/contactAddress", { ...body, contactId });
        toast.success(t("contacts.addresses.saved"));
      }}
    />
  );
}

function LookupStatus({ looking, retry }: { looking: LookupState; retry: () => void }) {
  const { t } = useTranslation();
  return (
    <p role="status" className="text-muted text-small mt-1 flex flex-wrap items-center gap-2 empty:hidden">
      {looking === "looking" && (
        <>
          <span aria-hidden className="loading loading-spinner loading-xs" />
          {t("contacts.addresses.looking")}
        </>
      )}
      {looking === "unknown" && t("contacts.addresses.unknown")}
      {looking === "failed" && (
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

const zipDigits = (zip: FormValues[string]) => String(zip ?? "").replace(/\D/g, "");

const valuesOf = (address: Address | null, type: string): FormValues =>
  address
    ? { type: address.type, zipCode: maskZip(address.zipCode), address: address.address, number: address.number, complement: address.complement, neighborhood: address.neighborhood, city: address.city, state: address.state, isActive: address.isActive }
    : { type, zipCode: "", address: "", number: "", complement: "", neighborhood: "", city: "", state: "", isActive: false };

// rules.md#form-limits
const fields: Field[] = [
  { name: "type", label: "contacts.addresses.type", hint: "contacts.addresses.typeHint", required: true, min: 3, max: 50 },
  { name: "zipCode", label: "contacts.addresses.zipCode", placeholder: "contacts.addresses.zipExample", required: true, pattern: /^\d{5}-?\d{3}$/, messages: { invalid: "contacts.addresses.zipWrong" } },
  { name: "address", label: "contacts.addresses.address", required: true, max: 250 },
  { name: "number", label: "contacts.addresses.number", required: true, max: 30 },
  { name: "complement", label: "contacts.addresses.complement", max: 255 },
  { name: "neighborhood", label: "contacts.addresses.neighborhood", required: true, max: 150 },
  { name: "city", label: "contacts.addresses.city", required: true, max: 150 },
  { name: "state", label: "contacts.addresses.state", type: "select", required: true, emptyLabel: "contacts.addresses.chooseState", items: states.map((state) => ({ value: state, label: state })) },
];
const main: Field = { name: "isActive", label: "contacts.addresses.isMain", type: "switch", hint: "contacts.addresses.isMainHint" };
