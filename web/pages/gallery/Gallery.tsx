import { defaultPreferences } from "../../../src/shared/preferences.ts";
import { useState } from "react";
import "../../session/texts.ts";
import { planFlags, type Plan } from "../../../src/shared/plan.ts";
import { boardStories } from "../../kit/board/Stories.tsx";
import { ErrorBoundary } from "../../kit/ErrorBoundary.tsx";
import type { Story } from "../../parts/story.ts";
import { me } from "../../session/session.ts";
import { Offline } from "../../shell/Banner.tsx";
import { Dock } from "../../shell/Dock.tsx";
import { LanguageMenu, ThemeMenu } from "../../shell/PreferenceMenus.tsx";
import { SideMenu } from "../../shell/SideMenu.tsx";
import { shellStories } from "../../shell/Stories.tsx";
import { Unavailable } from "../../shell/Unavailable.tsx";
import { announcementStories } from "../announcements/Stories.tsx";
import { apiReferenceStories } from "../api-reference/Stories.tsx";
import { auditStories } from "../audit/Stories.tsx";
import { automationStories } from "../automations/Stories.tsx";
import { backupStories } from "../backups/Stories.tsx";
import { campaignStories } from "../campaigns/Stories.tsx";
import { channelRateStories } from "../channel-rates/Stories.tsx";
import { chatStories } from "../chats/Stories.tsx";
import { connectionStories } from "../connections/Stories.tsx";
import { importStories } from "../../parts/imports/Stories.tsx";
import { contactStories } from "../contacts/Stories.tsx";
import { couponStories } from "../coupons/Stories.tsx";
import { dashboardStories } from "../dashboard/Stories.tsx";
import { forgottenPasswordStories } from "../forgotten-password/Stories.tsx";
import { groupRangeDiscountStories } from "../group-range-discounts/Stories.tsx";
import { healthStories } from "../health/Stories.tsx";
import { helpStories } from "../helps/Stories.tsx";
import { iaStories } from "../ias/Stories.tsx";
import { integrationStories } from "../integrations/Stories.tsx";
import { invoiceStories } from "../invoices/Stories.tsx";
import { kanbanStories } from "../kanban/Stories.tsx";
import { landingStories } from "../landing/Stories.tsx";
import { loginStories } from "../login/Stories.tsx";
import { macroStories } from "../macros/Stories.tsx";
import { messagesApiStories } from "../messages-api/Stories.tsx";
import { orderBoardStories } from "../order-board/Stories.tsx";
import { orderStories } from "../orders/Stories.tsx";
import { orderStatusStories } from "../order-status/Stories.tsx";
import { paymentStories } from "../payments/Stories.tsx";
import { practiceStories } from "../practice/Stories.tsx";
import { productStories } from "../products/Stories.tsx";
import { profileStories } from "../profile/Stories.tsx";
import { promotionStories } from "../promotions/Stories.tsx";
import { queueStories } from "../queues/Stories.tsx";
import { quickMessageStories } from "../quick-messages/Stories.tsx";
import { NotAllowed, NotFound } from "../refused/NotFound.tsx";
import { OverdueSince } from "../refused/Overdue.tsx";
import { scheduleStories } from "../schedules/Stories.tsx";
import { platformStories } from "../platform/Stories.tsx";
import { settingStories } from "../settings/Stories.tsx";
import { setupStories } from "../setup/Stories.tsx";
import { trustStories } from "../trust/Stories.tsx";
import { signUpStories } from "../sign-up/Stories.tsx";
import { storeStories } from "../stores/Stories.tsx";
import { subscriptionStories } from "../subscription/Stories.tsx";
import { tagStories } from "../tags/Stories.tsx";
import { ticketStories } from "../tickets/Stories.tsx";
import { todoStories } from "../todolist/Stories.tsx";
import { userStories } from "../users/Stories.tsx";
import { inputStories } from "./InputStories.tsx";
import { kitStories } from "./KitStories.tsx";
import { pageStories } from "./PageStories.tsx";

/**
 * Every part of the kit and every page, in each of its states. A new component must add its line
 * here.
 */
export const stories: Story[] = [
  ...kitStories,
  ...inputStories,
  ...pageStories,
  ...boardStories,
  ...ticketStories,
  ...connectionStories,
  ...practiceStories,
  ...contactStories,
  ...importStories,
  ...dashboardStories,
  ...queueStories,
  ...platformStories,
  ...settingStories,
  ...integrationStories,
  ...iaStories,
  ...messagesApiStories,
  ...apiReferenceStories,
  ...profileStories,
  ...auditStories,
  ...healthStories,
  ...backupStories,
  ...tagStories,
  ...quickMessageStories,
  ...automationStories,
  ...macroStories,
  ...scheduleStories,
  ...campaignStories,
  ...chatStories,
  ...productStories,
  ...signUpStories,
  ...storeStories,
  ...promotionStories,
  ...couponStories,
  ...invoiceStories,
  ...paymentStories,
  ...channelRateStories,
  ...groupRangeDiscountStories,
  ...orderStatusStories,
  ...userStories,
  ...orderStories,
  ...orderBoardStories,
  ...kanbanStories,
  ...announcementStories,
  ...todoStories,
  ...helpStories,
  ...landingStories,
  ...loginStories,
  ...forgottenPasswordStories,
  ...setupStories,
  ...trustStories,
  ...subscriptionStories,
  ...shellStories,
  { name: "not found", show: () => <NotFound /> },
  { name: "not allowed", show: () => <NotAllowed /> },
  { name: "overdue", show: () => <OverdueSince due="2026-11-20" canPay /> },
  {
    name: "overdue without an invoice",
    show: () => <OverdueSince due="2026-11-20" canPay={false} />,
  },
  { name: "offline", show: () => <Offline /> },
  { name: "lost", show: () => <Unavailable /> },
  {
    name: "side menu",
    show: () => (
      <div className="flex h-80 gap-6">
        <SideMenu rail={false} onToggle={() => {}} />
        <SideMenu rail onToggle={() => {}} />
      </div>
    ),
  },
  {
    name: "dock",
    show: () => (
      <div className="max-w-sm">
        <Dock onMore={() => {}} />
      </div>
    ),
  },
];

const ana = {
  id: 1,
  updatedAt: "2026-11-20T12:00:00.000Z",
  name: "Ana Ribeiro",
  email: "ana@paoquente.com.br",
  profile: "admin" as const,
  super: false,
  totp: false,
  seq: 0,
  companyId: 1,
  allTicket: "enabled" as const,
  whatsappId: null,
  queueIds: [],
  queues: [],
  preferences: defaultPreferences,
  company: {
    id: 1,
    name: "Padaria Pão Quente",
    dueDate: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10),
    timezone: "America/Sao_Paulo",
    mode: "system" as const,
    primaryColor: null,
    mediaPath: null,
    visit: null,
    isOverdue: false,
    plan: Object.fromEntries(planFlags.map((flag) => [flag, true])) as Plan,
    settings: [],
  },
};

/** /_gallery shows all stories, /_gallery?only=name one. Development only. */
export function Gallery() {
  useState(() => (me.value = me.peek() ?? ana));
  const only = new URLSearchParams(location.search).get("only");
  const visible = stories.filter(({ name }) => !only || name === only);
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-6xl px-5 py-6">
        <header className="mb-6 flex items-center gap-2">
          <h1 className="text-title flex-1 font-semibold">Gallery</h1>
          <LanguageMenu />
          <ThemeMenu />
        </header>
        {visible.map(({ name, show: Show }) => (
          <section key={name} data-entry={name} className="mb-8">
            <h2 className="text-muted text-small mb-2 font-medium">{name}</h2>
            <div className="border-line relative rounded-lg border border-dashed p-5">
              <ErrorBoundary>
                <Show />
              </ErrorBoundary>
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}
