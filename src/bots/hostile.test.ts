import { afterAll, expect, test } from "bun:test";
import type { HttpClient } from "../kit/net/http-client.ts";
import { dialogflowStand } from "../testing/bots/dialogflow.ts";
import { flowStand } from "../testing/bots/flow.ts";
import { ollamaStand } from "../testing/bots/ollama.ts";
import { openAiStand } from "../testing/bots/openai.ts";
import { hostile } from "../testing/bots/stand.ts";
import { turn, silence, way } from "../testing/bots/turns.ts";
import { typebotStand } from "../testing/bots/typebot.ts";
import { chat, transcribe, type Ia } from "./chat.ts";
import { dialogflow } from "./dialogflow.ts";
import { flow, retryDelays } from "./flow.ts";
import { typebot } from "./typebot.ts";

const now = Date.UTC(2026, 10, 21, 12);
retryDelays.fill(0);
const [patient, hasty] = [way(), way(100)];
const stands = {
  typebot: typebotStand("padaria"),
  flow: flowStand("segredo", () => now),
  dialogflow: dialogflowStand("padaria-bot", () => now),
  openAi: openAiStand("sk-1"),
  ollama: ollamaStand(),
};
afterAll(() => Promise.all(Object.values(stands).map((one) => one.stop())));

const ia: Ia = {
  type: 1,
  name: "IA",
  model: "m",
  url: stands.openAi.url,
  prompt: "",
  token: "sk-1",
  maxTokens: 100,
  temperature: 0.5,
  maxMessages: 3,
  transcriptionModel: "whisper-1",
};
const words = {
  typebotDelayMessage: 0,
  typebotExpires: 0,
  typebotKeywordFinish: "",
  typebotKeywordRestart: "",
  typebotRestartMessage: "",
  typebotUnknownMessage: "",
};
const audio = { bytes: new Uint8Array([79, 103, 103, 83]), type: "audio/ogg" };
const asks: Record<
  string,
  { of: keyof typeof stands; ask: (http: HttpClient) => Promise<unknown> }
> = {
  "typebot, beginning": {
    of: "typebot",
    ask: (http) =>
      typebot(
        http,
        {
          type: "typebot",
          name: "t",
          urlN8N: stands.typebot.url,
          typebotSlug: "padaria",
          ...words,
        },
        turn("oi"),
        now,
      ),
  },
  "typebot, going on": {
    of: "typebot",
    ask: (http) =>
      typebot(
        http,
        {
          type: "typebot",
          name: "t",
          urlN8N: stands.typebot.url,
          typebotSlug: "padaria",
          ...words,
        },
        turn("oi", { session: { id: "s1", at: now } }),
        now,
      ),
  },
  flow: {
    of: "flow",
    ask: (http) =>
      flow(
        http,
        { type: "webhook", name: "w", urlN8N: stands.flow.url, secret: "segredo" },
        turn("oi"),
        now,
      ),
  },
  dialogflow: {
    of: "dialogflow",
    ask: (http) =>
      dialogflow(
        http,
        {
          type: "dialogflow",
          name: "d",
          projectName: "padaria-bot",
          jsonContent: stands.dialogflow.jsonContent,
          language: "pt-BR",
        },
        turn("oi"),
        now,
        stands.dialogflow.endpoints,
      ),
  },
  ChatGPT: { of: "openAi", ask: (http) => chat(http, ia, [], turn("oi")) },
  "what hears": { of: "openAi", ask: (http) => transcribe(http, ia, audio) },
  Ollama: {
    of: "ollama",
    ask: (http) => chat(http, { ...ia, type: 3, url: stands.ollama.url }, [], turn("oi")),
  },
};

/** The expected failure at each hostile server, for every client. */
const verdicts: Record<string, RegExp> = {
  huge: /^too large$/,
  endless: /^too large$|^timeout$/,
  drip: /^timeout$/,
  late: /^timeout$/,
  bomb: /^too large$/,
  inward: /^refused$/,
  circles: /^refused$|^status 400$/,
  html: /^senseless 200$/,
  empty: /^senseless 200$/,
  deep: /^senseless 200$/,
  wrong: /^senseless 200$/,
  null: /^senseless 200$/,
  broken: /^status 500$/,
  busy: /^status 429$/,
  half: /^unreachable$/,
};
const isSlow = (kind: string) => kind === "drip" || kind === "late";
// A flow may answer with any body.
const harmless = ["html", "empty", "deep", "wrong", "null"];

for (const [who, { of, ask }] of Object.entries(asks)) {
  test.each(Object.keys(verdicts))(`${who} that answers %s`, async (kind) => {
    const { next, clear } = stands[of] as {
      next: (...answers: (() => Response | Promise<Response>)[]) => void;
      clear: () => void;
    };
    clear();
    next(...Array.from({ length: 6 }, () => hostile[kind]!));
    Bun.gc(true);
    const before = process.memoryUsage().rss;
    const came = await silence(ask(isSlow(kind) ? hasty : patient));
    expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(120);
    if (of === "flow" && harmless.includes(kind))
      expect(came).toEqual({ replies: [], session: null, does: [] });
    else expect(came).toMatch(verdicts[kind]!);
    clear();
  });
}

test("all that can be done was tried", () => {
  expect(Object.keys(verdicts).toSorted()).toEqual(Object.keys(hostile).toSorted());
});
