import { Copy, Download, EllipsisVertical, Pencil, Tag, Users } from "lucide-react";
import { useState } from "react";
import { useParams } from "wouter";
import { download } from "../../../kit/download.ts";
import { Menu } from "../../../kit/Menu.tsx";
import { LoadError } from "../../../kit/LoadError.tsx";
import { Page } from "../../../kit/Page.tsx";
import { Delayed, Skeleton } from "../../../kit/Skeleton.tsx";
import { dateTime, language, useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { addTexts } from "../../../kit/translations.ts";
import { audienceName } from "../../../parts/campaigns/audience-name.ts";
import { StatusChip } from "../../../parts/campaigns/StatusChip.tsx";
import { totalText } from "../../../parts/costs/costs-text.ts";
import { can } from "../../../session/can.ts";
import { CampaignDialog } from "../CampaignDialog.tsx";
import { DuplicateDialog } from "../DuplicateDialog.tsx";
import { Curve } from "./Curve.tsx";
import { FunnelView } from "./FunnelView.tsx";
import { Moves, Paused } from "./Moves.tsx";
import { Numbers } from "./Numbers.tsx";
import { PeopleDialog } from "./People.tsx";
import { Result } from "./Result.tsx";
import { Reasons, Variants } from "./Tables.tsx";
import type { Report } from "./types.ts";
import { useReport } from "./use-report.ts";
import texts from "./texts.json";

addTexts(texts);

/** The report of a campaign, current while it runs. */
export function CampaignReport() {
  const { campaignId } = useParams<{ campaignId: string }>();
  return <ReportOf key={campaignId} id={Number(campaignId)} />;
}

function ReportOf({ id }: { id: number }) {
  const { t } = useTranslation();
  const { report, failed, read } = useReport(id);
  if (report && !failed) return <ReportView report={report} />;
  return (
    <Page
      title={t("campaignReport.title")}
      parent={{ href: "/campaigns", label: t("campaignReport.back") }}
    >
      {failed ? (
        <div className="card-quiet" role="alert">
          <LoadError title={t("common.failed")} error={failed} onRetry={read} />
        </div>
      ) : (
        <Delayed>
          <Skeleton className="h-72 w-full" />
        </Delayed>
      )}
    </Page>
  );
}

function ReportView({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { campaign, curve, variants } = report;
  const [open, setOpen] = useState<"edit" | "duplicate" | "list" | "tag" | null>(null);
  const close = () => setOpen(null);
  return (
    <Page
      title={campaign.name}
      parent={{ href: "/campaigns", label: t("campaignReport.back") }}
      lead={<ReportLead report={report} />}
      actions={
        <>
          <Moves campaign={campaign} />
          {can("campaigns.write") && (
            <Menu
              label={t("campaignReport.more")}
              className="btn btn-square"
              items={[
                ...(campaign.isEditable
                  ? [{ label: t("common.edit"), icon: Pencil, onSelect: () => setOpen("edit") }]
                  : []),
                {
                  label: t("campaigns.duplicate.action"),
                  icon: Copy,
                  onSelect: () => setOpen("duplicate"),
                },
                ...(campaign.startedAt === null
                  ? []
                  : [
                      {
                        label: t("campaignReport.people.listTitle"),
                        icon: Users,
                        onSelect: () => setOpen("list"),
                      },
                      {
                        label: t("campaignReport.people.tagTitle"),
                        icon: Tag,
                        onSelect: () => setOpen("tag"),
                      },
                    ]),
              ]}
            >
              <EllipsisVertical size={18} aria-hidden />
            </Menu>
          )}
          <button
            type="button"
            className="btn"
            onClick={() =>
              void download(`/campaigns/${campaign.id}/report/export`, {
                language: language.peek(),
              }).catch(toast.error)
            }
          >
            <Download size={18} aria-hidden />
            {t("campaignReport.export")}
          </button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {campaign.status === "EM_ANDAMENTO" && campaign.pauseReason && (
          <Paused campaign={campaign} />
        )}
        <Result report={report} />
        <FunnelView report={report} />
        <Curve curve={curve} />
        <Variants campaign={campaign} variants={variants} />
        <Reasons report={report} />
        <Numbers report={report} />
      </div>
      {open === "edit" && (
        <CampaignDialog title={t("campaigns.edit")} row={campaign} onClose={close} />
      )}
      {open === "duplicate" && <DuplicateDialog campaign={campaign} onClose={close} />}
      {(open === "list" || open === "tag") && (
        <PeopleDialog campaign={campaign} into={open} onClose={close} />
      )}
    </Page>
  );
}

function ReportLead({ report: { campaign, endsAt, pace, costs } }: { report: Report }) {
  const { t } = useTranslation();
  const { whatsapp, startedAt, completedAt } = campaign;
  const facts = [
    audienceName(campaign),
    whatsapp?.name,
    startedAt && t("campaignReport.startedAt", { at: dateTime(startedAt) }),
    completedAt && t("campaignReport.completedAt", { at: dateTime(completedAt) }),
    endsAt && t("campaignReport.endsAt", { at: dateTime(endsAt) }),
    costs && t("costs.spent", { amount: totalText(costs) }),
    pace.capToday !== null &&
      campaign.status === "EM_ANDAMENTO" &&
      t("campaignReport.today", { sent: pace.sentToday, cap: pace.capToday }),
  ];
  return (
    <span className="mt-1 flex flex-wrap items-start gap-x-3 gap-y-1">
      <StatusChip campaign={campaign} />
      <span>{facts.filter(Boolean).join(" · ")}</span>
    </span>
  );
}
