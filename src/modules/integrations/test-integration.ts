import { z } from "zod";
import { testBilling } from "../../bots/billing/access.ts";
import type { BotReply, Turn } from "../../bots/bot.ts";
import { google, testDialogflow } from "../../bots/dialogflow.ts";
import { testFlow } from "../../bots/flow.ts";
import { typebot } from "../../bots/typebot.ts";
import { Fault } from "../../kit/fault.ts";
import type { HttpClient } from "../../kit/net/http-client.ts";
import { RequestFailed } from "../../kit/net/http-reply.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { billingAccess } from "./billing-access.ts";
import {
  integrationBody,
  findWithSecrets,
  refuseIncomplete,
  refuseSecretElsewhere,
} from "./integrations.ts";
import type { IntegrationAnswer, IntegrationRow } from "./table.ts";

export const testBody = integrationBody
  .partial()
  .extend({ id: z.number().int().positive().nullish() });

/** How long (ms) a screen waits for an integration's answer. */
const timeout = 20_000;
const question = "Olá";
/** How much of an answer is returned. */
const answerLimits = { texts: 5, characters: 500 };

/**
 * Sends one message to an unsaved integration, with the stored secret where none is given. Without
 * a type it is a Dialogflow agent. Throws missing, invalid, and a conflict that says why there was
 * no answer.
 */
export async function testIntegration(
  db: CompanyDb,
  http: HttpClient,
  { id, ...typed }: z.input<typeof testBody>,
  endpoints = google,
): Promise<IntegrationAnswer> {
  const stored = id ? findWithSecrets(db, id) : undefined;
  const config: Config = {
    ...defaults,
    ...stored,
    ...typed,
    secret: typed.secret || stored?.secret || "",
    jsonContent: typed.jsonContent || stored?.jsonContent || "",
  };
  if (stored) refuseSecretElsewhere(stored, config, { secret: typed.secret || undefined });
  refuseIncomplete(config);
  try {
    const { says, does, isJson } = await ask(db, http, config, endpoints);
    return {
      ok: true,
      says: says.slice(0, answerLimits.texts).map((text) => text.slice(0, answerLimits.characters)),
      does,
      isJson,
    };
  } catch (thrown) {
    if (!(thrown instanceof RequestFailed)) throw thrown;
    const reason = thrown.reason === "cancelled" ? "timeout" : thrown.reason;
    throw new Fault("conflict", "ERR_INTEGRATION_FAILED", {
      message: "A integração não respondeu",
      details: { reason, status: thrown.status },
    });
  }
}

type Config = Omit<IntegrationRow, "id" | "createdAt" | "updatedAt">;

const defaults: Config = {
  type: "dialogflow",
  name: "",
  projectName: "",
  jsonContent: "",
  language: "pt-BR",
  urlN8N: "",
  secret: "",
  typebotSlug: "",
  typebotDelayMessage: 0,
  typebotExpires: 0,
  typebotKeywordFinish: "",
  typebotKeywordRestart: "",
  typebotRestartMessage: "",
  typebotUnknownMessage: "",
};

async function ask(
  db: CompanyDb,
  http: HttpClient,
  config: Config,
  endpoints: typeof google,
): Promise<Omit<IntegrationAnswer, "ok">> {
  const { type } = config;
  const now = db.now();
  const signal = AbortSignal.timeout(timeout);
  switch (type) {
    case "dialogflow":
      return {
        says: await testDialogflow(http, config, question, now, endpoints, signal),
        does: [],
        isJson: true,
      };
    case "typebot": {
      // A keyword would end the session before the flow is asked.
      const { replies, does } = await typebot(
        http,
        { ...config, type, typebotKeywordFinish: "", typebotKeywordRestart: "" },
        testTurn(db),
        now,
        signal,
      );
      return { says: replies.map(textOf), does, isJson: true };
    }
    case "n8n":
    case "webhook": {
      const { replies, does, isJson } = await testFlow(
        http,
        { ...config, type },
        testTurn(db),
        now,
        signal,
      );
      return { says: replies.map(textOf), does, isJson };
    }
    case "mkauth":
    case "asaas":
    case "ixc":
      return {
        says: await testBilling(http, billingAccess(db, type), signal),
        does: [],
        isJson: true,
      };
  }
}

/** A made-up customer's turn: a test sends no customer's data. */
const testTurn = (db: CompanyDb): Turn => ({
  text: question,
  begins: true,
  session: null,
  who: { name: "Teste", firstName: "Teste", number: "" },
  ticketId: 0,
  raw: {
    ticket: { status: "pending" },
    contact: { name: "Teste", number: "" },
    message: { id: `test-${db.now()}` },
    connection: {},
    company: { id: db.company, name: db.about().name },
    raw: null,
  },
});

const textOf = (reply: BotReply) =>
  "file" in reply ? [reply.text, reply.file.name].filter(Boolean).join(" · ") : reply.text;
