import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { Tabs } from "../../kit/Tabs.tsx";
import { Page } from "../../kit/Page.tsx";
import { useTranslation } from "../../kit/text.ts";
import { can } from "../../session/can.ts";
import { addTexts } from "../../kit/translations.ts";
import "../../parts/settings/texts.ts";
import "../../parts/texts.ts";
import { BillingTab } from "./BillingTab.tsx";
import { BoxTab } from "./box/BoxTab.tsx";
import { CompaniesTab } from "./CompaniesTab.tsx";
import { HelpsTab } from "./HelpsTab.tsx";
import { OpeningHours } from "./OpeningHours.tsx";
import { Options } from "./Options.tsx";
import { PlansTab } from "./PlansTab.tsx";
import { failed, read, useSettings, values } from "./options.ts";
import { LoadingSettings, SettingsFailed } from "./SettingsLoad.tsx";
import texts from "./texts.json";

addTexts(texts);

type Part = "options" | "hours" | "companies" | "plans" | "helps" | "billing" | "box";

/** The introduction of each part. */
const leads: Record<Part, string> = {
  options: "settings.lead",
  hours: "settings.hours.lead",
  companies: "companies.lead",
  plans: "plans.lead",
  billing: "settings.billing.lead",
  box: "settings.box.lead",
  helps: "helps.lead",
};

const forms = [
  ["billing", BillingTab],
  ["box", BoxTab],
] as const;

/** The company's settings. rules.md#seen-settings */
export function Settings() {
  useSignals();
  useSettings();
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(
    new URLSearchParams(location.search).get("tab") as Part | null,
  );
  const current = values.value;
  const parts: Part[] = [
    "options",
    ...(current?.scheduleType === "company" ? (["hours"] as const) : []),
    ...(can("companies.write") ? (["companies", "plans"] as const) : []),
    ...(can("billing.write") ? (["billing"] as const) : []),
    ...(can("box.write") ? (["box"] as const) : []),
    ...(can("helps.write") ? (["helps"] as const) : []),
  ];
  const part = chosen && parts.includes(chosen) ? chosen : "options";
  // Visited parts stay mounted, so that their forms keep typed values.
  const [left, setLeft] = useState<Part[]>([]);
  const choose = (next: Part) => {
    setLeft([...left, part]);
    setChosen(next);
  };

  return (
    <Page
      title={t("settings.title")}
      lead={t(leads[part])}
      width="medium"
      filters={
        parts.length > 1 && (
          <div className="w-full max-w-xl">
            <Tabs
              variant="box"
              label={t("settings.title")}
              values={parts}
              value={part}
              text={(one) => t(`settings.tabs.${one}`)}
              onChange={choose}
            />
          </div>
        )
      }
    >
      {current ? (
        <div
          role={parts.length > 1 ? "tabpanel" : undefined}
          aria-label={parts.length > 1 ? t(`settings.tabs.${part}`) : undefined}
        >
          {forms.map(
            ([name, Form]) =>
              (name === part || left.includes(name)) && (
                <div key={name} hidden={name !== part}>
                  <Form />
                </div>
              ),
          )}
          {part === "helps" ? (
            <HelpsTab />
          ) : part === "companies" ? (
            <CompaniesTab />
          ) : part === "plans" ? (
            <PlansTab />
          ) : part === "hours" ? (
            <fieldset disabled={!can("settings.write")} className="min-w-0">
              <OpeningHours />
            </fieldset>
          ) : (
            part === "options" && <Options onHours={() => choose("hours")} />
          )}
        </div>
      ) : failed.value ? (
        <SettingsFailed problem={failed.value} onRetry={() => void read()} />
      ) : (
        <LoadingSettings />
      )}
    </Page>
  );
}
