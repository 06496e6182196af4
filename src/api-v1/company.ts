import { eq, inArray, and } from "drizzle-orm";
import { idParam } from "../kit/http/fields.ts";
import { notFound } from "../kit/db/page.ts";
import { create, remove, update } from "../kit/http/crud.ts";
import { z } from "zod";
import * as connectionVerbs from "../modules/connections/connections.ts";
import { connections } from "../modules/connections/table.ts";
import { payments } from "../modules/payments/table.ts";
import * as queueVerbs from "../modules/queues/queues.ts";
import { queues } from "../modules/queues/table.ts";
import { tagResource } from "../modules/tags/tag.ts";
import { tags } from "../modules/tags/table.ts";
import { allUsers, findUser } from "../modules/users/users.ts";
import { users } from "../modules/users/table.ts";
import { idsById, pageOf, pageQuery } from "./page.ts";
import { connectionRow, done, paymentRow, queueRow, tagRow, userRow } from "./rows.ts";
import { v1Route } from "./route.ts";

const one = { params: idParam } as const;
const list = { method: "GET", query: pageQuery } as const;
const tagBody = z.object({ name: tagResource.body.name!, color: tagResource.body.color! });

/** Rows in the order of their ids. */
const inOrder = <Row extends { id: number }>(ids: number[], rows: Row[]) =>
  ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);

const tagRoutes = [
  v1Route({
    ...list,
    path: "/tags",
    group: "tags",
    scope: "tags:read",
    summary: { pt: "Listar etiquetas", en: "List tags" },
    answer: pageOf(tagRow),
    handle({ db, query }) {
      const { ids, next } = idsById(db, tags, undefined, query);
      const rows = db.select().from(tags).where(inArray(tags.id, ids)).all();
      return { data: inOrder(ids, rows), next };
    },
  }),
  v1Route({
    method: "POST",
    path: "/tags",
    group: "tags",
    scope: "tags:write",
    summary: { pt: "Criar uma etiqueta", en: "Create a tag" },
    body: tagBody,
    status: 201,
    answer: tagRow,
    example: { name: "Encomenda", color: "#0f766e" },
    handle: ({ db, me, body }) => create(db, me, tagResource, body),
  }),
  v1Route({
    ...one,
    method: "PUT",
    path: "/tags/:id",
    group: "tags",
    scope: "tags:write",
    summary: { pt: "Mudar uma etiqueta", en: "Change a tag" },
    body: tagBody.partial(),
    answer: tagRow,
    example: { color: "#7c3aed" },
    handle: ({ db, params, body }) => update(db, tagResource, params.id, body),
  }),
  v1Route({
    ...one,
    method: "DELETE",
    path: "/tags/:id",
    group: "tags",
    scope: "tags:write",
    summary: { pt: "Excluir uma etiqueta", en: "Delete a tag" },
    answer: done,
    handle: ({ db, params }) => remove(db, tagResource, params.id),
  }),
];

export const companyRoutes = [
  v1Route({
    ...list,
    path: "/queues",
    group: "queues",
    scope: "queues:read",
    summary: { pt: "Listar filas", en: "List queues" },
    answer: pageOf(queueRow),
    handle({ db, query }) {
      const { ids, next } = idsById(db, queues, undefined, query);
      return { data: inOrder(ids, queueVerbs.list(db)), next };
    },
  }),
  v1Route({
    ...one,
    method: "GET",
    path: "/queues/:id",
    group: "queues",
    scope: "queues:read",
    summary: { pt: "Ler uma fila", en: "Read a queue" },
    answer: queueRow,
    handle: ({ db, params }) => queueVerbs.findQueue(db, params.id),
  }),
  v1Route({
    ...list,
    path: "/users",
    group: "users",
    scope: "users:read",
    summary: { pt: "Listar a equipe", en: "List the team" },
    answer: pageOf(userRow),
    handle({ db, query }) {
      const { ids, next } = idsById(db, users, undefined, query);
      return { data: inOrder(ids, allUsers(db)), next };
    },
  }),
  v1Route({
    ...one,
    method: "GET",
    path: "/users/:id",
    group: "users",
    scope: "users:read",
    summary: { pt: "Ler alguém da equipe", en: "Read a user" },
    answer: userRow,
    handle: ({ db, params }) => findUser(db, params.id),
  }),
  ...tagRoutes,
  v1Route({
    ...list,
    path: "/connections",
    group: "connections",
    scope: "connections:read",
    summary: { pt: "Listar conexões e seu estado", en: "List connections and their state" },
    answer: pageOf(connectionRow),
    handle({ db, caller: { connectionId }, query }) {
      const own = connectionId === null ? undefined : eq(connections.id, connectionId);
      const { ids, next } = idsById(db, connections, own, query);
      return { data: inOrder(ids, connectionVerbs.list(db)), next };
    },
  }),
  v1Route({
    ...one,
    method: "GET",
    path: "/connections/:id",
    group: "connections",
    scope: "connections:read",
    summary: { pt: "Ler uma conexão", en: "Read a connection" },
    answer: connectionRow,
    handle({ db, caller: { connectionId }, params: { id } }) {
      if (connectionId !== null && connectionId !== id) throw notFound();
      return connectionVerbs.find(db, id);
    },
  }),
  v1Route({
    ...list,
    path: "/payments",
    group: "payments",
    scope: "payments:read",
    plan: "useSales",
    summary: { pt: "Listar formas de pagamento", en: "List payment methods" },
    answer: pageOf(paymentRow),
    handle({ db, query }) {
      const { ids, next } = idsById(db, payments, undefined, query);
      const rows = db
        .select()
        .from(payments)
        .where(and(inArray(payments.id, ids)))
        .all();
      return { data: inOrder(ids, rows), next };
    },
  }),
];
