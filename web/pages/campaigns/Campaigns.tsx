import {
  ChartNoAxesColumn,
  CirclePlay,
  CircleStop,
  Copy,
  Megaphone,
  Play,
  Send,
} from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { Confirm } from "../../kit/Confirm.tsx";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { missing } from "../../parts/campaigns/missing.ts";
import { moveCampaign } from "../../parts/campaigns/move.ts";
import type { Campaign } from "../../parts/campaigns/types.ts";
import { can } from "../../session/can.ts";
import { CampaignDialog } from "./CampaignDialog.tsx";
import { DuplicateDialog } from "./DuplicateDialog.tsx";
import { ResultFigure, Sending, StateAndTime, Whom } from "./ResultCells.tsx";
import { StartDialog } from "./StartDialog.tsx";
import { TestDialog } from "./TestDialog.tsx";
import texts from "./texts.json";

addTexts(texts);

const reportOf = ({ id }: Campaign) => `/campaign/${id}/report`;

export const campaigns: Listing<Campaign> = {
  name: "campaigns",
  options: { envelope: "records", event: "campaign", key: "record" },
  icon: Megaphone,
  write: "campaigns.write",
  canDelete: ({ status }) => status !== "EM_ANDAMENTO",
  columns: [
    {
      label: "campaigns.name",
      cell: (campaign) => (
        <>
          <Link
            href={reportOf(campaign)}
            data-main
            className="link-hover font-medium wrap-anywhere"
          >
            {campaign.name}
          </Link>
          <Whom campaign={campaign} />
        </>
      ),
    },
    {
      label: "campaigns.status",
      cell: (campaign) => <StateAndTime campaign={campaign} />,
      hideLabel: true,
    },
    {
      label: "campaigns.sending",
      cell: (campaign) => campaign.startedAt && <Sending campaign={campaign} />,
    },
    {
      label: "campaigns.readShare",
      className: "max-lg:hidden",
      cell: (campaign) => campaign.startedAt && <ResultFigure campaign={campaign} name="read" />,
    },
    {
      label: "campaigns.answers",
      className: "max-[75rem]:hidden",
      cell: (campaign) =>
        campaign.startedAt && <ResultFigure campaign={campaign} name="answered" />,
    },
    {
      label: "campaigns.orders",
      className: "max-lg:hidden",
      cell: (campaign) => campaign.startedAt && <ResultFigure campaign={campaign} name="orders" />,
    },
    {
      label: "campaigns.sold",
      cell: (campaign) => campaign.startedAt && <ResultFigure campaign={campaign} name="revenue" />,
    },
  ],
  fields: [],
  dialog: CampaignDialog,
};

type Asked = { campaign: Campaign; what: "start" | "complete" | "cancel" | "test" | "duplicate" };

/** The campaigns: create, start and stop them, and read their results. rules.md#campaigns */
export function Campaigns() {
  const { t } = useTranslation();
  const [question, setQuestion] = useState<Asked | null>(null);
  const [completing, setCompleting] = useState<Campaign | null>(null);
  const close = () => setQuestion(null);
  const columns = campaigns.columns.filter(
    ({ label }) => label !== "campaigns.sold" || can("orders.read"),
  );
  const actions = (campaign: Campaign) => [
    ...(campaign.status === "INATIVA"
      ? [
          {
            label: "campaigns.start",
            icon: Play,
            run: () =>
              setQuestion({ campaign, what: missing(campaign).length > 0 ? "complete" : "start" }),
          },
        ]
      : []),
    ...(campaign.status === "EM_ANDAMENTO"
      ? [
          {
            label: "campaigns.stop",
            icon: CircleStop,
            run: () => setQuestion({ campaign, what: "cancel" }),
          },
        ]
      : []),
    ...(campaign.status === "CANCELADA"
      ? [
          {
            label: "campaigns.restart",
            icon: CirclePlay,
            run: () => moveCampaign(campaign.id, "restart"),
          },
        ]
      : []),
    { label: "campaigns.report", icon: ChartNoAxesColumn, run: () => navigate(reportOf(campaign)) },
  ];
  const menu = (campaign: Campaign) => [
    {
      label: t("campaigns.test.action"),
      icon: Send,
      onSelect: () => setQuestion({ campaign, what: "test" }),
    },
    {
      label: t("campaigns.duplicate.action"),
      icon: Copy,
      onSelect: () => setQuestion({ campaign, what: "duplicate" }),
    },
  ];
  return (
    <>
      <ListPage listing={{ ...campaigns, columns, actions, menu }} />
      {question?.what === "duplicate" && (
        <DuplicateDialog campaign={question.campaign} onClose={close} />
      )}
      {question?.what === "test" && <TestDialog campaign={question.campaign} onClose={close} />}
      {question?.what === "start" && <StartDialog campaign={question.campaign} onClose={close} />}
      {question?.what === "complete" && (
        <Confirm
          title={t("campaigns.incomplete", { name: question.campaign.name })}
          text={t("campaigns.incompleteText", {
            parts: missing(question.campaign)
              .map((part) => t(`campaigns.${part}`).toLocaleLowerCase())
              .join(", "),
          })}
          action={t("common.edit")}
          danger={false}
          onConfirm={() => setCompleting(question.campaign)}
          onClose={close}
        />
      )}
      {completing && (
        <CampaignDialog
          title={t("campaigns.edit")}
          row={completing}
          onClose={() => setCompleting(null)}
        />
      )}
      {question?.what === "cancel" && (
        <Confirm
          title={t("campaigns.stopQuestion", { name: question.campaign.name })}
          text={t("campaigns.stopText")}
          action={t("campaigns.stop")}
          onConfirm={() => moveCampaign(question.campaign.id, "cancel")}
          onClose={close}
        />
      )}
    </>
  );
}
