import { z } from "zod";
import type { ConnectionManager } from "../channel/channel.ts";
import { dayBounds } from "../kit/clock.ts";
import { arrayOf, bounded, formJson, id, idParam, listQuery, text, verbatim, yesQuery } from "../kit/fields.ts";
import { Upload } from "../kit/files.ts";
import { hideNumbers } from "../kit/hidden.ts";
import { inject, routes, type UploadRules } from "../kit/http.ts";
import { firstIdSince, page } from "../modules/messages/messages.ts";
import { fileOf } from "../modules/quick-messages/quick-messages.ts";
import { edit, deleteMessage } from "../modules/tickets/messages/edit.ts";
import { emoji, react } from "../modules/tickets/messages/react.ts";
import { forward, forwardBody } from "../modules/tickets/lifecycle/forward.ts";
import { history } from "../modules/tickets/messages/history.ts";
import { markRead, sendReadReceipts } from "../modules/tickets/messages/read.ts";
import { refuseUnlessOpen, reply } from "../modules/tickets/messages/reply.ts";
import { retry } from "../modules/tickets/messages/retry.ts";
import { hitsIn } from "../modules/tickets/list/search.ts";
import { find } from "../modules/tickets/tickets.ts";
import { undoSend } from "../modules/tickets/messages/undo-send.ts";
import { storeUploads } from "../modules/tickets/messages/upload.ts";

const idQuery = z.coerce.number().int().positive().optional();
const pageQuery = z.object({ pageNumber: z.coerce.number().int().min(1).max(1_000_000).default(1), beforeId: idQuery, afterId: idQuery, aroundId: idQuery, date: z.iso.date().optional() });

const messageText = verbatim(65_536);
const upload = z.instanceof(Upload);
const yes = z.boolean().or(yesQuery).default(false);

const files: UploadRules = { field: "medias", most: 10, checkTarget: ({ store, me }, id) => refuseUnlessOpen(find(store, me, id)) };

const replyBody = z.object({
  body: messageText.or(arrayOf(messageText, 10)).nullish().transform((text) => text ?? ""),
  clientId: bounded(64).min(8).optional(),
  quotedMsg: formJson(z.object({ id }).nullish()),
  medias: z.union([upload.transform((one) => [one]), arrayOf(upload, files.most)]).default([]),
  voice: yes,
  sticker: yes,
  place: formJson(z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180), name: bounded(100).default(""), address: bounded(300).default("") }).nullish()),
  contactIds: formJson(arrayOf(id, 10).nullish()),
  undo: yes,
  quickMessageId: formJson(id.optional()),
});

/** A ticket's messages. Under /messages, with the ticket's access rules. */
export default routes("/messages")
  .use(inject<ConnectionManager>()("connectionManager"))
  .get("/:id", ({ store, me, params, query: { date, ...part } }) => {
    const ticket = find(store, me, params.id);
    const aroundId = date ? firstIdSince(store, ticket.id, dayBounds(date, store.about().timezone)[0]) : part.aroundId;
    return { ...page(store, ticket.id, { ...part, aroundId }), ticket };
  }, { can: "messages.read", params: idParam, query: pageQuery })
  .get("/:id/search", ({ store, me, params, query }) => {
    const ticket = find(store, me, params.id);
    const found = hitsIn(store, ticket.id, query.searchParam, me);
    // A bot's message may contain the number; the ticket tells which number to hide.
    return me.hidesNumbers ? { ...found, hits: hideNumbers([ticket, found.hits] as const)[1] } : found;
  }, { can: "messages.read", params: idParam, query: listQuery.pick({ searchParam: true }) })
  .post("/:id", async ({ store, me, params, body: { body, clientId, quotedMsg, medias, voice, sticker, place, contactIds, undo, quickMessageId }, set }) => {
    const own = await storeUploads(store, medias, { voice, sticker });
    const quick = quickMessageId && fileOf(store, me, quickMessageId);
    set.status = 201;
    const sent = reply(store, me, params.id, { body, clientId, quotedMsgId: quotedMsg?.id, files: quick ? [quick, ...own] : own, sticker, place: place ? { ...place, live: false } : undefined, contactIds: contactIds ?? [], undo });
    for (const { sha256 } of own) store.files.release(sha256);
    return sent;
  }, { can: "messages.write", params: idParam, body: replyBody, accepts: files })
  .post("/forward", ({ store, me, body }) => forward(store, me, body), { can: "messages.write", body: forwardBody })
  .delete("/:id", ({ store, me, connectionManager, params, query }) => (query.undo ? undoSend(store, me, params.id) : deleteMessage(store, me, connectionManager, params.id)), { can: "messages.write", params: idParam, query: z.object({ undo: yesQuery }) })
  .post("/edit/:id", ({ store, me, connectionManager, params, body }) => edit(store, me, connectionManager, params.id, body.body), { can: "messages.write", params: idParam, body: z.object({ body: text(65_536, 1) }) })
  .post("/react/:id", ({ store, me, connectionManager, params, body }) => react(store, me, connectionManager, params.id, body.emoji), { can: "messages.write", params: idParam, body: z.object({ emoji }) })
  .get("/:id/history", ({ store, params }) => history(store, params.id), { can: "messages.history", params: idParam })
  .post("/:id/read", ({ store, me, connectionManager, params }) => {
    const unread = markRead(store, me, params.id);
    void sendReadReceipts(store, connectionManager, params.id, unread);
    return {};
  }, { can: "messages.write", params: idParam })
  .post("/:id/retry", ({ store, me, params }) => retry(store, me, params.id), { can: "messages.write", params: idParam });
