import { cloudData } from "./channel/cloud/personal-data.ts";
import { whatsappData } from "./channel/whatsapp/personal-data.ts";
import { automationData } from "./modules/automations/personal-data.ts";
import { budgetData } from "./modules/budgets/personal-data.ts";
import { campaignData } from "./modules/campaigns/personal-data.ts";
import { contactListData } from "./modules/contact-lists/personal-data.ts";
import { contactData } from "./modules/contacts/personal-data.ts";
import { roundData } from "./modules/dashboard/personal-data.ts";
import { importData } from "./modules/imports/personal-data.ts";
import { apiMessageData } from "./modules/messages-api/personal-data.ts";
import { messageData } from "./modules/messages/personal-data.ts";
import { notificationData } from "./modules/notifications/personal-data.ts";
import { optOutData } from "./modules/opt-outs/personal-data.ts";
import { orderData } from "./modules/orders/personal-data.ts";
import { registerPersonalData } from "./modules/personal-data/register.ts";
import { ratingData } from "./modules/ratings/personal-data.ts";
import { reminderData } from "./modules/reminders/personal-data.ts";
import { shareOutData } from "./modules/share-out/personal-data.ts";
import { scheduleData } from "./modules/schedules/personal-data.ts";
import { tagData } from "./modules/tags/personal-data.ts";
import { ticketData } from "./modules/tickets/personal-data.ts";
import { webhookData } from "./modules/webhooks/personal-data.ts";

// In the order of the exported file.
registerPersonalData([
  ...contactData,
  ...ticketData,
  ...tagData,
  ...messageData,
  ...apiMessageData,
  ...ratingData,
  ...orderData,
  ...budgetData,
  ...roundData,
  ...automationData,
  ...shareOutData,
  ...reminderData,
  ...notificationData,
  ...scheduleData,
  ...campaignData,
  ...contactListData,
  ...optOutData,
  ...importData,
  ...webhookData,
  ...whatsappData,
  ...cloudData,
]);
