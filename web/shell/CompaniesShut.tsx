import { useSignals } from "@preact/signals-react/runtime";
import { DatabaseZap } from "lucide-react";
import { useTranslation } from "react-i18next";
import { companiesShut } from "./shut-companies.ts";

/** Tells the owner of the box whose data can't be used, and what to do. */
export function CompaniesShut() {
  useSignals();
  return companiesShut.value.map(({ id, name, file }) => <CompanyShut key={id} name={name} file={file} />);
}

export function CompanyShut({ name, file }: { name: string; file: string }) {
  const { t } = useTranslation();
  return (
    <div role="alert" className="bg-error text-error-content flex items-center gap-3 px-4 py-2 phone:px-5">
      <DatabaseZap size={18} aria-hidden className="shrink-0" />
      <p className="min-w-0 flex-1">{t("connection.companyShut", { name, file })}</p>
    </div>
  );
}
