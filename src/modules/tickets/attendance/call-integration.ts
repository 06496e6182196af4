import { providerOf } from "../../../bots/billing/access.ts";
import { billing } from "../../../bots/billing/billing.ts";
import type { BotAnswer, Turn } from "../../../bots/bot.ts";
import { dialogflow, type Endpoints } from "../../../bots/dialogflow.ts";
import { flow } from "../../../bots/flow.ts";
import { typebot } from "../../../bots/typebot.ts";
import type { HttpClient } from "../../../kit/net/http-client.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import type { BillingType } from "../../../shared/bots.ts";
import { today } from "../../companies/companies.ts";
import { billingAccess } from "../../integrations/billing-access.ts";
import type { IntegrationRow } from "../../integrations/table.ts";

/** The answer of an integration of any type to a turn. Throws RequestFailed. */
export function callIntegration(
  db: CompanyDb,
  httpClient: HttpClient,
  integration: IntegrationRow,
  turn: Turn,
  endpoints: Endpoints,
): Promise<BotAnswer> {
  const { type } = integration;
  const now = db.now();
  switch (type) {
    case "typebot":
      return typebot(httpClient, { ...integration, type }, turn, now);
    case "dialogflow":
      return dialogflow(httpClient, { ...integration, type }, turn, now, endpoints);
    case "n8n":
    case "webhook":
      return flow(httpClient, { ...integration, type }, turn, now);
    case "mkauth":
    case "asaas":
    case "ixc":
      return askProvider(db, httpClient, type, turn);
  }
}

/** Async, so that an access that lacks something fails as one that is refused. */
const askProvider = async (db: CompanyDb, httpClient: HttpClient, type: BillingType, turn: Turn) =>
  billing(
    providerOf(httpClient, billingAccess(db, type)),
    turn,
    db.now(),
    today(db.about().timezone, db.now()),
  );
