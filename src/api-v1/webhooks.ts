import { z } from "zod";
import { idParam } from "../kit/http/fields.ts";
import {
  create,
  find,
  list,
  remove,
  renewSecret,
  replay,
  test,
  update,
  webhookBody,
  webhookChange,
} from "../modules/webhooks/webhooks.ts";
import { webhookDeliveries } from "../modules/webhooks/table.ts";
import { eq, inArray, and } from "drizzle-orm";
import { idsById, pageOf, pageQuery } from "./page.ts";
import { deliveryRow, done, webhookRow } from "./rows.ts";
import { v1Route } from "./route.ts";

// Deliveries hold messages of every connection.
const companyWide = { group: "webhooks", companyWide: true } as const;
const read = { ...companyWide, scope: "webhooks:read", method: "GET" } as const;
const write = { ...companyWide, scope: "webhooks:write" } as const;
const one = { params: idParam } as const;
const example = {
  name: "ERP",
  url: "https://erp.example.com/balcao",
  events: ["message.received", "order.created"],
};

export const webhookRoutes = [
  v1Route({
    ...read,
    path: "/webhooks",
    summary: { pt: "Listar webhooks", en: "List webhooks" },
    answer: pageOf(webhookRow),
    handle: ({ db }) => ({ data: list(db), next: null }),
  }),
  v1Route({
    ...read,
    ...one,
    path: "/webhooks/:id",
    summary: { pt: "Ler um webhook", en: "Read a webhook" },
    answer: webhookRow,
    handle: ({ db, params }) => find(db, params.id),
  }),
  v1Route({
    ...write,
    method: "POST",
    path: "/webhooks",
    summary: { pt: "Criar um webhook", en: "Create a webhook" },
    description: {
      pt: "A resposta traz o segredo da assinatura, só desta vez.",
      en: "The answer has the secret of the signature, this once.",
    },
    body: webhookBody,
    status: 201,
    waits: true,
    answer: webhookRow,
    example,
    handle: ({ db, me, httpClient, body }) => create(db, httpClient, body, me),
  }),
  v1Route({
    ...write,
    ...one,
    method: "PUT",
    path: "/webhooks/:id",
    summary: { pt: "Mudar um webhook", en: "Change a webhook" },
    body: webhookChange,
    waits: true,
    answer: webhookRow,
    example: { active: false },
    handle: ({ db, me, httpClient, params, body }) => update(db, httpClient, params.id, body, me),
  }),
  v1Route({
    ...write,
    ...one,
    method: "DELETE",
    path: "/webhooks/:id",
    summary: { pt: "Excluir um webhook", en: "Delete a webhook" },
    answer: done,
    handle: ({ db, me, params }) => remove(db, params.id, me),
  }),
  v1Route({
    ...write,
    ...one,
    method: "POST",
    path: "/webhooks/:id/secret",
    summary: { pt: "Trocar o segredo", en: "Renew the secret" },
    answer: z.object({ secret: z.string() }),
    handle: ({ db, me, params }) => renewSecret(db, params.id, me),
  }),
  v1Route({
    ...write,
    ...one,
    method: "POST",
    path: "/webhooks/:id/test",
    summary: { pt: "Enviar um teste", en: "Send a test" },
    answer: done,
    handle: ({ db, params }) => test(db, params.id),
  }),
  v1Route({
    ...read,
    ...one,
    path: "/webhooks/:id/deliveries",
    summary: { pt: "Listar avisos enviados", en: "List deliveries" },
    query: pageQuery.extend({ state: deliveryRow.shape.state.optional() }),
    answer: pageOf(deliveryRow),
    handle({ db, params, query: { state, ...page } }) {
      const where = and(
        eq(webhookDeliveries.webhookId, find(db, params.id).id),
        state && eq(webhookDeliveries.state, state),
      );
      const { ids, next } = idsById(db, webhookDeliveries, where, page);
      const rows = db
        .select()
        .from(webhookDeliveries)
        .where(inArray(webhookDeliveries.id, ids))
        .orderBy(webhookDeliveries.id)
        .all();
      return { data: rows, next };
    },
  }),
  v1Route({
    ...write,
    method: "POST",
    path: "/webhooks/:id/deliveries/:deliveryId/replay",
    params: z.object({ id: idParam.shape.id, deliveryId: idParam.shape.id }),
    summary: { pt: "Reenviar um aviso", en: "Send a delivery again" },
    answer: done,
    handle: ({ db, params }) => replay(db, params.id, params.deliveryId),
  }),
];
