import {
  Archive,
  ArrowRightLeft,
  CalendarPlus,
  LifeBuoy,
  LockKeyhole,
  LockKeyholeOpen,
  Receipt,
  Trash2,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import type { ListedCompany } from "../../../src/modules/companies/table.ts";
import { withDueDate } from "../../../src/shared/due-date.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { api } from "../../kit/api.ts";
import { Confirm } from "../../kit/Confirm.tsx";
import type { MenuItem } from "../../kit/Menu.tsx";
import { date, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import type { Listing } from "../../lists/listing.ts";
import { ExportCompany } from "./company-files/ExportCompany.tsx";
import { DeleteCompany } from "./DeleteCompany.tsx";

export type CompanyRow = Wire<ListedCompany>;

type Actions = {
  actions: NonNullable<Listing<CompanyRow>["actions"]>;
  menu: (company: CompanyRow) => MenuItem[];
  /** The dialogs that the actions open. */
  dialogs: ReactNode;
};

/** All that the owner of the box does with a company of a list. rules.md#companies */
export function useCompanyActions(): Actions {
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
  const invoicesItem = ({ id }: CompanyRow) => ({
    label: t("companies.invoices"),
    icon: Receipt,
    href: `/invoices?companyId=${id}`,
  });
  const exportItem = (company: CompanyRow) => ({
    label: t("companies.export"),
    icon: Archive,
    onSelect: () => setExporting({ company, moves: false }),
  });
  const setStatus = ({ id }: CompanyRow, status: boolean) =>
    api.put(`/companies/${id}`, { status }).then(() => toast.success(t("common.updated")));

  return {
    actions: (company) =>
      withDueDate(company).dueDate
        ? [{ label: "companies.extend", icon: CalendarPlus, run: () => askToExtend(company) }]
        : [],
    menu: (company) =>
      isOwners(company)
        ? [invoicesItem(company), exportItem(company)]
        : [
            invoicesItem(company),
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
                    void setStatus(company, true).catch((error: unknown) => toast.error(error)),
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
    dialogs: (
      <>
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
    ),
  };
}

/** The company of the owner of the box cannot be blocked or deleted. */
const isOwners = ({ id }: CompanyRow) => id === 1;
