import { afterAll, expect, test } from "bun:test";
import { dialogflowStand } from "../testing/bots/dialogflow.ts";
import { flowStand } from "../testing/bots/flow.ts";
import { ollamaStand } from "../testing/bots/ollama.ts";
import { openAiStand } from "../testing/bots/openai.ts";
import { hostile } from "../testing/bots/stand.ts";
import { turn, silence, way } from "../testing/bots/turns.ts";
import { typebotStand } from "../testing/bots/typebot.ts";
import { chat, transcribe, type Ia } from "./chat.ts";
import { dialogflow } from "./dialogflow.ts";
import { flow } from "./flow.ts";
import { typebot } from "./typebot.ts";

const now = Date.UTC(2026, 10, 21, 12);
const longest = 400;
const http = way(longest);
const stands = { typebot: typebotStand("padaria"), flow: flowStand("segredo", () => now), dialogflow: dialogflowStand("padaria-bot", () => now), openAi: openAiStand("sk-1"), ollama: ollamaStand() };
afterAll(() => Promise.all(Object.values(stands).map((one) => one.stop())));

const ia: Ia = { type: 1, name: "IA", model: "m", url: stands.openAi.url, prompt: "", token: "sk-1", maxTokens: 100, temperature: 0.5, maxMessages: 3, transcriptionModel: "sendTransient-1" };
const words = { typebotDelayMessage: 0, typebotExpires: 0, typebotKeywordFinish: "", typebotKeywordRestart: "", typebotRestartMessage: "", typebotUnknownMessage: "" };
const audio = { bytes: new Uint8Array([79, 103, 103, 83]), type: "audio/ogg" };
const asks: Record<string, { of: keyof typeof stands; ask: () => Promise<unknown> }> = {
  "typebot, beginning": { of: "typebot", ask: () => typebot(http, { type: "typebot", name: "t", urlN8N: stands.typebot.url, typebotSlug: "padaria", ...words }, turn("oi"), now) },
  "typebot, going on": { of: "typebot", ask: () => typebot(http, { type: "typebot", name: "t", urlN8N: stands.typebot.url, typebotSlug: "padaria", ...words }, turn("oi", { session: { id: "s1", at: now } }), now) },
  flow: { of: "flow", ask: () => flow(http, { type: "webhook", name: "w", urlN8N: stands.flow.url, secret: "segredo" }, turn("oi"), now) },
  dialogflow: { of: "dialogflow", ask: () => dialogflow(http, { type: "dialogflow", name: "d", projectName: "padaria-bot", jsonContent: stands.dialogflow.jsonContent, language: "pt-BR" }, turn("oi"), now, stands.dialogflow.endpoints) },
  "ChatGPT": { of: "openAi", ask: () => chat(http, ia, [], turn("oi")) },
  "what hears": { of: "openAi", ask: () => transcribe(http, ia, audio) },
  Ollama: { of: "ollama", ask: () => chat(http, { ...ia, type: 3, url: stands.ollama.url }, [], turn("oi")) },
};

/** What each of them is, whoever does it. */
const verdicts: Record<string, RegExp> = {
  huge: /^too large$/, endless: /^too large$|^timeout$/, drip: /^timeout$/, late: /^timeout$/, bomb: /^too large$/, inward: /^refused$/, circles: /^refused$|^status 400$/,
  html: /^senseless 200$/, empty: /^senseless 200$/, deep: /^senseless 200$/, wrong: /^senseless 200$/, null: /^senseless 200$/, broken: /^status 500$/, busy: /^status 429$/, half: /^unreachable$/,
};
// A flow may answer with whatever it likes.
const harmless = ["html", "empty", "deep", "wrong", "null"];

for (const [who, { of, ask }] of Object.entries(asks)) {
  test.each(Object.keys(verdicts))(`${who} that answers %s`, async (kind) => {
    const { next, clear } = stands[of] as { next: (...answers: (() => Response | Promise<Response>)[]) => void; clear: () => void };
    clear();
    next(...Array.from({ length: 6 }, () => hostile[kind]!));
    Bun.gc(true);
    const before = process.memoryUsage().rss;
    const began = performance.now();
    const came = await silence(ask());
    expect(performance.now() - began).toBeLessThan(3 * longest + 3000);
    expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(120);
    if (of === "flow" && harmless.includes(kind)) expect(came).toEqual({ says: [], session: null, does: [] });
    else expect(came).toMatch(verdicts[kind]!);
    clear();
  });
}

test("all that can be done was tried", () => {
  expect(Object.keys(verdicts).toSorted()).toEqual(Object.keys(hostile).toSorted());
});
