import { z } from "zod";
import type { ConnectionManager } from "../channel/channel.ts";
import type { Broadcast, SendTransient } from "../kit/db/audience.ts";
import { download } from "../kit/http/download.ts";
import { Fault } from "../kit/fault.ts";
import { bounded, idParam, line, listQuery } from "../kit/http/fields.ts";
import { by } from "../kit/http/auth-context.ts";
import { inject, publicRoutes, routes } from "../kit/http/http.ts";
import { pictureJsonLimit } from "../kit/http/picture.ts";
import type { CompanyDbs } from "../kit/db/company-dbs.ts";
import type { Tokens } from "../modules/auth/authenticator.ts";
import type { BackupRunner } from "../modules/backups/backup-runner.ts";
import { copyName } from "../modules/backups/manifest.ts";
import { shutCompanies } from "../modules/backups/shut-companies.ts";
import type { Box } from "../modules/box/box.ts";
import { withCookie } from "../modules/auth/cookie.ts";
import { find } from "../modules/companies/companies.ts";
import {
  contentOf,
  fileOf,
  findDeleted,
  listDeleted,
  removeDeleted,
} from "../modules/companies/deleted-companies.ts";
import { extendedDue } from "../modules/companies/due-date.ts";
import { extend, extendBody } from "../modules/companies/extend.ts";
import {
  list,
  names,
  noCompany,
  noteChange,
  rowIn,
  show,
  tell,
} from "../modules/companies/manage.ts";
import { fullCompany, ownCompany } from "../modules/companies/own-company.ts";
import { companyBody } from "../modules/companies/owner-fields.ts";
import { remove } from "../modules/companies/remove-company.ts";
import { graceDays, maxGraceDays, setGraceDays } from "../modules/companies/standing.ts";
import { enter, leave } from "../modules/companies/visits.ts";
import type { CompanyFiles } from "../modules/company-files/company-files.ts";
import { openingHours } from "../modules/hours/table.ts";
import * as hours from "../modules/hours/hours.ts";
import { confirm, confirmBody, signUp, signUpBody } from "../modules/landing/sign-up.ts";
import { newCompanyBody, openCompany } from "../modules/setup/new-company.ts";
import { companies } from "../modules/companies/table.ts";
import { changeCompany } from "./change-company.ts";
import { refuseOther, refuseOthers, withHours } from "./one-company.ts";

const owners = { can: "companies.write" } as const;
const nameParam = z.object({ name: bounded(60) });

/** Sign-up makes a company, and signs its first admin in. */
export const signUpRoutes = publicRoutes("/companies")
  .use(inject<CompanyDbs>()("dbs"))
  .use(inject<Tokens>()("tokens"))
  .use(inject<Broadcast>()("broadcast"))
  .use(inject<SendTransient>()("sendTransient"))
  .use(inject<Box>()("box"))
  .post(
    "/cadastro",
    async ({ dbs, tokens, broadcast, sendTransient, box, body, request, address, secure, set }) => {
      const made = await signUp({ dbs, tokens, broadcast, sendTransient, box }, body, {
        address,
        device: request.headers.get("user-agent") ?? "",
      });
      set.status = "company" in made ? 201 : 202;
      return "company" in made
        ? { ...made.company, ...withCookie(made.signedIn, set, secure) }
        : made;
    },
    { body: signUpBody },
  )
  .post(
    "/cadastro/confirm",
    async ({ dbs, tokens, broadcast, sendTransient, box, body, request, address, secure, set }) => {
      const { company, signedIn } = await confirm(
        { dbs, tokens, broadcast, sendTransient, box },
        body,
        { address, device: request.headers.get("user-agent") ?? "" },
      );
      set.status = 201;
      return { ...company, ...withCookie(signedIn, set, secure) };
    },
    { body: confirmBody },
  );

export default routes("/companies", { whileOverdue: true })
  .use(inject<CompanyDbs>()("dbs"))
  .use(inject<Broadcast>()("broadcast"))
  .use(inject<SendTransient>()("sendTransient"))
  .use(inject<ConnectionManager>()("connectionManager"))
  .use(inject<{ check(): void }>()("hub"))
  .use(inject<BackupRunner>()("backups"))
  .use(inject<CompanyFiles>()("companyFiles"))
  .get("/shut", ({ dbs }) => shutCompanies(dbs), { can: "companies.read" })
  .post(
    "/:id/bring-back",
    async ({ dbs, backups, params: { id }, body, request, server, ...auth }) => {
      const company = rowIn(dbs.control, id);
      if (!dbs.shutCompanies().some((shut) => shut.company === id))
        throw new Fault("conflict", "ERR_COMPANY_SOUND", {
          message: "Os dados desta empresa estão em ordem",
        });
      server?.timeout(request, 0);
      const done = await backups.bringBack(id, body.copy);
      noteChange(by(auth), "companyBroughtBack", company, { copy: done.name, aside: done.aside });
      dbs.reopenRestored();
      return done;
    },
    { ...owners, params: idParam, body: z.object({ copy: z.string().regex(copyName) }) },
  )
  .get(
    "/all/:id",
    ({ control, dbs, query }) => {
      const { companies, ...rest } = list(control, query);
      return { companies: companies.map((company) => withHours(dbs, company)), ...rest };
    },
    { can: "companies.read", params: idParam, query: listQuery },
  )
  .get("/list", ({ control }) => names(control), { can: "companies.read" })
  .get("/grace", ({ control }) => ({ days: graceDays(control) }), { can: "companies.read" })
  .put(
    "/grace",
    ({ control, body }) => {
      control.write((tx) => setGraceDays(tx, body.days));
      return body;
    },
    { ...owners, body: z.object({ days: z.number().int().min(0).max(maxGraceDays) }) },
  )
  .get("/deleted", ({ dbs }) => listDeleted(dbs), owners)
  .get(
    "/deleted/:name",
    ({ dbs, params, ...auth }) => {
      const company = findDeleted(dbs, params.name);
      noteChange(by(auth), "companyDownloaded", company);
      const { name, content } = contentOf(dbs, company);
      return download(name, "application/x-tar", content);
    },
    { ...owners, params: nameParam },
  )
  .post(
    "/deleted/:name/plan",
    ({ dbs, companyFiles, params }) => companyFiles.planOf(fileOf(dbs, params.name)),
    { ...owners, params: nameParam },
  )
  // The uploaded file is deleted once the company exists, since the company holds its data.
  .post(
    "/deleted/:name/import",
    async ({
      dbs,
      companyFiles,
      broadcast,
      sendTransient,
      params,
      body,
      request,
      server,
      ...auth
    }) => {
      const path = fileOf(dbs, params.name);
      server?.timeout(request, 0);
      const done = await companyFiles.importFrom(path, { name: body.name });
      noteChange(
        by(auth),
        "companyBroughtBack",
        { id: done.company, name: done.name },
        { messages: done.messages },
      );
      await removeDeleted(dbs, `deleted/${params.name}`);
      tell({ dbs, broadcast, sendTransient }, "create", done.company);
      return done;
    },
    { ...owners, params: nameParam, body: z.object({ name: line(80, 3).optional() }) },
  )
  .get(
    "/listPlan/:id",
    ({ control, db, me, plan, params }) => {
      const row = params.id === db.company || me.super ? find(control, params.id) : undefined;
      if (!row) throw noCompany();
      return {
        id: row.companies.id,
        plan:
          params.id === db.company ? { ...row.plans, useCampaigns: plan.useCampaigns } : row.plans,
      };
    },
    { can: "settings.read", params: idParam },
  )
  .get(
    "/:id",
    ({ dbs, control, db, me, params }) => {
      if (me.super) return withHours(dbs, show(dbs, params.id));
      refuseOther(db, params.id);
      return withHours(
        dbs,
        me.profile === "admin" ? fullCompany(control, db.company, db) : ownCompany(db, control),
      );
    },
    { can: "settings.read", params: idParam },
  )
  .post(
    "/",
    async ({ dbs, broadcast, sendTransient, body, set, ...auth }) => {
      const company = await openCompany(dbs, body);
      noteChange(by(auth), "companyCreated", company);
      set.status = 201;
      return tell({ dbs, broadcast, sendTransient }, "create", company.id);
    },
    { ...owners, body: newCompanyBody },
  )
  .put("/:id", ({ params, body, ...context }) => changeCompany(context, params.id, body), {
    can: "settings.write",
    params: idParam,
    body: companyBody,
    jsonLimit: pictureJsonLimit,
    edits: {
      table: companies,
      control: true,
      find: refuseOthers,
    },
  })
  .post(
    "/:id/enter",
    ({ dbs, db, me, session, params }) => enter(dbs, { session, db, userId: me.id }, params.id),
    { ...owners, params: idParam },
  )
  // Support leaves, or an admin of the company shows it out.
  .delete(
    "/visit",
    ({ dbs, db, session, visit }) => {
      leave(dbs, visit ? { session } : { companyId: db.company });
      return {};
    },
    { can: "settings.write" },
  )
  .get(
    "/:id/due",
    ({ control, params }) => ({ dueDate: extendedDue(control, rowIn(control, params.id)) }),
    { ...owners, params: idParam },
  )
  .post(
    "/:id/due",
    ({ dbs, broadcast, sendTransient, params, body, ...auth }) =>
      extend({ dbs, broadcast, sendTransient }, by(auth), params.id, body),
    { ...owners, params: idParam, body: extendBody },
  )
  .delete(
    "/:id",
    async ({
      dbs,
      broadcast,
      sendTransient,
      connectionManager,
      hub,
      companyFiles,
      params,
      body,
      set,
      ...auth
    }) => {
      const done = await remove(
        { dbs, broadcast, sendTransient, connectionManager, hub, companyFiles },
        by(auth),
        params.id,
        body.name,
      );
      set.status = done.kept === null ? 202 : 200;
      return done;
    },
    { ...owners, params: idParam, body: z.object({ name: bounded(200) }) },
  )
  .get("/:id/schedules", ({ db, params }) => hours.find(refuseOther(db, params.id)), {
    can: "settings.read",
    params: idParam,
  })
  .put(
    "/:id/schedules",
    ({ db, me, params, body }) => hours.write(refuseOther(db, params.id), body, me.id),
    {
      can: "settings.write",
      params: idParam,
      body: hours.hoursBody,
      edits: { table: openingHours, own: () => 1 },
    },
  );
