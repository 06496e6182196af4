import { X } from "lucide-react";
import { Link } from "wouter";
import type { Guide } from "../../../src/shared/guide.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { useTranslation } from "../../kit/text.ts";

/**
 * Shows how many steps of the guide are left, until all are done or the owner closes it.
 * rules.md#guide
 */
export function GuideCard({ guide, onClose }: { guide: Guide; onClose: () => void }) {
  const { t } = useTranslation();
  const left = Object.values(guide.steps).filter((done) => !done).length;
  return (
    <section
      data-guide
      className="card-quiet mb-5 flex items-center gap-x-3 px-4 py-3"
      aria-label={t("dashboard.guide.title")}
    >
      <p className="min-w-0 flex-1">
        <span className="font-semibold">{t("dashboard.guide.title")}</span>
        <span className="text-muted block">{t("dashboard.guide.left", { count: left })}</span>
      </p>
      <Link href="/guide" className="btn btn-sm">
        {t("dashboard.guide.goOn")}
      </Link>
      <IconButton label={t("dashboard.guide.hide")} icon={X} onClick={onClose} />
    </section>
  );
}
