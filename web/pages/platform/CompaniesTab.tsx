import { withDueDate } from "../../../src/shared/due-date.ts";
import { useSignals } from "@preact/signals-react/runtime";
import {
  Archive,
  ArrowRightLeft,
  Building2,
  CalendarPlus,
  LifeBuoy,
  LockKeyhole,
  LockKeyholeOpen,
  Trash2,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import type { ListedCompany } from "../../../src/modules/companies/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { api } from "../../kit/api.ts";
import { Confirm } from "../../kit/Confirm.tsx";
import { PagePart } from "../../kit/PagePart.tsx";
import { date, localDay, t, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { me } from "../../session/session.ts";
import { planPrice } from "../../parts/companies/price.ts";
import { CompanyFilesPart } from "./company-files/CompanyFilesPart.tsx";
import { ExportCompany } from "./company-files/ExportCompany.tsx";
import { CompanyDialog } from "./CompanyDialog.tsx";
import { DeletedCompanies } from "./DeletedCompanies.tsx";
import { DeleteCompany } from "./DeleteCompany.tsx";
import { daysUntil, tintOf, tints } from "./due.ts";
import { GraceDays } from "./GraceDays.tsx";

export type CompanyRow = Wire<ListedCompany>;

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
  const { t } = useTranslation();
  const [blocking, setBlocking] = useState<CompanyRow | null>(null);
  const [extending, setExtending] = useState<{ company: CompanyRow; to: string } | null>(null);
  const [deleting, setDeleting] = useState<CompanyRow | null>(null);
  const [exporting, setExporting] = useState<{ company: CompanyRow; moves: boolean } | null>(null);

  const askToExtend = async (company: CompanyRow) =>
    setExtending({
      company,
      to: (await api.get<{ dueDate: string }>(`/companies/${company.id}/due`)).dueDate,
    });
  const extend = async ({ id, name, dueDate: from }: CompanyRow) => {
    const { dueDate } = await api.post<{ dueDate: string }>(`/companies/${id}/due`, {
      dueDate: from,
    });
    toast.success(t("companies.extended", { name, date: date(dueDate) }));
  };
  const enter = async ({ id }: CompanyRow) => {
    try {
      await api.post(`/companies/${id}/enter`);
      // Reload the page, so that nothing of this company stays in memory.
      location.assign("/");
    } catch (error) {
      toast.error(error);
    }
  };
  const exportItem = (company: CompanyRow) => ({
    label: t("companies.export"),
    icon: Archive,
    onSelect: () => setExporting({ company, moves: false }),
  });
  const setStatus = ({ id }: CompanyRow, status: boolean) =>
    api.put(`/companies/${id}`, { status }).then(() => toast.success(t("common.updated")));

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
          actions: (company) =>
            withDueDate(company).dueDate
              ? [{ label: "companies.extend", icon: CalendarPlus, run: () => askToExtend(company) }]
              : [],
          menu: (company) =>
            isOwners(company)
              ? [exportItem(company)]
              : [
                  {
                    label: t("companies.enter"),
                    icon: LifeBuoy,
                    onSelect: () => void enter(company),
                  },
                  company.status
                    ? {
                        label: t("companies.block"),
                        icon: LockKeyhole,
                        onSelect: () => setBlocking(company),
                      }
                    : {
                        label: t("companies.unblock"),
                        icon: LockKeyholeOpen,
                        onSelect: () =>
                          void setStatus(company, true).catch((error: unknown) =>
                            toast.error(error),
                          ),
                      },
                  exportItem(company),
                  {
                    label: t("companies.move"),
                    icon: ArrowRightLeft,
                    onSelect: () => setExporting({ company, moves: true }),
                  },
                  {
                    label: t("common.delete"),
                    icon: Trash2,
                    danger: true,
                    onSelect: () => setDeleting(company),
                  },
                ],
        }}
      />
      <CompanyFilesPart />
      <DeletedCompanies />
      {blocking && (
        <Confirm
          title={t("companies.blockQuestion", { name: blocking.name })}
          text={t("companies.blockText")}
          action={t("companies.block")}
          onClose={() => setBlocking(null)}
          onConfirm={() => setStatus(blocking, false)}
        />
      )}
      {extending && (
        <Confirm
          title={t("companies.extendQuestion", { name: extending.company.name })}
          text={t("companies.extendText", {
            from: date(extending.company.dueDate!),
            to: date(extending.to),
          })}
          action={t("companies.extendAction")}
          danger={false}
          onClose={() => setExtending(null)}
          onConfirm={() => extend(extending.company)}
        />
      )}
      {exporting && <ExportCompany {...exporting} onClose={() => setExporting(null)} />}
      {deleting && <DeleteCompany company={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

/** The company of the owner of the box cannot be blocked or deleted. */
const isOwners = ({ id }: CompanyRow) => id === 1;

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
