import { useRef, useState } from "react";
import type { Field } from "../../forms/form.ts";
import { api } from "../../kit/api.ts";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { addTexts } from "../../kit/translations.ts";
import { RowDialog } from "../../lists/RowDialog.tsx";
import type { Campaign } from "../../parts/campaigns/types.ts";
import { CampaignDialog } from "./CampaignDialog.tsx";
import texts from "./texts.json";

addTexts(texts);

const audiences = ["all", "unread", "unanswered", "failed"] as const;

/** Duplicates a campaign for all or some of its people, and opens the copy. */
export function DuplicateDialog({
  campaign,
  onClose,
}: {
  campaign: Campaign;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [copy, setCopy] = useState<Campaign | null>(null);
  const done = useRef<Campaign | null>(null);
  const fields: Field[] = [
    { name: "name", label: "campaigns.name", required: true, min: 2, max: 50 },
    ...(campaign.startedAt === null
      ? []
      : [
          {
            name: "audience",
            label: "campaigns.duplicate.audience",
            type: "select" as const,
            required: true,
            items: audiences.map((value) => ({
              value,
              label: t(`campaigns.duplicate.audiences.${value}`),
            })),
          },
        ]),
  ];
  if (copy) return <CampaignDialog title={t("campaigns.edit")} row={copy} onClose={onClose} />;
  return (
    <RowDialog
      title={t("campaigns.duplicate.title", { name: campaign.name })}
      listing={{ fields }}
      values={{
        name: t("campaigns.duplicate.name", { name: campaign.name }).slice(0, 50),
        audience: "all",
      }}
      submit={t("campaigns.duplicate.action")}
      onSave={async ({ name, audience }) => {
        const path = `/campaigns/${campaign.id}/duplicate`;
        const made = await api.post<Campaign>(path, { name, audience });
        toast.success(t("campaigns.duplicate.done"));
        done.current = made;
      }}
      onClose={() => (done.current ? setCopy(done.current) : onClose())}
    />
  );
}
