import { variantCount } from "../../../src/shared/campaigns.ts";
import type { Field, FormValues } from "../../forms/form.ts";
import { api } from "../../kit/api.ts";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { connectionResource } from "../../parts/campaigns/resources.ts";
import type { Campaign } from "../../parts/campaigns/types.ts";
import { type Variants, writtenVariants } from "../../parts/campaigns/variants.ts";

/** Sends one text of a saved campaign to one number. */
export function TestDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { t } = useTranslation();
  const written = writtenVariants(campaign as unknown as Variants, "message");
  const items = Array.from({ length: variantCount }, (_, index) => index + 1)
    .filter((one) => written.includes(one))
    .map((one) => ({ value: String(one), label: t("campaigns.variant", { n: one }) }));
  const fields: Field[] = [
    {
      name: "number",
      label: "campaigns.test.number",
      hint: "campaigns.test.numberHint",
      type: "tel",
      required: true,
    },
    { name: "variant", label: "campaigns.test.variant", type: "select", items },
  ];
  const send = async ({ number, variant }: FormValues) => {
    await api.post(`/campaigns/${campaign.id}/test`, {
      number,
      ...(variant && { variant: Number(variant) }),
    });
    toast.success(t("campaigns.test.sent"));
  };
  return (
    <RowDialog
      submit={t("campaigns.test.send")}
      title={t("campaigns.test.title", { name: campaign.name })}
      listing={{ fields }}
      values={{ number: "", variant: items[0]?.value ?? "" }}
      onSave={send}
      onClose={onClose}
    />
  );
}

/** An unsaved text. `campaignId` is the campaign whose stored file goes with it. */
export type Draft = {
  message: string;
  whatsappId: number | null;
  fileListId: number | null;
  campaignId?: number;
  hasNewFile: boolean;
};

/** Sends an unsaved text to one number. */
export function DraftTestDialog({
  draft: { hasNewFile, whatsappId, ...draft },
  onClose,
}: {
  draft: Draft;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const fields: Field[] = [
    {
      name: "number",
      label: "campaigns.test.number",
      hint: hasNewFile ? "campaigns.test.withoutFile" : "campaigns.test.draftHint",
      type: "tel",
      required: true,
    },
    {
      name: "whatsappId",
      label: "campaigns.whatsapp",
      type: "resource",
      resource: connectionResource,
      emptyLabel: "common.choose",
      required: true,
    },
  ];
  const send = async ({ number, whatsappId: chosen }: FormValues) => {
    await api.post("/campaigns/test", { number, whatsappId: Number(chosen), ...draft });
    toast.success(t("campaigns.test.sent"));
  };
  return (
    <RowDialog
      submit={t("campaigns.test.send")}
      title={t("campaigns.test.action")}
      listing={{ fields }}
      values={{ number: "", whatsappId: whatsappId ? String(whatsappId) : "" }}
      onSave={send}
      onClose={onClose}
    />
  );
}
