import { useSignals } from "@preact/signals-react/runtime";
import { Building2 } from "lucide-react";
import type { ReactNode } from "react";
import { withDueDate } from "../../../src/shared/due-date.ts";
import { PagePart } from "../../kit/PagePart.tsx";
import { date, localDay, t, useTranslation } from "../../kit/text.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { planPrice } from "../../parts/companies/price.ts";
import { me } from "../../session/session.ts";
import { CompanyFilesPart } from "./company-files/CompanyFilesPart.tsx";
import { CompanyDialog } from "./CompanyDialog.tsx";
import { DeletedCompanies } from "./DeletedCompanies.tsx";
import { daysUntil, tintOf, tints } from "./due.ts";
import { GraceDays } from "./GraceDays.tsx";
import { type CompanyRow, useCompanyActions } from "./CompanyActions.tsx";

const companies: Listing<CompanyRow> = {
  name: "companies",
  icon: Building2,
  itemPath: "/companies",
  write: "companies.write",
  canDelete: () => false,
  fields: [],
  emptyValues: {},
  dialog: CompanyDialog,
  columns: [
    { label: "companies.name", cell: (company) => <NameCell {...company} /> },
    {
      label: "companies.plan",
      cell: ({ plan }) => <TwoLines first={plan.name} second={planPrice(plan.value)} />,
    },
    { label: "companies.due", cell: (company) => <DueCell {...withDueDate(company)} /> },
  ],
  tint: (company) => {
    const { dueDate } = withDueDate(company);
    const tint = dueDate ? tintOf(daysUntil(dueDate, localDay())) : undefined;
    return tint ? tints[tint] : "";
  },
};

/** All companies of the box, for its owner. rules.md#companies */
export function CompaniesTab() {
  useSignals();
  const { actions, menu, dialogs } = useCompanyActions();
  return (
    <>
      <ListPage
        frame={PagePart}
        listing={{
          ...companies,
          options: {
            path: `/companies/all/${me.value?.companyId ?? 0}`,
            event: "companies",
            key: "company",
            order: "name",
          },
          filters: <GraceDays />,
          actions,
          menu,
        }}
      />
      <CompanyFilesPart />
      <DeletedCompanies />
      {dialogs}
    </>
  );
}

function NameCell({ name, email, status }: CompanyRow) {
  useTranslation();
  return (
    <span className="block py-1">
      <span className="flex flex-wrap items-center gap-x-2">
        <span className="font-medium break-words">{name}</span>
        {!status && (
          <span className="bg-error text-error-content rounded-md px-1.5 text-xs font-medium">
            {t("companies.blocked")}
          </span>
        )}
      </span>
      {email && (
        <span className="text-base-content/80 text-small block font-normal break-all">{email}</span>
      )}
    </span>
  );
}

function DueCell({ dueDate, recurrence }: CompanyRow) {
  useTranslation();
  if (!dueDate) return <span className="text-muted">{t("companies.never")}</span>;
  const days = daysUntil(dueDate, localDay());
  const left =
    days === 0
      ? t("companies.dueToday")
      : days > 0
        ? t("companies.dueIn", { count: days })
        : t("companies.duePast", { count: -days });
  return (
    <TwoLines
      first={<span className="tabular">{date(dueDate)}</span>}
      second={`${left} · ${t(`companies.recurrences.${recurrence}`)}`}
    />
  );
}

const TwoLines = ({ first, second }: { first: ReactNode; second: string }) => (
  <span className="block">
    <span className="block break-words">{first}</span>
    <span className="text-base-content/80 text-small block">{second}</span>
  </span>
);
