import { is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as media from "../../kit/db/media.ts";
import * as audit from "../audit/table.ts";
import * as automations from "../automations/table.ts";
import * as budgets from "../budgets/table.ts";
import * as campaignSettings from "../campaign-settings/table.ts";
import * as campaigns from "../campaigns/table.ts";
import * as categories from "../categories/table.ts";
import * as chats from "../chats/table.ts";
import * as channelCosts from "../channel-costs/table.ts";
import * as channelRates from "../channel-rates/table.ts";
import * as cloudAccounts from "../cloud-accounts/table.ts";
import * as connections from "../connections/table.ts";
import * as contactLists from "../contact-lists/table.ts";
import * as contacts from "../contacts/table.ts";
import * as coupons from "../coupons/table.ts";
import * as couriers from "../couriers/table.ts";
import * as dashboard from "../dashboard/table.ts";
import * as deliveryFees from "../delivery-fees/table.ts";
import * as files from "../files/table.ts";
import * as groupRangeDiscounts from "../group-range-discounts/table.ts";
import * as hours from "../hours/table.ts";
import * as ias from "../ias/table.ts";
import * as imports from "../imports/table.ts";
import * as integrations from "../integrations/table.ts";
import * as macros from "../macros/table.ts";
import * as messagesApi from "../messages-api/table.ts";
import * as messages from "../messages/table.ts";
import * as notifications from "../notifications/table.ts";
import * as optionGroups from "../option-groups/table.ts";
import * as optOuts from "../opt-outs/table.ts";
import * as orderStatus from "../order-status/table.ts";
import * as orders from "../orders/table.ts";
import * as payments from "../payments/table.ts";
import * as pixAccounts from "../pix-accounts/table.ts";
import * as products from "../products/table.ts";
import * as promotions from "../promotions/table.ts";
import * as purchases from "../purchases/table.ts";
import * as queues from "../queues/table.ts";
import * as quickMessages from "../quick-messages/table.ts";
import * as ratings from "../ratings/table.ts";
import * as reminders from "../reminders/table.ts";
import * as schedules from "../schedules/table.ts";
import * as segments from "../segments/table.ts";
import * as settings from "../settings/table.ts";
import * as shareOut from "../share-out/table.ts";
import * as shop from "../shop/table.ts";
import * as sla from "../sla/table.ts";
import * as stockCounts from "../stock-counts/table.ts";
import * as stock from "../stock/table.ts";
import * as stores from "../stores/table.ts";
import * as tags from "../tags/table.ts";
import * as templates from "../templates/table.ts";
import * as tickets from "../tickets/table.ts";
import * as tills from "../tills/table.ts";
import * as users from "../users/table.ts";
import * as webhooks from "../webhooks/table.ts";

const modules = [
  audit,
  automations,
  budgets,
  campaignSettings,
  campaigns,
  categories,
  chats,
  channelCosts,
  channelRates,
  cloudAccounts,
  connections,
  contactLists,
  contacts,
  coupons,
  couriers,
  dashboard,
  deliveryFees,
  files,
  groupRangeDiscounts,
  hours,
  ias,
  imports,
  integrations,
  macros,
  media,
  messagesApi,
  messages,
  notifications,
  optionGroups,
  optOuts,
  orderStatus,
  orders,
  payments,
  pixAccounts,
  products,
  promotions,
  purchases,
  queues,
  quickMessages,
  ratings,
  reminders,
  schedules,
  segments,
  settings,
  shareOut,
  shop,
  sla,
  stock,
  stockCounts,
  stores,
  tags,
  templates,
  tickets,
  tills,
  users,
  webhooks,
];

/** The tables of a company's file that the code reads as rows. */
export const companyTables: SQLiteTable[] = modules.flatMap((module) =>
  Object.values<unknown>(module).filter((value): value is SQLiteTable => is(value, SQLiteTable)),
);
