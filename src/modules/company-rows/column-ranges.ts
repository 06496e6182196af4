import { mostChosen } from "../../shared/option-groups.ts";
import { limits } from "../imports/limits.ts";

export type Range = readonly [least: number, greatest: number];

/**
 * A count of rows or things, a figure from a network or another program, or a number of seconds or
 * bytes.
 */
const counted: Range = [0, 1_000_000_000];

const cursor: Range = [0, 1_000_000_000_000];

const epoch: Range = [0, Date.parse("2999-12-31")];

const size: Range = [0, 1_000_000_000_000];

/**
 * The ranges of numbers that code counts with, waits for or reads, and that no form stores
 * directly.
 */
export const ranges: Record<string, Range> = {
  "apiRequests.status": [100, 599],
  "automationRuns.depth": [0, 100],
  "automationRuns.eventId": cursor,
  "automationRuns.step": [0, 100],
  "budgets.installments": [1, 99],
  "budgets.number": cursor,
  "budgetItems.amount": [1, 9_999_999_000],
  "budgetItems.position": counted,
  "campaignCurve.answered": counted,
  "campaignCurve.at": epoch,
  "campaignCurve.delivered": counted,
  "campaignCurve.read": counted,
  "campaignCurve.sent": counted,
  "campaignShipping.attempts": counted,
  "campaignShipping.due": [0, 2 * epoch[1]],
  "campaignShipping.variant": [0, 100],
  "campaignTallies.count": counted,
  "campaignTallies.variant": [0, 100],
  "campaigns.preparedTo": cursor,
  "campaigns.refusals": counted,
  "campaigns.sentCount": counted,
  "chatUsers.mentions": counted,
  "chatUsers.unreads": counted,
  "connectionDays.checked": counted,
  "connectionDays.sent": counted,
  "connections.retries": counted,
  "connections.setAside": counted,
  "contactLists.contactsCount": counted,
  "contactAddresses.latitude": [-90, 90],
  "contactAddresses.longitude": [-180, 180],
  "coupons.currentUsage": counted,
  "groupOptions.position": counted,
  "iaUsage.answers": counted,
  "iaUsage.tokens": cursor,
  "importRows.column": [0, limits.columns - 1],
  "importRows.line": counted,
  "importRows.sheet": [0, limits.sheets - 1],
  "imports.created": counted,
  "imports.cursor": counted,
  "imports.done": counted,
  "imports.duplicated": counted,
  "imports.head": counted,
  "imports.refused": counted,
  "imports.sheet": [0, limits.sheets - 1],
  "imports.total": counted,
  "imports.updated": counted,
  "imports.width": [0, limits.columns],
  "jobs.attempts": counted,
  "jobs.runAt": epoch,
  "kitParts.amount": [1, 9_999_999_000],
  "kitParts.position": counted,
  "media.seconds": [0, 10_000_000],
  "media.size": size,
  "media.tries": counted,
  "messages.ack": [-1, 4],
  "optionGroups.max": [1, mostChosen],
  "optionGroups.min": [0, mostChosen],
  "orders.installments": [1, 99],
  "orders.number": cursor,
  "orderItems.amount": [1, 9_999_999_000],
  "orderItems.position": counted,
  "orderStatus.code": [0, 9999],
  "outbox.attempts": counted,
  "payments.typePaymentId": [1, 4],
  "productStores.lowStock": [0, 9_999_999_000],
  "productStores.stock": cursor,
  "productOptionGroups.position": counted,
  "purchaseItems.amount": [1, 9_999_999_000],
  "purchaseItems.position": counted,
  "schedules.occurrence": [0, 1_000_000],
  "receipts.refundOf": cursor,
  "sequences.last": cursor,
  "stockMovements.amount": [-cursor[1], cursor[1]],
  "stockMovements.stock": cursor,
  "stores.latitude": [-90, 90],
  "stores.longitude": [-180, 180],
  "stores.prepMinutes": [0, 10_080],
  "stores.slotLimit": [1, 100_000],
  "stores.slotMinutes": [5, 1440],
  "tags.kanban": [0, 1],
  "tags.position": counted,
  "handOuts.minutes": [1, 1440],
  "ticketCounts.count": counted,
  "ticketCounts.part": counted,
  "ticketEvents.fromUnread": counted,
  "ticketRounds.firstAnswerDue": epoch,
  "ticketRounds.goalFrom": epoch,
  "ticketRounds.pausedMs": [0, 100_000_000_000_000],
  "ticketRounds.resolutionDue": epoch,
  "tickets.snoozedUntil": [0, 9_999_999_999_999],
  "tickets.unreadMessages": counted,
  "userRatings.rate": [0, 10],
  "webhookCursor.seq": cursor,
  "webhookDeliveries.attempts": counted,
  "webhookDeliveries.status": [0, 999],
  "webhooks.failures": counted,
};
