import { z } from "zod";
import type { Lines } from "../../channel/channel.ts";
import { idParam, yesQuery } from "../../kit/fields.ts";
import { given, routes } from "../../kit/http.ts";
import { page } from "../messages/messages.ts";
import { edit, takeBack } from "./amend-ours.ts";
import { emoji, react } from "./react-ours.ts";
import { history } from "./history.ts";
import { markRead, tellRead } from "./read.ts";
import { refuseUnlessOpen, reply } from "./reply.ts";
import { retry } from "./retry.ts";
import { find } from "./tickets.ts";
import { keepAll } from "./upload.ts";

const pageQuery = z.object({ pageNumber: z.coerce.number().int().min(1).max(1_000_000).default(1), beforeId: z.coerce.number().int().positive().optional() });

const id = z.number().int().positive();
const text = z.string().max(65_536);
const file = z.file();
const yes = z.boolean().or(yesQuery).default(false);
// What is JSON in a JSON body is text in a form.
const parsed = <Schema extends z.ZodType>(schema: Schema) => z.preprocess((value) => (typeof value === "string" ? JSON.parse(value) : value), schema);
// A form's text that looks like JSON comes as what it says: it is a text all the same.
const words = z.preprocess((value) => (isTextual(value) ? value : JSON.stringify(value)), text.or(z.array(text).max(10)).default(""));

const draft = z.object({
  body: words,
  clientId: z.string().min(8).max(64).optional(),
  quotedMsg: parsed(z.object({ id }).nullish()),
  medias: z.union([file.transform((one) => [one]), z.array(file).max(10)]).default([]),
  voice: yes,
  sticker: yes,
  place: parsed(z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180), name: z.string().max(100).default(""), address: z.string().max(300).default("") }).nullish()),
  contactIds: parsed(z.array(id).max(10).nullish()),
});

/** The conversation of a ticket. Its paths are under /messages, its rules are the ticket's. */
export default routes("/messages")
  .use(given<Lines>()("lines"))
  .get("/:id", ({ store, me, params, query }) => {
    const ticket = find(store, me, params.id);
    return { ...page(store, ticket.id, query), ticket };
  }, { can: "messages.read", params: idParam, query: pageQuery })
  .post("/:id", async ({ store, me, params, body: { body, clientId, quotedMsg, medias, voice, sticker, place, contactIds }, set }) => {
    const ticket = find(store, me, params.id);
    if (medias.length > 0) refuseUnlessOpen(ticket);
    const files = await keepAll(store, medias, { voice, sticker });
    set.status = 201;
    return reply(store, me, params.id, { body, clientId, quotedMsgId: quotedMsg?.id, files, sticker, place: place ? { ...place, live: false } : undefined, contactIds: contactIds ?? [] });
  }, { can: "messages.write", params: idParam, body: draft })
  .delete("/:id", ({ store, me, lines, params }) => takeBack(store, me, lines, params.id), { can: "messages.write", params: idParam })
  .post("/edit/:id", ({ store, me, lines, params, body }) => edit(store, me, lines, params.id, body.body), { can: "messages.write", params: idParam, body: z.object({ body: text.trim().min(1) }) })
  .post("/react/:id", ({ store, me, lines, params, body }) => react(store, me, lines, params.id, body.emoji), { can: "messages.write", params: idParam, body: z.object({ emoji }) })
  .get("/:id/history", ({ store, params }) => history(store, params.id), { can: "messages.history", params: idParam })
  .post("/:id/read", ({ store, me, lines, params }) => {
    const unread = markRead(store, me, params.id);
    void tellRead(store, lines, params.id, unread);
    return {};
  }, { can: "messages.write", params: idParam })
  .post("/:id/retry", ({ store, me, params }) => retry(store, me, params.id), { can: "messages.write", params: idParam });

const isTextual = (value: unknown) => value === undefined || typeof value === "string" || (Array.isArray(value) && value.every((each) => typeof each === "string"));
