import { z } from "zod";
import { v1Descriptions } from "../api-v1/document.ts";
import { fieldWords } from "../api-v1/field-words.ts";
import { webhookSchemas } from "../api-v1/webhook-schemas.ts";
import type { DeclaredRoutes } from "../kit/http/declared-routes.ts";
import { openApi, type Descriptions } from "../kit/http/openapi.ts";
import { inject, routes } from "../kit/http/http.ts";
import { messageStates } from "../modules/messages-api/state.ts";
import { version } from "../version.ts";

const refusal = z.object({
  error: z
    .string()
    .meta({ description: "A code (ERR_…), or a text where programs of this field expect one" }),
  message: z.string().meta({ description: "For people" }),
  requestId: z.string(),
  fields: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: "A code for each field that is wrong" }),
  details: z.record(z.string(), z.unknown()).optional(),
});

const sent = z.object({
  mensagem: z.string(),
  messageId: z.number().int(),
  messageIds: z
    .array(z.number().int())
    .meta({ description: "One for each file, and for a text that goes before" }),
  status: z.literal("queued"),
});

const state = z.object({
  messageId: z.number().int(),
  status: z.enum(messageStates),
  ack: z.number().int().min(-1).max(4),
  reason: z.string().nullable(),
  ticketId: z.number().int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

const refused = (description: string) => ({ description, schema: refusal });

const descriptions: Descriptions = {
  "POST /messages/send": {
    summary: "Send a message",
    description:
      "Stores and queues a text, or files with a text, on the token's connection. With an Idempotency-Key it may be repeated: it is one message.",
    responses: {
      200: { description: "Stored and queued", schema: sent },
      400: refused("No number, a plan without the API, or an unknown field"),
      401: refused("No valid token"),
      403: refused("The token may not send"),
      409: refused("The contact is blocked, or the key was used for other content"),
      422: refused("A field is wrong"),
      429: refused("Too many requests: `Retry-After` says how many seconds to wait"),
    },
  },
  "GET /messages/{id}/file": {
    summary: "The file of a message",
    description:
      "The bytes of a file that came or went on the token's connection. The webhook event `message.media` says when it is there.",
    responses: {
      200: { description: "The file", schema: z.string(), type: "application/octet-stream" },
      404: refused("No such message, or it has no file"),
      409: refused("The file is still on its way"),
    },
  },
  "GET /messages/{id}": {
    summary: "The state of a message; for who is signed in, the messages of a ticket",
    description:
      "With a token: how far a message came that was sent by the API on the token's connection. With a session, `id` is a ticket's, and the answer a page of its messages.",
    responses: {
      200: {
        description: "The state, or with a session a page of messages",
        schema: z.union([
          state,
          z.object({ messages: z.array(z.unknown()), hasMore: z.boolean() }).loose(),
        ]),
      },
      404: refused("Not there, or not yours"),
    },
  },
};

let document: object | undefined;

/**
 * The API's document, made of the routes' own schemas. For admins, and for programs with a token.
 * rules.md#openapi
 */
export default routes("/openapi.json", { orToken: true })
  .use(inject<DeclaredRoutes>()("routes"))
  .get(
    "/",
    (context) =>
      (document ??= openApi(context.routes.all.filter(isOfApi), {
        title: "Balcão",
        version: version.version,
        descriptions: { ...descriptions, ...v1Descriptions },
        webhooks: webhookSchemas,
        fields: fieldWords,
        refusal,
      })),
    { can: "messages-api.read" },
  );

// The shop's pages are declared with the API, and are no part of it.
const isOfApi = ({ path }: { path: string }) => path.startsWith("/api/");
