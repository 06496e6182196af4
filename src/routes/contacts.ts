import { z } from "zod";
import type { ConnectionManager } from "../channel/channel.ts";
import { download, sheetType } from "../kit/download.ts";
import { idParam } from "../kit/fields.ts";
import { Upload } from "../kit/files.ts";
import { inject, routes } from "../kit/http.ts";
import type { UploadRules } from "../kit/received-forms.ts";
import {
  contactOptOut,
  contactOptOutBody,
  dismissSuggestion,
  optContactOut,
  takeContactBack,
} from "../modules/campaigns/contact-opt-out.ts";
import { connectionFor } from "../modules/connections/connections.ts";
import {
  all,
  keepHiddenName,
  contactBody,
  contactChange,
  contactQuery,
  find,
  list,
  numberQuery,
  withNumber,
} from "../modules/contacts/contacts.ts";
import { withFields } from "../modules/contacts/fields.ts";
import {
  add,
  change,
  groupOf,
  importPeople,
  refreshPicture,
  setActive,
} from "../modules/contacts/network.ts";
import { exportContacts } from "../modules/imports/export-contacts.ts";
import { choiceBody } from "../modules/imports/choice.ts";
import * as imports from "../modules/imports/imports.ts";
import { preview } from "../modules/imports/preview.ts";
import {
  findRead,
  read as readSheet,
  readAndStart,
  readQuery,
} from "../modules/imports/read-file.ts";
import { refusedFile } from "../modules/imports/refused-file.ts";
import { salesOf } from "../modules/orders/of-contact.ts";
import { backBody } from "../modules/opt-outs/opt-outs.ts";
import { exportPage, fileNames } from "../modules/personal-data/export-page.ts";
import type { PracticeNetworks } from "../modules/practice/routes.ts";
import { mediaOf, mediaQuery } from "../modules/tickets/contacts/contact-media.ts";
import { compare, compareQuery, duplicates } from "../modules/tickets/contacts/duplicates.ts";
import { eraseContact } from "../modules/tickets/contacts/erase.ts";
import { exportContact, exportQuery } from "../modules/tickets/contacts/export-contact.ts";
import { mergeBody, mergeByHand } from "../modules/tickets/contacts/merge-by-hand.ts";
import { removeContact } from "../modules/tickets/contacts/remove-contact.ts";
import { languages } from "../shared/languages.ts";
import type { Me } from "../kit/audience.ts";
import type { Store } from "../kit/store.ts";
import type { ContactOptOut } from "../modules/campaigns/table.ts";
import { seesTicketOf } from "../modules/tickets/tickets.ts";
import { contacts } from "../modules/contacts/table.ts";

const admins = { can: "contacts-page:deleteContact" } as const;
const file: UploadRules = { field: "file", maxFiles: 1 };
const fileBody = z.object({ file: z.instanceof(Upload) });

/** Large files take longer than an idle connection is kept (seconds). */
const slowTimeout = 120;

const source = z.object({ whatsappId: z.number().int().positive().nullish() }).optional();

export default routes("/contacts")
  .use(inject<ConnectionManager>()("connectionManager"))
  .use(inject<PracticeNetworks>()("practice"))
  .get("/", ({ store, me, query }) => list(store, query, me), {
    can: "contacts.read",
    query: contactQuery,
  })
  .get("/list", ({ store }) => all(store), { can: "contacts.read" })
  .get("/filter", ({ store, query }) => withNumber(store, query.number), {
    can: "contacts.read",
    query: numberQuery,
  })
  .get("/:id", ({ store, params }) => withFields(store, find(store.db, params.id)), {
    can: "contacts.read",
    params: idParam,
  })
  .get(
    "/:id/group",
    ({ store, connectionManager, params }) => groupOf(store, connectionManager, params.id),
    { can: "contacts.read", params: idParam },
  )
  .post(
    "/",
    ({ store, connectionManager, body, set }) => {
      set.status = 201;
      return add(store, connectionManager, body);
    },
    { can: "contacts.write", body: contactBody },
  )
  .post(
    "/import",
    ({ store, me, connectionManager, body }) =>
      importPeople(
        store,
        connectionManager,
        connectionFor(store, me.id, body?.whatsappId ?? undefined).id,
        "book",
      ),
    { can: "contacts.write", body: source },
  )
  .post(
    "/import/chats",
    ({ store, me, connectionManager, body }) =>
      importPeople(
        store,
        connectionManager,
        connectionFor(store, me.id, body?.whatsappId ?? undefined).id,
        "chats",
      ),
    { can: "contacts.write", body: source },
  )
  .post(
    "/:id/picture",
    ({ store, connectionManager, params }) => refreshPicture(store, connectionManager, params.id),
    { can: "contacts.write", params: idParam },
  )
  .put(
    "/block/:id",
    ({ store, connectionManager, params, body }) =>
      setActive(store, connectionManager, params.id, body.active),
    { can: "contacts.write", params: idParam, body: z.object({ active: z.boolean() }) },
  )
  .put(
    "/:id",
    ({ store, me, connectionManager, params, body }) =>
      change(store, connectionManager, params.id, keepHiddenName(store, me, params.id, body)),
    {
      can: "contacts.write",
      params: idParam,
      body: contactChange,
      edits: { table: contacts },
    },
  )
  .get("/duplicates", ({ store }) => duplicates(store), admins)
  .get("/sides", ({ store, query }) => compare(store, query), { ...admins, query: compareQuery })
  .post("/merge", ({ store, me, body }) => mergeByHand(store, me, body), {
    ...admins,
    body: mergeBody,
  })
  // Whether campaigns write to them. rules.md#opt-outs
  .get(
    "/:id/opt-out",
    ({ store, me, params }) => optOutFor(store, me, params.id, contactOptOut(store, params.id)),
    { can: "contacts.read", plan: "useCampaigns", params: idParam, opens: "contact" },
  )
  .put("/:id/opt-out", ({ store, me, params, body }) => optContactOut(store, me, params.id, body), {
    can: "contacts.write",
    plan: "useCampaigns",
    params: idParam,
    body: contactOptOutBody,
  })
  .post(
    "/:id/opt-out/back",
    ({ store, me, params, body }) =>
      optOutFor(store, me, params.id, takeContactBack(store, me, params.id, body)),
    { can: "contacts.write", plan: "useCampaigns", params: idParam, body: backBody },
  )
  .delete(
    "/:id/opt-out/suggestion",
    ({ store, me, params }) => optOutFor(store, me, params.id, dismissSuggestion(store, params.id)),
    {
      can: "contacts.write",
      plan: "useCampaigns",
      params: idParam,
    },
  )
  .get("/:id/media", ({ store, me, params, query }) => mediaOf(store, me, params.id, query), {
    can: "messages.read",
    opens: "contact",
    params: idParam,
    query: mediaQuery,
  })
  .get("/:id/sales", ({ store, me, params }) => salesOf(store, me, params.id), {
    can: "orders.read",
    plan: "useSales",
    params: idParam,
  })
  .get(
    "/:id/export",
    async ({ store, me, params, query: { format, language }, set }) => {
      const known = await exportContact(store, me, params.id);
      set.headers["content-disposition"] =
        `attachment; filename="${fileNames[language]}-${params.id}.${format}"`;
      if (format === "json") return known;
      set.headers["content-type"] = "text/html; charset=utf-8";
      return exportPage(known, language, store.about().timezone);
    },
    { ...admins, params: idParam, query: exportQuery },
  )
  .delete(
    "/:id/erase",
    ({ store, me, practice, params }) =>
      eraseContact(store, me, params.id, practice.network(store.company)),
    { ...admins, params: idParam },
  )
  .delete("/:id", ({ store, me, params }) => removeContact(store, me, params.id), {
    ...admins,
    params: idParam,
  })
  // Spreadsheets. rules.md#imports
  .post(
    "/import/file",
    async ({ store, me, body, request, server, set }) => {
      server?.timeout(request, slowTimeout);
      set.status = 201;
      return readSheet(store, me, body.file);
    },
    { can: "contacts.write", body: fileBody, accepts: file },
  )
  .get("/import/file", ({ store, me }) => ({ import: imports.latest(store, me) ?? null }), {
    can: "contacts.write",
  })
  .get(
    "/import/file/:id",
    ({ store, me, params, query }) =>
      imports.find(store.db, me, params.id).state === "read"
        ? findRead(store, me, params.id, query)
        : imports.find(store.db, me, params.id),
    { can: "contacts.write", params: idParam, query: readQuery },
  )
  .get(
    "/import/file/:id/rows",
    ({ store, me, params, query }) => imports.rowsPage(store, me, params.id, query),
    { can: "contacts.write", params: idParam, query: imports.rowsQuery },
  )
  .get(
    "/import/file/:id/errors",
    ({ store, me, params, query }) => {
      const { name, body } = refusedFile(store, me, params.id, query.language);
      return download(name, "text/csv; charset=utf-8", body);
    },
    {
      can: "contacts.write",
      params: idParam,
      query: z.object({ language: z.enum(languages).default("ptBR") }),
    },
  )
  .post(
    "/import/file/:id/check",
    ({ store, me, params, body, request, server }) => {
      server?.timeout(request, slowTimeout);
      return preview(store, me, params.id, body);
    },
    { can: "contacts.write", params: idParam, body: choiceBody },
  )
  .post(
    "/import/file/:id",
    ({ store, me, params, body }) => imports.start(store, me, params.id, body),
    { can: "contacts.write", params: idParam, body: choiceBody },
  )
  .delete(
    "/import/file/:id",
    async ({ store, me, params }) => (await imports.cancel(store, me, params.id)) ?? {},
    { can: "contacts.write", params: idParam },
  )
  .post(
    "/upload",
    async ({ store, me, body, request, server, set }) => {
      server?.timeout(request, slowTimeout);
      set.status = 201;
      return readAndStart(store, me, body.file);
    },
    { can: "contacts.write", body: fileBody, accepts: file },
  )
  .get(
    "/export",
    ({ store, me, query, request, server }) => {
      server?.timeout(request, slowTimeout);
      const { name, body } = exportContacts(store, me, query);
      return download(name, sheetType, body);
    },
    { can: "contacts.export", query: contactQuery },
  );

/** What a customer answered is for those who may see a conversation with them. */
function optOutFor(store: Store, me: Me, contactId: number, answer: ContactOptOut): ContactOptOut {
  if (seesTicketOf(store, me, contactId)) return answer;
  const { optOut, suggestion } = answer;
  return {
    optOut: optOut && (optOut.source === "answer" ? { ...optOut, reason: "" } : optOut),
    suggestion: suggestion && { ...suggestion, text: "" },
  };
}
