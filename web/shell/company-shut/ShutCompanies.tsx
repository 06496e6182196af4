import { useSignals } from "@preact/signals-react/runtime";
import { DatabaseZap } from "lucide-react";
import { useState } from "react";
import { dateTime, useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { companiesShut, type ShutCompany } from "../shut-companies.ts";
import { BringBack } from "./BringBack.tsx";
import texts from "./texts.json";

addTexts(texts);

/**
 * A banner for each company whose file is unusable, with the copy that can restore it.
 * rules.md#unusable-company-files
 */
export function ShutCompanies() {
  useSignals();
  const [chosen, setChosen] = useState<ShutCompany | null>(null);
  return (
    <>
      {companiesShut.value.map((company) => (
        <CompanyShut key={company.id} company={company} onBringBack={() => setChosen(company)} />
      ))}
      {chosen && <BringBack company={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

export function CompanyShut({
  company: { name, file, copies },
  onBringBack,
}: {
  company: ShutCompany;
  onBringBack: () => void;
}) {
  useSignals();
  const { t } = useTranslation();
  const [newest] = copies;
  return (
    <div
      role="alert"
      className="bg-error text-error-content flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2 phone:px-5"
    >
      <DatabaseZap size={18} aria-hidden className="shrink-0" />
      <p className="min-w-0 flex-1 basis-60 break-words">
        {t(newest ? "companyShut.text" : "companyShut.noCopy", { name, file })}
      </p>
      {newest && (
        <button type="button" className="btn btn-sm" onClick={onBringBack}>
          {t("companyShut.bringBack", { when: dateTime(newest.at) })}
        </button>
      )}
    </div>
  );
}
