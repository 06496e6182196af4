import { FileDown, FileSpreadsheet, FileUp, PackageMinus, Printer } from "lucide-react";
import { useState } from "react";
import { download } from "../../kit/download.ts";
import { Menu } from "../../kit/Menu.tsx";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { can } from "../../session/can.ts";
import { ImportDialog } from "./ImportDialog.tsx";
import { LowStockPaper } from "./LowStockPaper.tsx";

/** Exports and imports the products as a spreadsheet; exports and prints what runs out. */
export function Sheets({ storeId }: { storeId: number | null }) {
  const { t } = useTranslation();
  const [importing, setImporting] = useState(false);
  const [isPrinting, setIsPrinting] = useState(false);
  if (!can("products.write") && !can("productStores.write")) return null;
  const get = (path: string) => () => void download(path).catch(toast.error);
  return (
    <>
      <Menu
        label={t("products.sheet.button")}
        tip={false}
        className="btn"
        items={[
          ...(can("products.write")
            ? [
                {
                  label: t("products.sheet.import"),
                  icon: FileUp,
                  onSelect: () => setImporting(true),
                },
                {
                  label: t("products.sheet.export"),
                  icon: FileDown,
                  onSelect: get("/products/export"),
                },
              ]
            : []),
          ...(can("productStores.write")
            ? [
                {
                  label: t("products.low.export"),
                  icon: PackageMinus,
                  onSelect: get(
                    `/productStores/low/export${storeId === null ? "" : `?storeId=${storeId}`}`,
                  ),
                },
              ]
            : []),
          { label: t("products.low.print"), icon: Printer, onSelect: () => setIsPrinting(true) },
        ]}
      >
        <FileSpreadsheet size={18} aria-hidden />
        {t("products.sheet.button")}
      </Menu>
      {isPrinting && <LowStockPaper storeId={storeId} onDone={() => setIsPrinting(false)} />}
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}
