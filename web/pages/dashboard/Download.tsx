import { DownloadIcon, FileSpreadsheet, Printer } from "lucide-react";
import { download } from "../../kit/download.ts";
import { Menu } from "../../kit/Menu.tsx";
import { useTranslation } from "../../kit/text.ts";
import { useBusy } from "../../kit/use-busy.ts";
import type { Filter } from "./figures-of.ts";

type Props = { filter: Filter; withSales: boolean; onPrint?: () => void };

/** The figures as a sheet or on paper, and the orders as a sheet. */
export function Download({ filter, withSales, onPrint }: Props) {
  const { t } = useTranslation();
  const [busy, run] = useBusy();
  const sheet = (path: string) => () => void run(() => download(path, filter));
  return (
    <Menu
      label={t("dashboard.download.menu")}
      className="btn btn-ghost btn-square text-muted max-phone:hidden"
      items={[
        {
          label: t("dashboard.download.figures"),
          icon: FileSpreadsheet,
          onSelect: sheet("/dashboard/day/export"),
        },
        ...(withSales
          ? [
              {
                label: t("dashboard.sales.export"),
                icon: FileSpreadsheet,
                onSelect: sheet("/dashboard/sales/export"),
              },
            ]
          : []),
        {
          label: t("dashboard.download.print"),
          icon: Printer,
          onSelect: onPrint,
          disabled: !onPrint,
        },
      ]}
    >
      {busy ? (
        <span aria-hidden className="loading loading-spinner loading-sm" />
      ) : (
        <DownloadIcon size={18} aria-hidden />
      )}
    </Menu>
  );
}
