import { FileText, Printer, ReceiptText } from "lucide-react";
import { useState } from "react";
import { Menu } from "../../kit/Menu.tsx";
import type { Paper } from "../../kit/Printout.tsx";
import { useTranslation } from "../../kit/text.ts";
import { PrintedOrder } from "./OrderPaper.tsx";
import type { FullOrder } from "./types.ts";
import "./texts.ts";

/** Prints an order on a counter printer's roll or on A4. */
export function PrintMenu({ order }: { order: FullOrder }) {
  const { t } = useTranslation();
  const [paper, setPaper] = useState<Paper | null>(null);
  return (
    <>
      <Menu
        label={t("orders.print.title")}
        tip={false}
        className="btn"
        items={[
          {
            label: t("orders.print.receipt"),
            icon: ReceiptText,
            onSelect: () => setPaper("receipt"),
          },
          { label: t("orders.print.a4"), icon: FileText, onSelect: () => setPaper("a4") },
        ]}
      >
        <Printer size={18} aria-hidden />
        <span className="max-phone:sr-only">{t("orders.print.title")}</span>
      </Menu>
      {paper && <PrintedOrder order={order} paper={paper} onDone={() => setPaper(null)} />}
    </>
  );
}
