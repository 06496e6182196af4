import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { bounded, idParam, idsQuery, text, writtenPhone } from "../kit/http/fields.ts";
import type { CompanyDb } from "../kit/db/company-db.ts";
import {
  contactOptOut,
  optContactOut,
  takeContactBack,
} from "../modules/campaigns/contact-opt-out.ts";
import { contactBody, findContact, isThere } from "../modules/contacts/contacts.ts";
import { findByIdentifiers } from "../modules/contacts/find-by-identifier.ts";
import { add, change, setActive } from "../modules/contacts/network.ts";
import { completeNumber } from "../modules/contacts/own-area.ts";
import { tagsColumn } from "../modules/contacts/tags.ts";
import { contactFields, contacts, contactTags, identifiers } from "../modules/contacts/table.ts";
import { eraseContact } from "../modules/tickets/contacts/erase.ts";
import { refuseSharedContact } from "./own-contact.ts";
import { changesQuery, idsByChange, pageOf } from "./page.ts";
import { consentRow, contactRow, done } from "./rows.ts";
import { v1Route } from "./route.ts";

const read = { group: "contacts", scope: "contacts:read" } as const;
const write = { group: "contacts", scope: "contacts:write" } as const;
const one = { params: idParam } as const;

const contactPatch = contactBody.partial();
const example = { name: "Bia Souza", number: "5511988880001", tags: [{ name: "Cliente" }] };

export const contactRoutes = [
  v1Route({
    ...read,
    method: "GET",
    path: "/contacts",
    summary: { pt: "Listar contatos", en: "List contacts" },
    query: changesQuery.extend({
      number: writtenPhone.optional(),
      email: bounded(254).optional(),
      tagIds: idsQuery.optional(),
    }),
    answer: pageOf(contactRow),
    handle({ db, query: { number, email, tagIds, ...page } }) {
      const ids = number
        ? findByIdentifiers(db, [{ type: "phone", value: completeNumber(db, number) }]).map(
            ({ id }) => id,
          )
        : undefined;
      const where = and(
        isThere,
        ids && inArray(contacts.id, ids),
        email ? eq(contacts.email, email.toLowerCase()) : undefined,
        tagIds &&
          sql`EXISTS (SELECT 1 FROM ${contactTags} t WHERE t.contactId = ${contacts.id} AND t.tagId IN ${tagIds})`,
      );
      const changed = idsByChange(db, contacts, where, page);
      return { data: rowsOf(db, changed.ids), next: changed.next };
    },
  }),
  v1Route({
    ...read,
    ...one,
    method: "GET",
    path: "/contacts/:id",
    summary: { pt: "Ler um contato", en: "Read a contact" },
    answer: contactRow,
    handle: ({ db, params }) => rowOf(db, findContact(db, params.id).id),
  }),
  v1Route({
    ...write,
    method: "POST",
    path: "/contacts",
    summary: { pt: "Cadastrar um contato", en: "Create a contact" },
    body: contactBody,
    status: 201,
    waits: true,
    answer: contactRow,
    example,
    handle: async ({ db, connectionManager, body }) =>
      rowOf(db, (await add(db, connectionManager, body)).id),
  }),
  v1Route({
    ...write,
    ...one,
    method: "PUT",
    path: "/contacts/:id",
    summary: { pt: "Mudar um contato", en: "Change a contact" },
    body: contactPatch,
    waits: true,
    answer: contactRow,
    example: { email: "bia@example.com" },
    handle: async ({ db, connectionManager, params, body }) =>
      rowOf(db, (await change(db, connectionManager, params.id, body)).id),
  }),
  v1Route({
    ...write,
    ...one,
    method: "PUT",
    path: "/contacts/:id/block",
    summary: { pt: "Bloquear ou desbloquear", en: "Block or unblock" },
    body: z.object({ active: z.boolean() }),
    waits: true,
    answer: contactRow,
    example: { active: false },
    async handle({ db, caller, connectionManager, params, body }) {
      refuseSharedContact(db, caller, params.id);
      return rowOf(db, (await setActive(db, connectionManager, params.id, body.active)).id);
    },
  }),
  v1Route({
    ...write,
    ...one,
    method: "DELETE",
    path: "/contacts/:id",
    summary: {
      pt: "Apagar os dados de uma pessoa (LGPD)",
      en: "Erase a person's data (LGPD)",
    },
    answer: done,
    waits: true,
    async handle({ db, me, caller, practice, params }) {
      refuseSharedContact(db, caller, params.id);
      await eraseContact(db, me, params.id, practice.network(db.company));
      return {};
    },
  }),
  v1Route({
    ...read,
    ...one,
    method: "GET",
    path: "/contacts/:id/consent",
    plan: "useCampaigns",
    summary: { pt: "Saber se aceita campanhas", en: "Read the consent to campaigns" },
    answer: consentRow,
    handle: ({ db, params }) => consentOf(db, params.id),
  }),
  v1Route({
    ...write,
    ...one,
    method: "PUT",
    path: "/contacts/:id/consent",
    plan: "useCampaigns",
    summary: { pt: "Registrar o consentimento", en: "Set the consent to campaigns" },
    body: z.object({ optedOut: z.boolean(), reason: text(500, 3) }),
    answer: consentRow,
    example: { optedOut: true, reason: "Pediu no site" },
    handle({ db, me, caller, params, body: { optedOut, reason } }) {
      refuseSharedContact(db, caller, params.id);
      const before = contactOptOut(db, params.id).optOut;
      if (optedOut && !before) optContactOut(db, me, params.id, { reason });
      if (!optedOut && before) takeContactBack(db, me, params.id, { reason });
      return consentOf(db, params.id);
    },
  }),
];

const rowOf = (db: CompanyDb, id: number) => rowsOf(db, [id])[0];

/** Contacts with their tags, fields and identifiers, in the order of their ids. */
function rowsOf(db: CompanyDb, ids: number[]) {
  const rows = new Map(
    db
      .select({ contact: contacts, tags: tagsColumn })
      .from(contacts)
      .where(inArray(contacts.id, ids))
      .all()
      .map(({ contact, tags }) => [contact.id, { ...contact, tags }]),
  );
  const own = db.select().from(identifiers).where(inArray(identifiers.contactId, ids)).all();
  const fields = db.select().from(contactFields).where(inArray(contactFields.contactId, ids)).all();
  return ids.flatMap((id) => {
    const row = rows.get(id);
    const isOwn = ({ contactId }: { contactId: number }) => contactId === id;
    return row ? [{ ...row, identifiers: own.filter(isOwn), extraInfo: fields.filter(isOwn) }] : [];
  });
}

function consentOf(db: CompanyDb, contactId: number) {
  const { optOut } = contactOptOut(db, contactId);
  return {
    contactId,
    optedOut: optOut !== null,
    at: optOut?.at ?? null,
    reason: optOut?.reason ?? "",
    source: optOut?.source ?? null,
  };
}
