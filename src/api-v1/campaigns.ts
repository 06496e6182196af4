import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { idParam } from "../kit/http/fields.ts";
import type { CompanyDb } from "../kit/db/company-db.ts";
import type { ApiCaller } from "../kit/http/auth-context.ts";
import { notFound } from "../kit/db/page.ts";
import { find } from "../modules/campaigns/find.ts";
import { cancel, pauseByHand, restart, resume, start } from "../modules/campaigns/lifecycle.ts";
import { campaigns } from "../modules/campaigns/table.ts";
import { completeNumber } from "../modules/contacts/own-area.ts";
import { refuseBeyondPlan } from "../modules/companies/limits.ts";
import * as optOutVerbs from "../modules/opt-outs/opt-outs.ts";
import { optOuts } from "../modules/opt-outs/table.ts";
import { campaignStates } from "../shared/campaigns.ts";
import { idsById, pageOf, pageQuery } from "./page.ts";
import { refuseSharedNumber } from "./own-contact.ts";
import { campaignRow, optOutRow } from "./rows.ts";
import { v1Route } from "./route.ts";

const read = { group: "campaigns", scope: "campaigns:read", plan: "useCampaigns" } as const;
const write = {
  group: "campaigns",
  scope: "campaigns:write",
  plan: "useCampaigns",
  method: "POST",
  params: idParam,
  answer: campaignRow,
} as const;
const readOptOuts = { group: "opt-outs", scope: "opt-outs:read", plan: "useCampaigns" } as const;
const writeOptOuts = { group: "opt-outs", scope: "opt-outs:write", plan: "useCampaigns" } as const;

/** A campaign of the token's connection. Throws missing for any other. */
function ownCampaign(db: CompanyDb, { connectionId }: ApiCaller, id: number) {
  const campaign = find(db, id);
  if (connectionId !== null && campaign.whatsappId !== connectionId) throw notFound();
  return campaign;
}

const campaignRoutes = [
  v1Route({
    ...read,
    method: "GET",
    path: "/campaigns",
    summary: { pt: "Listar campanhas", en: "List campaigns" },
    query: pageQuery.extend({ status: z.enum(campaignStates).optional() }),
    answer: pageOf(campaignRow),
    handle({ db, caller: { connectionId }, query: { status, ...page } }) {
      const where = and(
        status && eq(campaigns.status, status),
        connectionId === null ? undefined : eq(campaigns.whatsappId, connectionId),
      );
      const { ids, next } = idsById(db, campaigns, where, page);
      return { data: ids.map((id) => find(db, id)), next };
    },
  }),
  v1Route({
    ...read,
    method: "GET",
    path: "/campaigns/:id",
    params: idParam,
    summary: { pt: "Ler uma campanha", en: "Read a campaign" },
    answer: campaignRow,
    handle: ({ db, caller, params }) => ownCampaign(db, caller, params.id),
  }),
  v1Route({
    ...write,
    path: "/campaigns/:id/start",
    summary: { pt: "Iniciar", en: "Start" },
    handle({ db, control, me, caller, params: { id } }) {
      const { status } = ownCampaign(db, caller, id);
      if (status !== "CANCELADA") return start(db, me, id);
      refuseBeyondPlan(control, db, "campaigns");
      return restart(db, me, id);
    },
  }),
  v1Route({
    ...write,
    path: "/campaigns/:id/stop",
    summary: { pt: "Parar de vez", en: "Stop for good" },
    handle: ({ db, me, caller, params }) => cancel(db, me, ownCampaign(db, caller, params.id).id),
  }),
  v1Route({
    ...write,
    path: "/campaigns/:id/pause",
    summary: { pt: "Pausar", en: "Pause" },
    handle: ({ db, caller, params }) => pauseByHand(db, ownCampaign(db, caller, params.id).id),
  }),
  v1Route({
    ...write,
    path: "/campaigns/:id/resume",
    summary: { pt: "Continuar", en: "Resume" },
    handle: ({ db, caller, params }) =>
      resume(db, ownCampaign(db, caller, params.id).id, undefined),
  }),
];

const optOutRoutes = [
  v1Route({
    ...readOptOuts,
    method: "GET",
    path: "/opt-outs",
    summary: { pt: "Listar quem não quer campanhas", en: "List opt-outs" },
    query: pageQuery,
    answer: pageOf(optOutRow),
    handle({ db, query }) {
      const { ids, next } = idsById(db, optOuts, isNull(optOuts.backAt), query);
      return { data: ids.map((id) => optOutVerbs.find(db, id)), next };
    },
  }),
  v1Route({
    ...writeOptOuts,
    method: "POST",
    path: "/opt-outs",
    summary: { pt: "Pôr um número na lista", en: "Opt a number out" },
    body: optOutVerbs.optOutBody.omit({ source: true }),
    status: 201,
    answer: optOutRow,
    example: { number: "5511988880001", reason: "Pediu por e-mail" },
    handle({ db, me, caller, body }) {
      refuseSharedNumber(db, caller, completeNumber(db, body.number));
      return optOutVerbs.create(db, me, { ...body, source: "api" });
    },
  }),
  v1Route({
    ...writeOptOuts,
    method: "POST",
    path: "/opt-outs/:id/back",
    params: idParam,
    summary: { pt: "Tirar um número da lista", en: "Take a number off the list" },
    body: optOutVerbs.backBody,
    answer: optOutRow,
    example: { reason: "Voltou a aceitar no site" },
    handle({ db, me, caller, params, body }) {
      const { number } = optOutVerbs.find(db, params.id);
      // Only a hash is left of a person who was erased.
      if (number === null) throw notFound();
      refuseSharedNumber(db, caller, number);
      return optOutVerbs.takeBack(db, me, params.id, body);
    },
  }),
];

export const marketingRoutes = [...campaignRoutes, ...optOutRoutes];
