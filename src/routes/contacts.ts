import { z } from "zod";
import type { ConnectionManager } from "../channel/channel.ts";
import { download, sheetType } from "../kit/http/download.ts";
import { idParam } from "../kit/http/fields.ts";
import { Upload } from "../kit/files/files.ts";
import { inject, routes } from "../kit/http/http.ts";
import type { UploadRules } from "../kit/http/received-forms.ts";
import {
  contactOptOut,
  contactOptOutBody,
  dismissSuggestion,
  optContactOut,
  takeContactBack,
} from "../modules/campaigns/contact-opt-out.ts";
import { connectionFor } from "../modules/connections/connections.ts";
import {
  keepHiddenName,
  contactBody,
  contactChange,
  findContact,
} from "../modules/contacts/contacts.ts";
import { all, contactQuery, list, numberQuery, withNumber } from "../modules/contacts/list.ts";
import { bulkTags, bulkTagsBody } from "../modules/contacts/bulk-tags.ts";
import { withFields } from "../modules/contacts/fields.ts";
import { lastTalks } from "../modules/contact-page/last-talks.ts";
import { optOutFor } from "../modules/contact-page/opt-out-for.ts";
import { overview } from "../modules/contact-page/overview.ts";
import { purchasesOf } from "../modules/contact-page/purchases.ts";
import { timeline, timelineQuery } from "../modules/contact-page/timeline.ts";
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
import { findRead, readSheet, readAndStart, readQuery } from "../modules/imports/read-file.ts";
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
  .get(
    "/",
    ({ db, me, plan, query }) => list(db, query, me, lastTalks(db, me), purchasesOf(db, me, plan)),
    {
      can: "contacts.read",
      query: contactQuery,
    },
  )
  .get("/list", ({ db }) => all(db), { can: "contacts.read" })
  .get("/filter", ({ db, query }) => withNumber(db, query.number), {
    can: "contacts.read",
    query: numberQuery,
  })
  .get("/:id", ({ db, params }) => withFields(db, findContact(db, params.id)), {
    can: "contacts.read",
    params: idParam,
  })
  .get(
    "/:id/group",
    ({ db, connectionManager, params }) => groupOf(db, connectionManager, params.id),
    { can: "contacts.read", params: idParam },
  )
  .post(
    "/",
    ({ db, connectionManager, body, set }) => {
      set.status = 201;
      return add(db, connectionManager, body);
    },
    { can: "contacts.write", body: contactBody },
  )
  .post(
    "/import",
    ({ db, me, connectionManager, body }) =>
      importPeople(
        db,
        connectionManager,
        connectionFor(db, me.id, body?.whatsappId ?? undefined).id,
        "book",
      ),
    { can: "contacts.write", body: source },
  )
  .post(
    "/import/chats",
    ({ db, me, connectionManager, body }) =>
      importPeople(
        db,
        connectionManager,
        connectionFor(db, me.id, body?.whatsappId ?? undefined).id,
        "chats",
      ),
    { can: "contacts.write", body: source },
  )
  .post("/tags", ({ db, me, body }) => bulkTags(db, me, body), {
    can: "contacts.write",
    body: bulkTagsBody,
  })
  .post(
    "/:id/picture",
    ({ db, connectionManager, params }) => refreshPicture(db, connectionManager, params.id),
    { can: "contacts.write", params: idParam },
  )
  .put(
    "/block/:id",
    ({ db, connectionManager, params, body }) =>
      setActive(db, connectionManager, params.id, body.active),
    { can: "contacts.write", params: idParam, body: z.object({ active: z.boolean() }) },
  )
  .put(
    "/:id",
    ({ db, me, connectionManager, params, body }) =>
      change(db, connectionManager, params.id, keepHiddenName(db, me, params.id, body)),
    {
      can: "contacts.write",
      params: idParam,
      body: contactChange,
      edits: { table: contacts },
    },
  )
  .get("/duplicates", ({ db }) => duplicates(db), admins)
  .get("/sides", ({ db, query }) => compare(db, query), { ...admins, query: compareQuery })
  .post("/merge", ({ db, me, body }) => mergeByHand(db, me, body), {
    ...admins,
    body: mergeBody,
  })
  // Whether campaigns write to them. rules.md#opt-outs
  .get(
    "/:id/opt-out",
    ({ db, me, params }) => optOutFor(db, me, params.id, contactOptOut(db, params.id)),
    { can: "contacts.read", plan: "useCampaigns", params: idParam, opens: "contact" },
  )
  .put("/:id/opt-out", ({ db, me, params, body }) => optContactOut(db, me, params.id, body), {
    can: "contacts.write",
    plan: "useCampaigns",
    params: idParam,
    body: contactOptOutBody,
  })
  .post(
    "/:id/opt-out/back",
    ({ db, me, params, body }) =>
      optOutFor(db, me, params.id, takeContactBack(db, me, params.id, body)),
    { can: "contacts.write", plan: "useCampaigns", params: idParam, body: backBody },
  )
  .delete(
    "/:id/opt-out/suggestion",
    ({ db, me, params }) => optOutFor(db, me, params.id, dismissSuggestion(db, params.id)),
    {
      can: "contacts.write",
      plan: "useCampaigns",
      params: idParam,
    },
  )
  .get("/:id/media", ({ db, me, params, query }) => mediaOf(db, me, params.id, query), {
    can: "messages.read",
    opens: "contact",
    params: idParam,
    query: mediaQuery,
  })
  .get("/:id/sales", ({ db, me, params }) => salesOf(db, me, params.id), {
    can: "orders.read",
    plan: "useSales",
    params: idParam,
  })
  .get("/:id/overview", ({ db, me, plan, params }) => overview(db, me, plan, params.id), {
    can: "contacts.read",
    opens: "contact",
    params: idParam,
  })
  .get(
    "/:id/timeline",
    ({ db, me, plan, params, query }) => timeline(db, me, plan, params.id, query),
    { can: "contacts.read", opens: "contact", params: idParam, query: timelineQuery },
  )
  .get(
    "/:id/export",
    async ({ db, me, params, query: { format, language }, set }) => {
      const data = await exportContact(db, me, params.id);
      set.headers["content-disposition"] =
        `attachment; filename="${fileNames[language]}-${params.id}.${format}"`;
      if (format === "json") return data;
      set.headers["content-type"] = "text/html; charset=utf-8";
      return exportPage(data, language, db.about().timezone);
    },
    { ...admins, params: idParam, query: exportQuery },
  )
  .delete(
    "/:id/erase",
    ({ db, me, practice, params }) => eraseContact(db, me, params.id, practice.network(db.company)),
    { ...admins, params: idParam },
  )
  .delete("/:id", ({ db, me, params }) => removeContact(db, me, params.id), {
    ...admins,
    params: idParam,
  })
  // Spreadsheets. rules.md#imports
  .post(
    "/import/file",
    async ({ db, me, body, request, server, set }) => {
      server?.timeout(request, slowTimeout);
      set.status = 201;
      return readSheet(db, me, body.file);
    },
    { can: "contacts.write", body: fileBody, accepts: file },
  )
  .get("/import/file", ({ db, me }) => ({ import: imports.latest(db, me) ?? null }), {
    can: "contacts.write",
  })
  .get(
    "/import/file/:id",
    ({ db, me, params, query }) =>
      imports.find(db, me, params.id).state === "read"
        ? findRead(db, me, params.id, query)
        : imports.progress(db, me, params.id),
    { can: "contacts.write", params: idParam, query: readQuery },
  )
  .get(
    "/import/file/:id/rows",
    ({ db, me, params, query }) => imports.rowsPage(db, me, params.id, query),
    { can: "contacts.write", params: idParam, query: imports.rowsQuery },
  )
  .get(
    "/import/file/:id/errors",
    ({ db, me, params, query }) => {
      const { name, body } = refusedFile(db, me, params.id, query.language);
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
    ({ db, me, params, body, request, server }) => {
      server?.timeout(request, slowTimeout);
      return preview(db, me, params.id, body);
    },
    { can: "contacts.write", params: idParam, body: choiceBody },
  )
  .post("/import/file/:id", ({ db, me, params, body }) => imports.start(db, me, params.id, body), {
    can: "contacts.write",
    params: idParam,
    body: choiceBody,
  })
  .delete(
    "/import/file/:id",
    async ({ db, me, params }) => (await imports.cancel(db, me, params.id)) ?? {},
    { can: "contacts.write", params: idParam },
  )
  .post(
    "/upload",
    async ({ db, me, body, request, server, set }) => {
      server?.timeout(request, slowTimeout);
      set.status = 201;
      return readAndStart(db, me, body.file);
    },
    { can: "contacts.write", body: fileBody, accepts: file },
  )
  .get(
    "/export",
    ({ db, me, query, request, server }) => {
      server?.timeout(request, slowTimeout);
      const { name, body } = exportContacts(db, me, query);
      return download(name, sheetType, body);
    },
    { can: "contacts.export", query: contactQuery },
  );
