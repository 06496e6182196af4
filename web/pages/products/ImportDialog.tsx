import { Dialog } from "../../kit/Dialog.tsx";
import { useTranslation } from "../../kit/text.ts";
import { ImportSteps } from "../../parts/imports/ImportSteps.tsx";

const targets = [
  "none",
  "name",
  "ean",
  "code",
  "category",
  "description",
  "active",
  "store",
  "stock",
  "costPrice",
  "sellingPrice",
  "unit",
  "promotionPrice",
] as const;

/** Imports a spreadsheet of products. The import continues after the user leaves. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t("products.sheet.import")} size="large" onClose={onClose}>
      <ImportSteps
        source={{
          path: "/products/import",
          targets,
          area: "products",
          done: { label: t("common.close"), run: onClose },
        }}
      />
    </Dialog>
  );
}
