import { campaignPeople } from "../../../../src/shared/campaign-people.ts";
import type { Field } from "../../../forms/form.ts";
import { api } from "../../../kit/api.ts";
import { useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { RowDialog } from "../../../lists/RowDialog.tsx";
import { tagResource } from "../../../parts/campaigns/resources.ts";
import type { Campaign } from "../../../parts/campaigns/types.ts";

/** Saves people of a report as a list, or gives them a tag. */
export function PeopleDialog({
  campaign,
  into,
  onClose,
}: {
  campaign: Campaign;
  into: "list" | "tag";
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const people: Field = {
    name: "people",
    label: "campaignReport.people.who",
    type: "select",
    required: true,
    items: campaignPeople
      .filter((value) => value !== "clicked")
      .map((value) => ({ value, label: t(`campaignReport.people.parts.${value}`) })),
  };
  const target: Field =
    into === "list"
      ? { name: "name", label: "campaignReport.people.list", required: true, min: 2, max: 50 }
      : {
          name: "tagId",
          label: "campaignReport.people.tag",
          type: "resource",
          resource: tagResource,
          required: true,
          hint: "campaignReport.people.tagHint",
        };
  return (
    <RowDialog
      title={t(`campaignReport.people.${into}Title`)}
      listing={{ fields: [people, target] }}
      values={{ people: "unanswered", name: "", tagId: "" }}
      onSave={async ({ people, name, tagId }) => {
        const body = into === "list" ? { people, name } : { people, tagId: Number(tagId) };
        const path = `/campaigns/${campaign.id}/report/${into}`;
        const { count } = await api.post<{ count: number }>(path, body);
        toast.success(t("campaignReport.people.done", { count }));
      }}
      onClose={onClose}
    />
  );
}
