import { expect } from "bun:test";
import { screens } from "../../../web/screens.ts";
import { box, test } from "../world.ts";

/** The calls that clients of this field make. Each letter is a method: Get, pOst, pUt, Delete. */
const methods = { G: "GET", O: "POST", U: "PUT", D: "DELETE" } as const;
const calls = `
O /auth/login · O /auth/refresh_token · D /auth/logout · G /auth/me
G /companies/listPlan/1 · G /companies/all/1 · GU /companies/1 · O /companies · D /companies/1 · U /companies/1/schedules · O /companies/cadastro
GO /whatsapp · GUD /whatsapp/1 · OUD /whatsappsession/1 · O /whatsapp-restart
GO /queue · GUD /queue/1 · GO /queue-options · UD /queue-options/1
GO /contacts · G /contacts/list · GUD /contacts/1 · G /contacts/filter · U /contacts/block/1 · O /contacts/import · O /contacts/upload · O /contacts/import/chats · O /contactsImport
G /contactAddress/all/1 · GUD /contactAddress/1 · O /contactAddress
GO /tickets · GUD /tickets/1 · G /tickets/u/8a1f · G /ticket/kanban · D /ticket-tags/1 · U /ticket-tags/1/2
GO /messages/1 · D /messages/1 · O /messages/edit/1 · O /messages/send
O /ticket-notes · D /ticket-notes/1 · G /ticket-notes/list
G /users/list · GO /users · GUD /users/1
G /settings · U /settings/call
G /dashboard · G /dashboard/ticketsUsers · G /dashboard/ticketsDay
GO /campaigns · GUD /campaigns/1 · OD /campaigns/1/media-upload · O /campaigns/1/restart · O /campaigns/1/cancel · GO /campaign-settings
GO /contact-lists · GUD /contact-lists/1 · G /contact-lists/list · O /contact-lists/1/upload · GO /contact-list-items · GUD /contact-list-items/1
GO /quick-messages · GUD /quick-messages/1 · OD /quick-messages/1/media-upload · O /quick-messages/duplication/1
GO /schedules · GUD /schedules/1 · OD /schedules/1/media-upload
GO /tags · GUD /tags/1 · G /tags/kanban · G /tags/list
GO /announcements · GUD /announcements/1 · OD /announcements/1/media-upload
GO /chats · GUD /chats/1 · GO /chats/1/messages · O /chats/1/read
GO /files · GUD /files/1 · O /files/uploadList/1
GO /queueIntegration · GUD /queueIntegration/1 · O /queueIntegration/testSession · O /queueIntegration/testsession
G /plans/list · G /plans/all · O /plans · GUD /plans/1
G /invoices/all · O /subscription · O /subscription/webhook · O /subscription/webhook/pix
GO /helps · G /helps/list · UD /helps/1 · O /landing/send-email
GO /stores · G /stores/list · GUD /stores/1 · O /delivery-fee · G /delivery-fee/list · UD /delivery-fee/1
GO /products · G /products/list/full · GUD /products/1 · O /productStores · G /productStores/all/1 · D /productStores/1
GO /categories · G /categories/list · GUD /categories/1 · G /typePayments/list · G /typePayments/1
GO /payments · GUD /payments/1 · O /paymentDetails · G /paymentDetails/all/1 · GUD /paymentDetails/1
GO /groupRangeDiscounts · G /groupRangeDiscounts/list · GUD /groupRangeDiscounts/1 · GO /orderStatus · G /orderStatus/list · GUD /orderStatus/1
GO /ias · GUD /ias/1
GO /orders · G /orders/list · GUD /orders/1 · U /orders/1/status/2
O /coupons · G /coupons/list · G /coupons/1 · U /coupons/1/deactive · G /coupons/PAO10/validate
GO /promotions · GUD /promotions/1 · O /promotions/1/media-upload
O /budgets · G /budgets/list · UD /budgets/1 · O /budgets/1/confirm · G /budgets/1/2
`;

/**
 * The addresses of screens that people have in their bookmarks. `/`, `/login` and `/signup` are for
 * visitors who are not signed in.
 */
const addresses = `
/dashboard /tickets /tickets/8a1f /connections /stores /coupons /kanbanOrders /quick-messages /todolist /schedules /tags /contacts /contacts/import /helps /users /files /ias /orders /orders/1
/queue-integration /messages-api /promotions /payments /groupRangeDiscounts /orderStatus /financeiro /company /products /productStore /settings /kanban /queues /announcements /subscription
/categories /chats /chats/8a1f /invoices /tagsKanban /TagsKanban /contact-lists /contact-lists/1/contacts /campaigns /campaign/1/report /campaigns-config
`;

/** The parameters in the addresses above. A word that is part of an address is none. */
const value = "(\\d+|8a1f|PAO10|call|pix)";

/** The pattern of a path with parameters. The catch-all routes match nothing. */
const patternOf = (path: string, flags = "") =>
  path.includes("*")
    ? /^$/
    : new RegExp(
        `^${path
          .replace(/\/$/, "")
          .replace(/\/:\w+\?/g, `(/${value})?`)
          .replace(/:\w+/g, value)}$`,
        flags,
      );

test("every call that clients of this field make has its route", async () => {
  const served = (await box()).app.routes.map(({ method, path }) => ({
    method,
    matches: patternOf(path),
  }));
  const requested = calls
    .split(/[\n·]/)
    .map((call) => call.trim())
    .filter(Boolean)
    .flatMap((call) => {
      const [letters = "", path = ""] = call.split(" ");
      return [...letters].map((letter) => ({
        method: methods[letter as keyof typeof methods],
        path: `/api${path}`,
      }));
    });
  expect(requested.length).toBeGreaterThan(240);
  expect(
    requested
      .filter(
        ({ method, path }) =>
          !served.some((route) => route.method === method && route.matches.test(path)),
      )
      .map(({ method, path }) => `${method} ${path}`),
  ).toEqual([]);
});

test("every address that people have in their bookmarks has its screen", () => {
  const patterns = screens.map(({ path }) => patternOf(path, "i"));
  expect(
    addresses
      .trim()
      .split(/\s+/)
      .filter((address) => !patterns.some((pattern) => pattern.test(address))),
  ).toEqual([]);
});
