import { Page } from "../../kit/Page.tsx";
import { useTranslation } from "../../kit/text.ts";
import { can } from "../../session/can.ts";
import { GroupFrame } from "./GroupFrame.tsx";
import { OpeningHours } from "./OpeningHours.tsx";

/** The opening hours, while they are the company's. rules.md#opening-hours */
export function HoursPage() {
  const { t } = useTranslation();
  return (
    <Page
      title={t("settings.tabs.hours")}
      parent={{ href: "/settings/receive", label: t("settings.sections.receive") }}
    >
      <GroupFrame current="receive">
        <fieldset disabled={!can("settings.write")} className="min-w-0">
          <OpeningHours />
        </fieldset>
      </GroupFrame>
    </Page>
  );
}
