import { FileDown, FileSpreadsheet, FileUp } from "lucide-react";
import { useState } from "react";
import { download } from "../../kit/download.ts";
import { Menu } from "../../kit/Menu.tsx";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { can } from "../../session/can.ts";
import { ImportDialog } from "./ImportDialog.tsx";

/** Exports and imports the products as a spreadsheet. */
export function Sheets() {
  const { t } = useTranslation();
  const [importing, setImporting] = useState(false);
  if (!can("products.write")) return null;
  return (
    <>
      <Menu
        label={t("products.sheet.button")}
        tip={false}
        className="btn"
        items={[
          { label: t("products.sheet.import"), icon: FileUp, onSelect: () => setImporting(true) },
          {
            label: t("products.sheet.export"),
            icon: FileDown,
            onSelect: () => void download("/products/export").catch(toast.error),
          },
        ]}
      >
        <FileSpreadsheet size={18} aria-hidden />
        {t("products.sheet.button")}
      </Menu>
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}
