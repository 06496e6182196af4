import { afterAll, afterEach, expect, test } from "bun:test";
import { dialogflowStand, dialogued } from "../testing/bots/dialogflow.ts";
import { silence, turn, way } from "../testing/bots/turns.ts";
import { dialogflow, google, testDialogflow, type Dialogflow } from "./dialogflow.ts";

let now = Date.UTC(2026, 10, 21, 12);
const agent = dialogflowStand("padaria-bot", () => now);
const http = way();
afterAll(() => agent.stop());
afterEach(() => {
  expect(agent.wrong).toEqual([]);
  agent.clear();
});

const config: Dialogflow = {
  type: "dialogflow",
  name: "Pãozinho",
  projectName: "padaria-bot",
  jsonContent: agent.jsonContent,
  language: "pt-BR",
};
const ask = (text: string, more: Parameters<typeof turn>[1] = {}) =>
  dialogflow(http, config, turn(text, more), now, agent.endpoints);
const calls = () => agent.requests.map(({ call }) => call);

test("asks the agent with a token that is kept for as long as it holds", async () => {
  expect(await ask("oi")).toEqual({
    replies: [{ text: "*Pãozinho:* Olá!", later: 0 }],
    session: { id: expect.any(String), at: now },
    does: [],
  });
  await ask("e aí");
  now += 3_530_000;
  await ask("ainda?");
  now += 20_000;
  await ask("agora");
  expect(calls()).toEqual(["token", "detect", "detect", "detect", "token", "detect"]);
  expect(agent.requests[0]).toMatchObject({ issuer: "desk@padaria.iam.gserviceaccount.com" });
});

test("a contact keeps its session, and it doesn't say whose it is", async () => {
  await ask("oi");
  await ask("oi");
  await ask("oi", { who: { name: "Rui", firstName: "Rui", number: "5511900000000" } });
  const [first, second, other] = agent.requests.flatMap((request) =>
    request.call === "detect" ? [request.session] : [],
  );
  expect([first === second, first === other, first!.includes("98888")]).toEqual([
    true,
    false,
    false,
  ]);
});

test("a token that was called back is asked for anew, once", async () => {
  await ask("oi");
  agent.clear();
  agent.revoke();
  expect((await ask("oi")).replies).toHaveLength(1);
  expect(calls()).toEqual(["detect", "token", "detect"]);
  const no = () => Response.json({ error: {} }, { status: 401 });
  agent.next(no(), { access_token: "x", expires_in: 3600 }, no());
  expect(await silence(ask("oi"))).toBe("status 401");
});

test("a voice note is sent as it was recorded", async () => {
  await ask("", {
    audio: { bytes: new TextEncoder().encode("OggS…"), type: "audio/ogg; codecs=opus" },
  });
  expect(agent.requests.at(-1)).toMatchObject({
    body: { queryInput: { audioConfig: { languageCode: "pt-BR" } } },
  });
});

test("says all that is meant for us", async () => {
  const texts = async (answer: object) => {
    agent.next(answer);
    return (await ask("é".repeat(300))).replies.map((one) => one.text);
  };
  expect(await texts(dialogued("um", " ", "dois"))).toEqual(["*Pãozinho:* um", "*Pãozinho:* dois"]);
  expect(await texts({ queryResult: { fulfillmentText: "só" } })).toEqual(["*Pãozinho:* só"]);
  expect(
    await texts({
      queryResult: {
        fulfillmentMessages: [
          { text: { text: ["telegram"] }, platform: "TELEGRAM" },
          { payload: {} },
          { text: { text: ["nós"] } },
        ],
      },
    }),
  ).toEqual(["*Pãozinho:* nós"]);
  for (const none of [dialogued(), { queryResult: {} }, dialogued("")])
    expect(await texts(none)).toEqual(["*Pãozinho:* Não consegui entender sua dúvida."]);
});

test("the end of its conversation is people's turn", async () => {
  agent.next({
    queryResult: {
      ...dialogued("Até já!").queryResult,
      diagnosticInfo: { end_conversation: true },
    },
  });
  expect(await ask("atendente")).toMatchObject({
    replies: [{ text: "*Pãozinho:* Até já!" }],
    does: [{ do: "human" }],
  });
});

test("a probe asks once", async () => {
  await testDialogflow(http, config, "Olá", now, agent.endpoints);
  expect(agent.requests.at(-1)).toMatchObject({
    call: "detect",
    body: { queryInput: { text: { languageCode: "pt-BR" } } },
  });
});

test("a key that is none, a project that is none", async () => {
  const wrong: Partial<Dialogflow>[] = [
    { jsonContent: "" },
    { jsonContent: "{}" },
    { jsonContent: "null" },
    { jsonContent: JSON.stringify({ ...agent.key, private_key: "no key" }) },
    { jsonContent: JSON.stringify({ ...agent.key, private_key: 5 }) },
    { projectName: "" },
    { projectName: "../../x" },
    { projectName: "a/b" },
    { projectName: "padaria bot" },
  ];
  for (const each of wrong)
    expect([
      each.projectName,
      await silence(testDialogflow(http, { ...config, ...each }, "Olá", now, agent.endpoints)),
    ]).toEqual([each.projectName, "misconfigured"]);
  expect(agent.requests.filter(({ call }) => call === "detect")).toEqual([]);
});

test("goes to Google alone, whatever the key file says", async () => {
  const went: string[] = [];
  const nowhere = {
    request: (url: string) => {
      went.push(url);
      return way().request("http://10.0.0.1/");
    },
  };
  expect(agent.key.token_uri).toContain("169.254");
  expect(await silence(testDialogflow(nowhere, config, "Olá", now))).toBe("refused");
  expect(went).toEqual([google.token]);
});
