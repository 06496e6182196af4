import { afterAll, afterEach, expect, test } from "bun:test";
import { bubble, rich, typebotStand } from "../testing/bots/typebot.ts";
import { silence, turn, way } from "../testing/bots/turns.ts";
import { typebot, type Typebot } from "./typebot.ts";

const bot = typebotStand("padaria");
const http = way();
afterAll(() => bot.stop());
afterEach(() => {
  expect(bot.wrong).toEqual([]);
  bot.clear();
});

const now = Date.UTC(2026, 10, 21, 12);
const config: Typebot = {
  type: "typebot",
  name: "Robô",
  urlN8N: `${bot.url}/`,
  typebotSlug: "padaria",
  typebotDelayMessage: 1000,
  typebotExpires: 1,
  typebotKeywordFinish: "#sair",
  typebotKeywordRestart: "reiniciar",
  typebotRestartMessage: "Vamos de novo.",
  typebotUnknownMessage: "Não entendi, tente de novo.",
};
const say = (
  text: string,
  session: { id: string; at: number } | null = null,
  more: Partial<Typebot> = {},
) => typebot(http, { ...config, ...more }, turn(text, { session }), now);
const texts = async (answer: ReturnType<typeof say>) =>
  (await answer).replies.map((reply) => ("file" in reply ? reply.file.name : reply.text));

test("a talk begins, and goes on in its session", async () => {
  const first = await say("oi");
  expect(first).toEqual({
    replies: [{ text: "Olá!", later: 0 }],
    session: { id: "s1", at: now },
    does: [],
  });
  expect(await say("pão", first.session)).toEqual({
    replies: [{ text: "ouvi pão", later: 0 }],
    session: { id: "s1", at: now },
    does: [],
  });
  expect(bot.requests).toMatchObject([
    {
      call: "start",
      body: { prefilledVariables: { number: "5511988887777", pushName: "Bia Souza" } },
    },
    { call: "continue", session: "s1", body: { message: "pão" } },
  ]);
});

test("a flow that begins by listening hears the first words; one that begins with a choice does not", async () => {
  bot.next(() => ({ ...bot.began(), input: { id: "i", type: "text input" } }));
  expect(await texts(say("dois pães"))).toEqual(["ouvi dois pães"]);
  bot.next(() => ({
    ...bot.began(),
    input: {
      id: "i",
      type: "choice input",
      items: [
        { id: "1", content: "Pão" },
        { id: "2", content: "Bolo" },
      ],
    },
  }));
  expect(await texts(say("oi"))).toEqual(["▶️ Pão\n▶️ Bolo"]);
  bot.next(() => bot.began());
  expect(await say("oi")).toMatchObject({ replies: [], does: [] });
});

test("rich text becomes WhatsApp's marks", async () => {
  const p = (...children: object[]) => ({ type: "p", children });
  bot.next(() =>
    bot.began(
      rich(
        p(
          { text: "Oi, " },
          { type: "inline-variable", children: [p({ text: "Bia" })] },
          { text: "! " },
          { text: "Pão quente ", bold: true },
          { text: "já", italic: true },
          { text: "!", underline: true },
        ),
        p({ text: "tudo", bold: true, italic: true, underline: true }),
        p({ text: "" }),
        p({ type: "a", url: "https://padaria.example/", children: [{ text: "site", bold: true }] }),
        {
          type: "ul",
          children: [
            { type: "li", children: [{ type: "lic", children: [{ text: "um" }] }] },
            { type: "li", children: [{ text: "dois" }] },
          ],
        },
        p({ text: "a\nb", bold: true }, { text: "  ", bold: true }),
      ),
      { id: "b", type: "text", content: { plainText: "simples" } },
      rich({ type: 7, children: "no" }, { nothing: true }),
    ),
  );
  expect(await texts(say("oi"))).toEqual([
    "Oi, Bia! *Pão quente* _já_~!~\n*_~tudo~_*\n\n[*site*](https://padaria.example/)\n- um\n- dois\n*a*\n*b*",
    "simples",
  ]);
});

test("bubbles come one after the other, a choice last", async () => {
  bot.next(() => ({
    ...bot.began(bubble("um"), bubble("dois")),
    input: {
      id: "i",
      type: "picture choice input",
      items: [{ id: "1", title: "Pão" }, { id: "2", title: "" }, { id: "3" }],
    },
  }));
  expect((await say("oi")).replies).toEqual([
    { text: "um", later: 0 },
    { text: "dois", later: 1000 },
    { text: "▶️ Pão", later: 1000 },
  ]);
});

test("pictures, sounds and films come as files, or as links where they don't come", async () => {
  const png = new Uint8Array([137, 80, 78, 71]);
  const site = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/large") return new Response(new Uint8Array(11_000_000));
      if (pathname === "/six")
        return new Response(new Uint8Array(6_000_000), {
          headers: { "content-type": "audio/mpeg" },
        });
      return pathname === "/gone"
        ? new Response("", { status: 404 })
        : new Response(png, { headers: { "content-type": "image/png" } });
    },
  });
  const at = `http://127.0.0.1:${site.port}`;
  const media = (type: string, url: string, kind = "url") => ({
    id: "b",
    type,
    content: { type: kind, url },
  });
  bot.next(() =>
    bot.began(
      bubble("veja"),
      media("image", `${at}/p%C3%A3o.png?x=1`),
      media("audio", `${at}/som`),
      media("video", `${at}/large`),
      media("image", `${at}/gone`),
      media("image", "http://169.254.169.254/key"),
      media("image", "data:image/png;base64,AA"),
      media("image", ""),
      media("video", "https://youtu.be/x", "youtube"),
      media("embed", "https://maps.example/"),
    ),
  );
  expect((await say("oi")).replies).toEqual([
    { text: "veja", later: 0 },
    { file: { bytes: expect.any(Uint8Array), name: "pão.png" }, text: "", later: 1000 },
    { file: { bytes: expect.any(Uint8Array), name: "som.png" }, text: "", later: 1000 },
    { text: `${at}/large`, later: 1000 },
    { text: `${at}/gone`, later: 1000 },
    { text: "https://youtu.be/x", later: 1000 },
    { text: "https://maps.example/", later: 1000 },
  ]);
  bot.next(() => bot.began(...Array.from({ length: 6 }, () => media("audio", `${at}/six`))));
  expect(await texts(say("oi"))).toEqual([
    "six.mp3",
    "six.mp3",
    "six.mp3",
    `${at}/six`,
    `${at}/six`,
    `${at}/six`,
  ]);
  await site.stop(true);
});

test("what it didn't understand is said in the shop's words", async () => {
  bot.next(() => bot.began(bubble("Invalid message. Please, try again.")));
  expect(await texts(say("hã"))).toEqual(["Não entendi, tente de novo."]);
  bot.next(() => bot.began(bubble("Invalid message. Please, try again.")));
  expect(await texts(say("hã", null, { typebotUnknownMessage: " " }))).toEqual([
    "Invalid message. Please, try again.",
  ]);
});

test.each([
  [`#{"stopBot":true}`, [{ do: "human" }]],
  [`#{"queueId":3}`, [{ do: "queue", queueId: 3 }]],
  [` # { "queueId": "3", "userId": 9 }`, [{ do: "queue", queueId: 3, userId: 9 }]],
  [`#{"queueId":-1}`, []],
  [`#{"stopBot":false}`, []],
  [`#{"formatHD":1}`, []],
  [`#{nothing}`, []],
] as const)("the command %s", async (text, does) => {
  bot.next(() => bot.began(bubble("antes"), bubble(text), bubble("depois")));
  const answer = await say("oi");
  expect(answer).toMatchObject({ replies: [{ text: "antes" }], does: [...does] });
  expect(answer.session === null).toBe(does.length > 0);
});

test("a word after a hash is a word", async () => {
  bot.next(() => bot.began(bubble("#promoção de hoje {pão}")));
  expect(await texts(say("oi"))).toEqual(["#promoção de hoje {pão}"]);
});

test("its keywords end and restart it, without asking it", async () => {
  const session = { id: "s1", at: now };
  expect(await say(" #SAIR ", session)).toEqual({
    replies: [],
    session: null,
    does: [{ do: "close" }],
  });
  expect(await say("Reiniciar", session)).toEqual({
    replies: [{ text: "Vamos de novo.", later: 0 }],
    session: null,
    does: [],
  });
  expect(await say("reiniciar", session, { typebotRestartMessage: "" })).toEqual({
    replies: [],
    session: null,
    does: [],
  });
  expect(bot.requests).toEqual([]);
  await say("", null, { typebotKeywordFinish: "", typebotKeywordRestart: "" });
  expect(bot.requests).toHaveLength(1);
});

test("a session grows old by the minute, or never", async () => {
  const { session } = await say("oi");
  const calls = async (at: number, expires: number) => {
    bot.clear();
    await say("e aí", { id: session!.id, at }, { typebotExpires: expires });
    return bot.requests.map(({ call }) => call);
  };
  expect(await calls(now - 60_000, 1)).toEqual(["continue"]);
  expect(await calls(now - 60_001, 1)).toEqual(["start"]);
  expect(await calls(0, 0)).toEqual(["continue"]);
});

test("a talk that begins has no session, whatever was kept", async () => {
  await typebot(http, config, turn("oi", { begins: true, session: { id: "s1", at: now } }), now);
  expect(bot.requests.map(({ call }) => call)).toEqual(["start"]);
});

test("a session that Typebot lost begins anew, once", async () => {
  const { session } = await say("oi");
  bot.forget();
  expect(await say("e aí", session)).toMatchObject({ replies: [{ text: "Olá!" }] });
  bot.clear();
  bot.next(Response.json({}, { status: 500 }), Response.json({}, { status: 503 }));
  expect(await silence(say("e aí", session))).toBe("status 503");
  expect(bot.requests.map(({ call }) => call)).toEqual(["continue", "start"]);
});

test("a talk without end is cut, and a long text comes in parts", async () => {
  bot.next(() => bot.began(...Array.from({ length: 99 }, (_, at) => bubble(`${at}`))));
  expect((await say("oi")).replies).toHaveLength(30);
  bot.next(() => bot.began(bubble(`${"a".repeat(4000)}\n${"b".repeat(4000)}`)));
  expect((await texts(say("oi"))).map((text) => text.length)).toEqual([4000, 4000]);
});

test("without an address there is no one to ask", async () => {
  expect(await silence(say("oi", null, { urlN8N: " " }))).toBe("misconfigured");
});
