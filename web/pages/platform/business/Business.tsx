import { useSignals } from "@preact/signals-react/runtime";
import { DownloadIcon, FileSpreadsheet } from "lucide-react";
import { useEffect, useState } from "react";
import { api } from "../../../kit/api.ts";
import { download } from "../../../kit/download.ts";
import { LoadError } from "../../../kit/LoadError.tsx";
import { Menu } from "../../../kit/Menu.tsx";
import { Page } from "../../../kit/Page.tsx";
import { Delayed, Skeleton } from "../../../kit/Skeleton.tsx";
import { language, useTranslation } from "../../../kit/text.ts";
import { useBusy } from "../../../kit/use-busy.ts";
import { addTexts } from "../../../kit/translations.ts";
import "../../../parts/texts.ts";
import { live } from "../../../session/live.ts";
import fileTexts from "../company-files/texts.json";
import platformTexts from "../texts.json";
import { BusinessChart } from "./BusinessChart.tsx";
import { BusinessCompanies } from "./BusinessCompanies.tsx";
import { BusinessFacts } from "./BusinessFacts.tsx";
import { NeedsCard } from "./NeedsCard.tsx";
import { PlansCard } from "./PlansCard.tsx";
import { monthYear } from "./months.ts";
import type { Figures } from "./types.ts";
import texts from "./texts.json";

addTexts(fileTexts);
addTexts(platformTexts);
addTexts(texts);

/** Shows the earnings of the box's owner, and the work that waits for them. rules.md#business */
export function Business() {
  const { t } = useTranslation();
  const { figures, failed, read } = useFigures();
  return (
    <Page
      title={t("business.title")}
      lead={
        figures
          ? t("business.lead", { count: figures.companies, month: monthYear(figures.month) })
          : t("business.leadUsual")
      }
      actions={<Sheets />}
    >
      {figures ? (
        <BusinessView figures={figures} />
      ) : failed ? (
        <LoadError error={failed} onRetry={read} />
      ) : (
        <Delayed>
          <Skeleton className="h-24 w-full" />
        </Delayed>
      )}
    </Page>
  );
}

export const BusinessView = ({ figures }: { figures: Figures }) => (
  <div className="flex flex-col gap-4">
    <BusinessFacts figures={figures} />
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
      <NeedsCard needs={figures.needs} />
      <BusinessChart months={figures.months} />
    </div>
    <BusinessCompanies figures={figures} />
    <PlansCard plans={figures.plans} />
  </div>
);

function Sheets() {
  useSignals();
  const { t } = useTranslation();
  const [busy, run] = useBusy();
  const item = (format: "xlsx" | "csv") => ({
    label: t(`business.sheets.${format}`),
    icon: FileSpreadsheet,
    onSelect: () =>
      void run(() => download("/invoices/export", { format, language: language.value })),
  });
  return (
    <Menu
      label={t("business.sheet")}
      tip={false}
      className="btn"
      items={[item("xlsx"), item("csv")]}
    >
      {busy ? (
        <span aria-hidden className="loading loading-spinner loading-sm" />
      ) : (
        <DownloadIcon size={18} aria-hidden />
      )}
      {t("business.sheet")}
    </Menu>
  );
}

function useFigures() {
  const [figures, setFigures] = useState<Figures | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const read = () => {
    setFailed(null);
    api.get<Figures>("/business").then(setFigures, setFailed);
  };
  useEffect(() => {
    read();
    const closers = [
      live.on("invoice", read),
      live.on("companies", read),
      live.on("plan", read),
      live.onReset(read),
    ];
    return () => closers.forEach((close) => close());
  }, []);
  return { figures, failed, read };
}
