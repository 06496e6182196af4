import { useSignals } from "@preact/signals-react/runtime";
import type { ComponentType } from "react";
import { useLocation, useParams } from "wouter";
import type { Permission } from "../../../src/shared/permissions.ts";
import { Page } from "../../kit/Page.tsx";
import { Tabs } from "../../kit/Tabs.tsx";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import "../../parts/texts.ts";
import { can } from "../../session/can.ts";
import { BillingTab } from "./BillingTab.tsx";
import { BoxTab } from "./box/BoxTab.tsx";
import { CompaniesTab } from "./CompaniesTab.tsx";
import { HelpsTab } from "./HelpsTab.tsx";
import { NoticesTab } from "./notices/NoticesTab.tsx";
import { PlansTab } from "./PlansTab.tsx";
import texts from "./texts.json";

addTexts(texts);

type Tab = {
  name: "companies" | "plans" | "billing" | "notices" | "box" | "helps";
  lead: string;
  permission: Permission;
  Content: ComponentType;
};

const tabs: Tab[] = [
  {
    name: "companies",
    lead: "companies.lead",
    permission: "companies.write",
    Content: CompaniesTab,
  },
  { name: "plans", lead: "plans.lead", permission: "plans.write", Content: PlansTab },
  {
    name: "billing",
    lead: "settings.billing.lead",
    permission: "billing.write",
    Content: BillingTab,
  },
  { name: "notices", lead: "notices.lead", permission: "billing.write", Content: NoticesTab },
  { name: "box", lead: "settings.box.lead", permission: "box.write", Content: BoxTab },
  { name: "helps", lead: "helps.lead", permission: "helps.write", Content: HelpsTab },
];

/** The owner's section: all companies of the box, their plans and payments, and the box itself. */
export function Platform() {
  useSignals();
  const { t } = useTranslation();
  const { part } = useParams<{ part?: string }>();
  const [, go] = useLocation();
  const visible = tabs.filter(({ permission }) => can(permission));
  const tab = visible.find(({ name }) => name === part) ?? visible[0];
  if (!tab) return null;
  return (
    <Page
      title={t("platform.title")}
      lead={t(tab.lead)}
      width="medium"
      filters={
        <div className="w-full max-w-2xl">
          <Tabs
            variant="box"
            label={t("platform.title")}
            values={visible.map(({ name }) => name)}
            value={tab.name}
            text={(name) => t(`platform.tabs.${name}`)}
            onChange={(name) => go(`/platform/${name}`)}
          />
        </div>
      }
    >
      <div role="tabpanel" aria-label={t(`platform.tabs.${tab.name}`)}>
        <tab.Content />
      </div>
    </Page>
  );
}
