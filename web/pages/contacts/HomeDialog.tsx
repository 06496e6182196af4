import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, ApiError } from "../../kit/api.ts";
import type { Field, FormValues } from "../../kit/form.ts";
import { RowDialog } from "../../kit/RowDialog.tsx";
import { toast } from "../../kit/Toast.tsx";
import { states, typedZip } from "./homes.ts";
import type { Home } from "./types.ts";

type Looking = "idle" | "looking" | "unknown" | "failed";
type Put = (more: FormValues) => void;

/** One address. Its postal code fills in the rest, where it is known. doc 3 §5 */
export function HomeDialog({ contactId, home, onClose }: { contactId: number; home: Home | null; onClose: () => void }) {
  const { t } = useTranslation();
  const [looking, setLooking] = useState<Looking>("idle");
  const asked = useRef({ zip: home?.zipCode ?? "", put: (_more: FormValues) => {} });

  const look = async () => {
    const { zip, put } = asked.current;
    const isLate = () => asked.current.zip !== zip;
    setLooking("looking");
    try {
      const { address, neighborhood, city, state } = await api.get<Record<string, string>>(`/cep/${zip}`);
      if (isLate()) return;
      // A town may have one code for all its streets.
      const said = Object.entries({ address, neighborhood, city, state }).filter(([, value]) => value);
      put(Object.fromEntries(said));
      setLooking("idle");
    } catch (error) {
      if (!isLate()) setLooking(error instanceof ApiError && error.status === 404 ? "unknown" : "failed");
    }
  };
  const typed = (text: string, put: Put) => {
    const zip = text.replace(/\D/g, "");
    if (zip.length === 8) put({ zipCode: typedZip(zip) });
    if (zip === asked.current.zip) return;
    asked.current = { zip, put };
    if (zip.length === 8) void look();
    else setLooking("idle");
  };

  return (
    <RowDialog
      title={t(home ? "contacts.homes.edit" : "contacts.homes.new")}
      listing={{ fields: [...fields, ...(home?.isActive ? [] : [main])] }}
      values={valuesOf(home, t("contacts.homes.home"))}
      onFieldChange={{ zipCode: (value, put) => typed(String(value ?? ""), put) }}
      extras={{ zipCode: () => <Told looking={looking} retry={() => void look()} /> }}
      onClose={onClose}
      onSave={async ({ zipCode, ...values }) => {
        const moved = home && zipDigits(zipCode) === home.zipCode ? {} : { latitude: null, longitude: null };
        const body = { ...values, zipCode: zipDigits(zipCode), ...moved };
        if (home) await api.put(`/contactAddress/${home.id}`, body);
        else await api.post("/contactAddress", { ...body, contactId });
        toast.success(t("contacts.homes.saved"));
      }}
    />
  );
}

function Told({ looking, retry }: { looking: Looking; retry: () => void }) {
  const { t } = useTranslation();
  return (
    <p role="status" className="text-muted text-small mt-1 flex flex-wrap items-center gap-2 empty:hidden">
      {looking === "looking" && (
        <>
          <span aria-hidden className="loading loading-spinner loading-xs" />
          {t("contacts.homes.looking")}
        </>
      )}
      {looking === "unknown" && t("contacts.homes.unknown")}
      {looking === "failed" && (
        <>
          {t("contacts.homes.failed")}
          <button type="button" className="btn btn-xs" onClick={retry}>
            {t("common.retry")}
          </button>
        </>
      )}
    </p>
  );
}

const zipDigits = (zip: FormValues[string]) => String(zip ?? "").replace(/\D/g, "");

const valuesOf = (home: Home | null, type: string): FormValues =>
  home
    ? { type: home.type, zipCode: typedZip(home.zipCode), address: home.address, number: home.number, complement: home.complement, neighborhood: home.neighborhood, city: home.city, state: home.state, isActive: home.isActive }
    : { type, zipCode: "", address: "", number: "", complement: "", neighborhood: "", city: "", state: "", isActive: false };

// doc 2 §5
const fields: Field[] = [
  { name: "type", label: "contacts.homes.type", hint: "contacts.homes.typeHint", required: true, min: 3, max: 50 },
  { name: "zipCode", label: "contacts.homes.zipCode", placeholder: "contacts.homes.zipExample", required: true, pattern: /^\d{5}-?\d{3}$/, messages: { invalid: "contacts.homes.zipWrong" } },
  { name: "address", label: "contacts.homes.address", required: true, max: 250 },
  { name: "number", label: "contacts.homes.number", required: true, max: 30 },
  { name: "complement", label: "contacts.homes.complement", max: 255 },
  { name: "neighborhood", label: "contacts.homes.neighborhood", required: true, max: 150 },
  { name: "city", label: "contacts.homes.city", required: true, max: 150 },
  { name: "state", label: "contacts.homes.state", type: "select", required: true, emptyLabel: "contacts.homes.chooseState", items: states.map((state) => ({ value: state, label: state })) },
];
const main: Field = { name: "isActive", label: "contacts.homes.isMain", type: "switch", hint: "contacts.homes.isMainHint" };
