import { z } from "zod";
import { mostChosen, mostItemOptions, priceModes } from "../../shared/option-groups.ts";
import { highestAmount, units } from "../../shared/units.ts";
import { arrayOf, bounded, color, id, money, webAddress } from "../../kit/http/fields.ts";
import type { Permission } from "../../shared/permissions.ts";
import { rolePermissions } from "../../shared/roles.ts";
import { ticketEventCauses } from "../../shared/ticket-events.ts";
import { orderParts } from "../../shared/sales.ts";
import { goalStates, longestGoal } from "../../shared/sla.ts";
import { conditionsField } from "../automations/automations.ts";
import { weekdays } from "../promotions/promotions.ts";
import { settingsBody } from "../campaign-settings/settings.ts";
import { campaignBody } from "../campaigns/body.ts";
import { cloudFields } from "../cloud-accounts/body.ts";
import { connectionBody } from "../connections/body.ts";
import { couponBody } from "../coupons/coupons.ts";
import { holidays, weekOrNone } from "../hours/fields.ts";
import { iaBody } from "../ias/ias.ts";
import { storedCells, storedChoice, storedSheets } from "../imports/choice.ts";
import { integrationBody } from "../integrations/integrations.ts";
import { stepsField } from "../macros/step-fields.ts";
import { ruleBody } from "../payments/instalments.ts";
import { storedCart } from "../shop/carts.ts";
import { queueBody } from "../queues/queues.ts";
import { roleBody } from "../users/roles.ts";
import { recurrence } from "../schedules/recurrence.ts";
import { ruleField } from "../segments/rule.ts";
import { isAcceptable } from "../settings/settings.ts";
import { preferencesBody } from "../users/preferences.ts";
import { networkLimit, restriction } from "./connection-forms.ts";
import {
  ad,
  cards,
  interactive,
  place,
  quote,
  template,
  thumbnail,
  words,
} from "./message-forms.ts";
import * as templateForms from "../templates/forms.ts";
import { webhookBody } from "../webhooks/webhooks.ts";

/** The JSON text of a column, parsed by its schema. */
const json = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: "custom", message: "invalid" });
        return z.NEVER;
      }
    })
    .pipe(schema);

/** The same for a nullable column: drizzle stores its null as JSON's null, too. */
const jsonOrNull = <Schema extends z.ZodType>(schema: Schema) => json(schema.nullable());

const whoSees = z.discriminatedUnion("to", [
  z.object({ to: z.enum(["everyone", "admins"]) }),
  z.object({ to: z.literal("user"), userId: z.number() }),
  z.object({
    to: z.literal("desk"),
    queueId: z.number().nullable(),
    connectionId: z.number().nullish(),
    userId: z.number().nullable(),
    waiting: z.boolean(),
  }),
  z.object({
    to: z.literal("holders"),
    permission: z.enum(rolePermissions as [Permission]),
    storeId: z.number().nullable(),
  }),
]);

const whoSee = whoSees.or(z.object({ to: z.literal("any"), of: z.array(whoSees) }));

const address = z.object({
  ...Object.fromEntries(
    (["zipCode", "address", "number", "complement", "neighborhood", "city", "state"] as const).map(
      (name) => [name, bounded(1000)],
    ),
  ),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});

const things = z.record(z.string(), z.unknown());

/** A report of a webhook of the official channel, to be stored later. */
const webhookPart = z.object({
  wabaId: words,
  phoneNumberId: words,
  number: words,
  kind: words,
  item: things,
  contacts: z.array(things),
});

const moment = z.number().min(0).max(Date.parse("2999-12-31"));

const count = z.number().int().min(0).max(1_000_000_000);

const memory = z.object({
  asked: count,
  askedAt: moment.nullable(),
  misses: count,
  toldClosed: z.record(z.string(), moment),
  greeted: z.boolean(),
  over: z.boolean(),
  byDefault: z.boolean(),
});

const goal = z.number().int().min(1).max(longestGoal).nullable();
const isoOrNull = z.iso.datetime().nullable();
const sla = z.strictObject({
  firstAnswerDue: isoOrNull,
  resolutionDue: isoOrNull,
  state: z.enum(goalStates),
  isAnswerMissed: z.boolean(),
  changesAt: isoOrNull,
});

/** The payloads of the kinds of jobs. */
const payload = z.union([
  z.object({ importId: id }),
  z.object({ whatsappId: id }),
  z.object({ txid: bounded(64) }),
  z.object({
    ticketId: id,
    messageId: id,
    begins: z.boolean(),
    integrationId: id.nullable(),
    promptId: id.nullable(),
  }),
  z.strictObject({}),
]);

/** Fields that only a screen shows may be anything; code follows the others. */
const eventDetail = z.looseObject({
  cause: z.enum(ticketEventCauses).optional(),
  noteId: id.optional(),
  until: bounded(40).optional(),
  mentions: z.array(id).max(100).optional(),
  tags: z.array(words).max(1000).optional(),
  rate: z.number().int().min(0).max(10).optional(),
  events: z.number().int().min(0).max(1000).optional(),
});

const itemOptions = z
  .array(
    z.object({
      optionId: id,
      amount: z.number().int().min(1).max(mostChosen),
      name: bounded(60),
      price: money,
      priceMode: z.enum(priceModes),
    }),
  )
  .max(mostItemOptions);

const kit = z
  .array(
    z.object({
      productId: id,
      name: bounded(160),
      unit: z.enum(units),
      amount: z.number().positive().max(highestAmount),
    }),
  )
  .min(1)
  .max(50);

const anything = z.record(z.string(), z.unknown());

/**
 * The values that forms, verbs and networks can store, in JSON columns and in columns that only a
 * form writes. Each JSON column has an entry. rules.md#company-files
 */
export const forms: Record<string, z.ZodType> = {
  "apiRequests.answer": jsonOrNull(z.looseObject({})),
  "attendances.memory": json(memory),
  "attendances.session": jsonOrNull(z.object({ id: bounded(10_000), at: moment })),
  "audit.details": json(anything),
  // One that takes its steps is never in a file.
  "automationRuns.state": z.enum(["due", "done", "skipped", "failed"]),
  "automations.conditions": json(conditionsField),
  "automations.steps": json(stepsField),
  "campaigns.template": jsonOrNull(template),
  "campaignShipping.template": jsonOrNull(template),
  "campaigns.windowDays": json(campaignBody.shape.windowDays),
  "campaignShipping.fileIds": jsonOrNull(z.array(bounded(300)).max(100)),
  "contacts.profilePicUrl": z
    .literal("")
    .or(z.string().regex(/^\/media\/\d+\/[0-9a-f]{64}\/[^/]+$/)),
  "cloudAccounts.apiVersion": cloudFields.apiVersion,
  "cloudAccounts.path": z.uuid(),
  "cloudAccounts.phoneNumberId": cloudFields.phoneNumberId,
  "cloudAccounts.wabaId": cloudFields.wabaId,
  "cloudMedia.mediaId": cloudFields.phoneNumberId,
  "cloudSetAside.part": json(webhookPart),
  "cloudSetAside.people": json(z.array(words)),
  "connections.limit": jsonOrNull(networkLimit),
  "connections.restriction": jsonOrNull(restriction),
  "events.payload": json(anything),
  "events.audience": json(z.object({ sight: whoSee, was: whoSee.optional() })),
  "importRows.cells": json(storedCells),
  "imports.choice": jsonOrNull(storedChoice),
  "imports.sheets": json(storedSheets),
  "jobs.payload": json(payload),
  "macros.steps": json(stepsField),
  "budgetItems.options": json(itemOptions),
  "orderItems.kit": jsonOrNull(kit),
  "orderItems.options": json(itemOptions),
  "promotions.weekdays": json(weekdays),
  "media.waveform": jsonOrNull(z.array(z.number().min(0).max(255)).max(1000)),
  "messages.cards": jsonOrNull(cards),
  "messages.interactive": jsonOrNull(interactive),
  "messages.place": jsonOrNull(place),
  "messages.quote": jsonOrNull(quote),
  "messages.referral": jsonOrNull(ad.extend({ thumbnail })),
  "messages.template": jsonOrNull(template),
  "messageVersions.cards": jsonOrNull(cards),
  "messageVersions.place": jsonOrNull(place),
  "openingHours.holidays": json(holidays),
  "openingHours.schedules": json(weekOrNone),
  "orderHistory.changes": jsonOrNull(arrayOf(z.enum(orderParts), orderParts.length)),
  "orders.contactAddress": jsonOrNull(address),
  "queues.schedules": json(weekOrNone),
  "queues.shareLimit": queueBody.shape.shareLimit,
  "queues.takeBackMinutes": queueBody.shape.takeBackMinutes,
  "roles.permissions": json(roleBody.shape.permissions),
  "roles.storeIds": json(z.array(id).max(200)),
  "schedules.template": jsonOrNull(template),
  "schedules.recurrence": jsonOrNull(recurrence),
  "segments.rule": json(ruleField),
  "shopCarts.cart": json(storedCart),
  "stores.schedules": json(weekOrNone),
  "sla.firstAnswerMinutes": goal,
  "sla.resolutionMinutes": goal,
  "ticketEvents.detail": jsonOrNull(eventDetail),
  "templates.buttons": json(templateForms.buttons),
  "templates.examples": json(templateForms.examples),
  "templates.header": jsonOrNull(templateForms.header),
  "tickets.referral": jsonOrNull(ad),
  "tickets.sla": jsonOrNull(sla),
  "userPreferences.preferences": json(preferencesBody),
  "webhooks.events": json(webhookBody.shape.events),
  "webhooks.queueIds": json(webhookBody.shape.queueIds),
  "webhooks.tagIds": json(webhookBody.shape.tagIds),

  "connections.expiresBotTicket": connectionBody.shape.expiresBotTicket,
  "connections.expiresTicket": connectionBody.shape.expiresTicket,
  "connections.maxUseBotQueues": connectionBody.shape.maxUseBotQueues,
  "connections.reopenMinutes": connectionBody.shape.reopenMinutes,
  "connections.timeToTransfer": connectionBody.shape.timeToTransfer,
  "connections.timeUseBotQueues": connectionBody.shape.timeUseBotQueues,
  "coupons.maxUsage": couponBody.shape.maxUsage,
  "ias.maxMessages": iaBody.shape.maxMessages,
  "ias.maxTokens": iaBody.shape.maxTokens,
  "ias.temperature": iaBody.shape.temperature,
  "ias.type": iaBody.shape.type,
  "ias.url": webAddress,
  "integrations.typebotDelayMessage": integrationBody.shape.typebotDelayMessage,
  "integrations.typebotExpires": integrationBody.shape.typebotExpires,
  "integrations.urlN8N": webAddress,
  "orderStatus.color": color,
  "paymentDetails.installments": ruleBody.shape.installments,
  "queues.color": color,
  "queues.orderQueue": queueBody.shape.orderQueue,
  "tags.color": color,
  "webhooks.url": webAddress,
  "webhooks.whatsappIds": json(webhookBody.shape.whatsappIds),
};

/** The allowed values of a column, by another column of the same row. */
export const keyedForms: Record<
  string,
  { key: string; fits: (key: string, value: unknown) => boolean }
> = {
  "campaignSettings.value": {
    key: "key",
    fits: (key, value) => {
      const settingForms = settingsBody.shape.settings.shape as Record<string, z.ZodType>;
      return json(Object.hasOwn(settingForms, key) ? settingForms[key]! : z.unknown()).safeParse(
        value,
      ).success;
    },
  },
  "settings.value": { key: "key", fits: (key, value) => isAcceptable(key, String(value)) },
};
