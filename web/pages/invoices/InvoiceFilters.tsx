import { useSignals } from "@preact/signals-react/runtime";
import { DownloadIcon, FileSpreadsheet } from "lucide-react";
import { useEffect, useState } from "react";
import type { InvoiceSum } from "../../../src/modules/invoices/table.ts";
import { type InvoiceFilter, invoiceFilters } from "../../../src/shared/invoices.ts";
import { choicesOf, useChoices } from "../../forms/choices.ts";
import { api } from "../../kit/api.ts";
import { download } from "../../kit/download.ts";
import { Menu } from "../../kit/Menu.tsx";
import { Tabs } from "../../kit/Tabs.tsx";
import { language, money, useTranslation } from "../../kit/text.ts";
import { useBusy } from "../../kit/use-busy.ts";
import { live } from "../../session/live.ts";

export type Filter = { status?: InvoiceFilter; companyId?: string };

/** The filter that the address names. Only the owner of the box may name a company. */
export function filterOf(params: URLSearchParams, isOwner: boolean): Filter {
  const status = invoiceFilters.find((one) => one === params.get("status"));
  const companyId = params.get("companyId");
  return { ...(status && { status }), ...(isOwner && companyId && { companyId }) };
}

type Sums = Record<InvoiceFilter | "all", InvoiceSum>;

const all = ["all", ...invoiceFilters] as const;

/** A chip for each state with its count; beside them what the chosen one sums up to. */
export function StateFilter({
  filter,
  onChange,
}: {
  filter: Filter;
  onChange: (status: InvoiceFilter | "") => void;
}) {
  const { t } = useTranslation();
  const chosen: keyof Sums = filter.status ?? "all";
  const sums = useSums(filter.companyId);
  const counts =
    sums &&
    (Object.fromEntries(all.map((one) => [one, sums[one].count])) as Record<keyof Sums, number>);
  return (
    <>
      <div className="max-w-full min-w-0">
        <Tabs<keyof Sums>
          variant="box"
          label={t("invoices.status")}
          values={all}
          value={chosen}
          counts={counts ?? undefined}
          text={(one) => t(one === "all" ? "invoices.any" : `invoices.filters.${one}`)}
          onChange={(one) => onChange(one === "all" ? "" : one)}
        />
      </div>
      {sums && (
        <p className="tabular whitespace-nowrap">
          {t("invoices.total", { value: money(sums[chosen].value) })}
        </p>
      )}
    </>
  );
}

function useSums(companyId: string | undefined): Sums | null {
  const [sums, setSums] = useState<Sums | null>(null);
  useEffect(() => {
    // The list beside it says what failed.
    const read = () =>
      void api.get<Sums>("/invoices/sums", companyId ? { companyId } : {}).then(setSums, () => {});
    read();
    const closers = [live.on("invoice", read), live.onReset(read)];
    return () => closers.forEach((close) => close());
  }, [companyId]);
  return sums;
}

const companyNames = choicesOf({ name: "companies", event: "companies", key: "company" });

export function CompanyFilter({
  value,
  onChange,
}: {
  value: string;
  onChange: (companyId: string) => void;
}) {
  useSignals();
  const { t } = useTranslation();
  useChoices(companyNames);
  return (
    <select
      aria-label={t("invoices.company")}
      className="select w-auto max-w-56"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{t("invoices.allCompanies")}</option>
      {companyNames.rows.value?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Downloads the invoices of the filter. */
export function Sheets({ filter }: { filter: Filter }) {
  useSignals();
  const { t } = useTranslation();
  const [busy, run] = useBusy();
  const item = (format: "xlsx" | "csv", label: string) => ({
    label,
    icon: FileSpreadsheet,
    onSelect: () =>
      void run(() => download("/invoices/export", { ...filter, format, language: language.value })),
  });
  return (
    <Menu
      label={t("invoices.download")}
      className="btn btn-square"
      items={[item("xlsx", "Excel (xlsx)"), item("csv", "CSV")]}
    >
      {busy ? (
        <span aria-hidden className="loading loading-spinner loading-sm" />
      ) : (
        <DownloadIcon size={18} aria-hidden />
      )}
    </Menu>
  );
}
