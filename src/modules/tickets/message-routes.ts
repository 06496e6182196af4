import { z } from "zod";
import { Fault } from "../../kit/fault.ts";
import { sniffed, type Kept } from "../../kit/files.ts";
import { idParam } from "../../kit/fields.ts";
import { routes } from "../../kit/http.ts";
import type { Store } from "../../kit/store.ts";
import { imageTypes, uploadLimit } from "../../shared.ts";
import { page } from "../messages/messages.ts";
import { markRead } from "./read.ts";
import { refuseUnlessOpen, reply, retry } from "./reply.ts";
import { find } from "./tickets.ts";

const pageQuery = z.object({ pageNumber: z.coerce.number().int().min(1).max(1_000_000).default(1), beforeId: z.coerce.number().int().positive().optional() });

const file = z.file();
const draft = z.object({
  body: z.string().max(65_536).default(""),
  clientId: z.string().min(8).max(64).optional(),
  // A quote is JSON in a JSON body and text in a form.
  quotedMsg: z.preprocess((value) => (typeof value === "string" ? JSON.parse(value) : value), z.object({ id: z.number().int().positive() }).nullish()),
  medias: z.union([file.transform((one) => [one]), z.array(file).max(10)]).default([]),
});

/** The conversation of a ticket. Its paths are under /messages, its rules are the ticket's. */
export default routes("/messages")
  .get("/:id", ({ store, me, params, query }) => {
    const ticket = find(store, me, params.id);
    return { ...page(store, ticket.id, query), ticket };
  }, { can: "messages.read", params: idParam, query: pageQuery })
  .post("/:id", async ({ store, me, params, body, set }) => {
    const ticket = find(store, me, params.id);
    if (body.medias.length > 0) refuseUnlessOpen(ticket);
    const files = await keepAll(store, body.medias);
    set.status = 201;
    return reply(store, me, params.id, { body: body.body, clientId: body.clientId, quotedMsgId: body.quotedMsg?.id, files });
  }, { can: "messages.write", params: idParam, body: draft })
  .post("/:id/read", ({ store, me, params }) => markRead(store, me, params.id), { can: "messages.write", params: idParam })
  .post("/:id/retry", ({ store, me, params }) => retry(store, me, params.id), { can: "messages.write", params: idParam });

async function keepAll(store: Store, files: File[]): Promise<Kept[]> {
  const kept: Kept[] = [];
  for (const file of files) {
    if (file.size > uploadLimit) throw new Fault("large", "ERR_TOO_LARGE", { message: "Arquivo maior que 10 MB", fields: { medias: "too_long" } });
    const bytes = await file.bytes();
    const sniff = await sniffed(bytes);
    if (!imageTypes.some((type) => type === sniff)) throw new Fault("invalid", "ERR_MEDIA_TYPE", { message: "Envie imagens JPEG, PNG, WebP ou GIF", fields: { medias: "invalid" } });
    kept.push(await store.files.keep(bytes, file.name));
  }
  return kept;
}
