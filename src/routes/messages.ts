import { Elysia } from "elysia";
import { z } from "zod";
import { longestMessage, maxFilesSent } from "../shared/limits.ts";
import type { ConnectionManager } from "../channel/channel.ts";
import { dayBounds } from "../kit/process/clock.ts";
import {
  arrayOf,
  bounded,
  formJson,
  id,
  idParam,
  listQuery,
  text,
  verbatim,
  yesQuery,
} from "../kit/http/fields.ts";
import { Upload } from "../kit/files/files.ts";
import { hideNumbers } from "../kit/http/hidden.ts";
import { apiRoutes, inject, routes } from "../kit/http/http.ts";
import type { UploadRules } from "../kit/http/received-forms.ts";
import { notFound } from "../kit/db/page.ts";
import { write } from "../kit/db/written.ts";
import { idempotencyKey, send, sendBody, sendFiles, unsent } from "../modules/messages-api/send.ts";
import { messageFile, stateOf } from "../modules/messages-api/state.ts";
import { findBudget } from "../modules/budgets/budgets.ts";
import { paymentMessage } from "../modules/budgets/payment-card.ts";
import { fileAnswer } from "../modules/messages/file-answer.ts";
import { firstIdSince, page } from "../modules/messages/page.ts";
import { hitsIn } from "../modules/messages/search.ts";
import { orderKeys } from "../modules/orders/tell-customer.ts";
import { fileOf } from "../modules/quick-messages/quick-messages.ts";
import { edit, deleteMessage } from "../modules/tickets/messages/edit.ts";
import { emoji, react } from "../modules/tickets/messages/react.ts";
import { forward, forwardBody } from "../modules/tickets/lifecycle/forward.ts";
import { history } from "../modules/tickets/messages/history.ts";
import { markRead, readByAction, sendReadReceipts } from "../modules/tickets/messages/read.ts";
import { refuseUnlessOpen, reply } from "../modules/tickets/messages/reply.ts";
import { replyWithPayment } from "../modules/tickets/messages/reply-payment.ts";
import { replyWithTemplate } from "../modules/tickets/messages/reply-template.ts";
import { retry } from "../modules/tickets/messages/retry.ts";
import { templateUseField } from "../modules/templates/fields.ts";
import { read } from "../modules/tickets/texts.ts";
import { findTicket } from "../modules/tickets/tickets.ts";
import { undoSend } from "../modules/tickets/messages/undo-send.ts";
import { storeUploads } from "../modules/tickets/messages/upload.ts";

const idQuery = z.coerce.number().int().positive().optional();
const pageQuery = z.object({
  pageNumber: z.coerce.number().int().min(1).max(1_000_000).default(1),
  beforeId: idQuery,
  afterId: idQuery,
  aroundId: idQuery,
  date: z.iso.date().optional(),
  /** Clients of the documents open a ticket by this call, and have it marked as read. */
  markAsRead: yesQuery,
});

const messageText = verbatim(longestMessage);
const upload = z.instanceof(Upload);
const yes = z.boolean().or(yesQuery).default(false);

const files: UploadRules = {
  field: "medias",
  maxFiles: maxFilesSent,
  checkTarget: ({ db, me }, id) => refuseUnlessOpen(findTicket(db, me, id)),
};

const sendHeaders = z.object({ "idempotency-key": idempotencyKey.optional() });

const replyBody = z.object({
  body: messageText
    .or(arrayOf(messageText, 10))
    .nullish()
    .transform((text) => text ?? ""),
  clientId: bounded(64)
    .min(8)
    .refine((key) => !key.startsWith(orderKeys), "invalid")
    .optional(),
  quotedMsg: formJson(z.object({ id }).nullish()),
  medias: z.union([upload.transform((one) => [one]), arrayOf(upload, files.maxFiles)]).default([]),
  voice: yes,
  sticker: yes,
  place: formJson(
    z
      .object({
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
        name: bounded(100).default(""),
        address: bounded(300).default(""),
      })
      .nullish(),
  ),
  contactIds: formJson(arrayOf(id, 10).nullish()),
  undo: yes,
  quickMessageId: formJson(id.optional()),
  template: formJson(templateUseField.nullish()),
  /** The charge of a budget; `body` is its text. */
  payment: formJson(z.object({ budgetId: id }).nullish()),
});

const connectionManager = inject<ConnectionManager>()("connectionManager");

/**
 * Routes by which other programs send and fetch, with a connection's token. rules.md#messages-api
 */
const programRoutes = apiRoutes("/messages")
  .use(connectionManager)
  .post(
    "/send",
    ({ db, connectionManager, caller, headers, body }) =>
      send(db, connectionManager, caller, body, headers["idempotency-key"] ?? null).catch(unsent),
    { scope: "send", headers: sendHeaders, body: sendBody, accepts: sendFiles },
  )
  .get(
    "/:id/file",
    async ({ db, caller, params, set }) => {
      const file = messageFile(db, caller, params.id);
      if (!(await Bun.file(file.path).exists())) throw notFound();
      return fileAnswer(set.headers as Record<string, string>, file);
    },
    { scope: "read", params: idParam },
  );

/**
 * One path for two callers: a ticket's messages for its users, and the fate of a sent message for a
 * program.
 */
const readRoutes = routes("/messages", { orToken: true })
  .use(connectionManager)
  .get(
    "/:id",
    ({ db, me, caller, connectionManager, params, query: { date, markAsRead, ...part } }) => {
      if (caller) return stateOf(db, caller, params.id);
      if (markAsRead) readByAction(db, me, connectionManager, params.id);
      const ticket = read(db, me, params.id);
      const aroundId = date
        ? firstIdSince(db, params.id, dayBounds(date, db.about().timezone)[0])
        : part.aroundId;
      return write({ ...page(db, params.id, { ...part, aroundId }), ticket });
    },
    { can: "messages.read", scope: "read", opens: "ticket", params: idParam, query: pageQuery },
  );

/** A ticket's messages. Under /messages, with the ticket's access rules. */
const ticketRoutes = routes("/messages")
  .use(connectionManager)
  .get(
    "/:id/search",
    ({ db, me, params, query }) => {
      const ticket = findTicket(db, me, params.id);
      const result = hitsIn(
        db,
        ticket.id,
        { text: query.searchParam, beforeId: query.beforeId },
        me,
      );
      // A bot's message may contain the number; the ticket tells which number to hide.
      return me.hidesNumbers
        ? { ...result, hits: hideNumbers([ticket, result.hits] as const)[1] }
        : result;
    },
    {
      can: "messages.read",
      opens: "ticket",
      params: idParam,
      query: listQuery.pick({ searchParam: true }).extend({ beforeId: idQuery }),
    },
  )
  .post(
    "/:id",
    async ({
      db,
      me,
      connectionManager,
      params,
      body: {
        body,
        clientId,
        quotedMsg,
        medias,
        voice,
        sticker,
        place,
        contactIds,
        undo,
        quickMessageId,
        template,
        payment,
      },
      set,
    }) => {
      if (payment) {
        set.status = 201;
        const budget = findBudget(db, me, payment.budgetId);
        const message = paymentMessage(db, budget, [body].flat().join("\n"));
        return db.together(() => {
          readByAction(db, me, connectionManager, params.id);
          const { contactId } = budget;
          return replyWithPayment(db, me, params.id, { contactId, message, clientId, undo });
        });
      }
      if (template) {
        set.status = 201;
        return db.together(() => {
          readByAction(db, me, connectionManager, params.id);
          return replyWithTemplate(db, me, params.id, { template, clientId, undo });
        });
      }
      const own = await storeUploads(db, medias, { voice, sticker });
      set.status = 201;
      return db.files.releaseAfter(own, () =>
        db.together(() => {
          const quick = quickMessageId && fileOf(db, me, quickMessageId);
          readByAction(db, me, connectionManager, params.id);
          return reply(db, me, params.id, {
            body,
            clientId,
            quotedMsgId: quotedMsg?.id,
            files: quick ? [quick, ...own] : own,
            sticker,
            place: place ? { ...place, live: false } : undefined,
            contactIds: contactIds ?? [],
            undo,
          });
        }),
      );
    },
    { can: "messages.write", params: idParam, body: replyBody, accepts: files },
  )
  .post("/forward", ({ db, me, body }) => forward(db, me, body), {
    can: "messages.write",
    body: forwardBody,
  })
  .delete(
    "/:id",
    ({ db, me, connectionManager, params, query }) =>
      query.undo
        ? undoSend(db, me, params.id)
        : deleteMessage(db, me, connectionManager, params.id),
    { can: "messages.write", params: idParam, query: z.object({ undo: yesQuery }) },
  )
  .post(
    "/edit/:id",
    ({ db, me, connectionManager, params, body }) =>
      edit(db, me, connectionManager, params.id, body.body),
    { can: "messages.write", params: idParam, body: z.object({ body: text(65_536, 1) }) },
  )
  .post(
    "/react/:id",
    ({ db, me, connectionManager, params, body }) =>
      react(db, me, connectionManager, params.id, body.emoji),
    { can: "messages.write", params: idParam, body: z.object({ emoji }) },
  )
  .get("/:id/history", ({ db, params }) => history(db, params.id), {
    can: "messages.history",
    opens: "message",
    params: idParam,
  })
  .post(
    "/:id/read",
    async ({ db, me, connectionManager, params }) => {
      const unread = await db.together(() => markRead(db, me, params.id));
      void sendReadReceipts(db, connectionManager, params.id, unread);
      return {};
    },
    { can: "messages.write", params: idParam },
  )
  .post("/:id/retry", ({ db, me, params }) => retry(db, me, params.id), {
    can: "messages.write",
    params: idParam,
  });

export default new Elysia().use(programRoutes).use(readRoutes).use(ticketRoutes);
