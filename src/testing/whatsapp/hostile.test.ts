import { expect } from "bun:test";
import { dot, test, until } from "../world.ts";
import { openShop } from "./shop.ts";

const open = await openShop({ BALCAO_WA_FIRST_RETRY: "250" });

test("a server that can't prove itself is no WhatsApp: nothing is sent to it", async () => {
  const { wa, line, is, seen, rui } = await open();
  wa.faults.forgedCertificate();
  wa.faults.closeSocket();
  await is(line, "DISCONNECTED", 15_000);
  expect(await seen(line)).toMatchObject({ reason: "forged" });
  wa.faults.none();
  await rui.post(`/whatsappsession/${line}`);
  await is(line, "CONNECTED");
}, 60_000);

test("a message can't send the box to another host", async () => {
  const { wa, bia, ticket, message } = await open();
  const paths: string[] = [];
  const trap = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) => (paths.push(url), new Response("secret")),
  });
  try {
    const image = {
      url: `http://127.0.0.1:${trap.port}/latest/meta-data`,
      mimetype: "image/png",
      mediaKey: new Uint8Array(32),
      fileSha256: new Uint8Array(32),
      fileEncSha256: new Uint8Array(32),
      fileLength: 6,
    };
    await bia.sends({ imageMessage: { ...image, caption: "sem caminho" } });
    await bia.sends({
      imageMessage: {
        ...image,
        caption: "outro servidor",
        directPath: `//127.0.0.1:${trap.port}/latest`,
      },
    });
    await bia.sends({
      imageMessage: {
        ...image,
        caption: "credencial",
        directPath: `@127.0.0.1:${trap.port}/latest`,
      },
    });
    for (const caption of ["sem caminho", "outro servidor", "credencial"]) {
      expect(
        (await message(ticket, ({ body, media }) => body === caption && media?.reason)).media,
      ).toMatchObject({ reason: "ERR_WAPP_DOWNLOAD_MEDIA" });
    }
    wa.faults.mediaRedirects(`http://127.0.0.1:${trap.port}/`);
    const id = await bia.sendsImage(dot, { caption: "desvio" });
    expect(
      (await message(ticket, ({ providerId, media }) => providerId === id && media?.reason))
        .mediaUrl,
    ).toBeNull();
    expect(paths).toEqual([]);
  } finally {
    await trap.stop(true);
  }
}, 60_000);

test("a file of 200 MB is refused before it is here, and the next message is not held up", async () => {
  const { wa, bia, ticket, message } = await open();
  wa.faults.mediaHuge();
  const id = await bia.sendsImage(dot, { caption: "enorme" });
  await bia.says("Chegou a foto?");
  await message(ticket, ({ body }) => body === "Chegou a foto?");
  expect(
    (await message(ticket, ({ providerId, media }) => providerId === id && media?.reason)).media
      ?.reason,
  ).toMatch(/^ERR_(MEDIA_TOO_LARGE|WAPP_DOWNLOAD_MEDIA)$/);
}, 60_000);

test("a file that is gone is asked for again from the phone that has it", async () => {
  const { wa, bia, ticket, message } = await open();
  wa.faults.mediaFails(404);
  const id = await bia.sendsImage(dot, { caption: "sumida" });
  await message(ticket, ({ providerId, mediaUrl }) => providerId === id && mediaUrl);
}, 60_000);

test("one customer's file that never comes holds up no other's", async () => {
  const { wa, log, bia, ticket, message, taken } = await open();
  wa.faults.mediaFails(500, 1);
  const poison = await bia.sendsImage(dot, { caption: "teimosa" });
  await until(() => log().includes('"event":"fetch"'));
  const caio = wa.phone("Caio", { number: "5511988880002" });
  await caio.says("Oi");
  const his = await taken("Caio");
  const id = await caio.sendsImage(dot, { caption: "boa" });
  await message(his, ({ providerId, mediaUrl }) => providerId === id && mediaUrl);
  await message(ticket, ({ providerId, mediaUrl }) => providerId === poison && mediaUrl, 20_000);
}, 90_000);

test("a file that nobody takes holds up no other message of the connection", async () => {
  const { wa, box, log, rui, bia, ticket, message, taken, says } = await open();
  const caio = wa.phone("Caio", { number: "5511988880003" });
  await caio.says("Oi");
  const his = await taken("Caio");
  wa.faults.uploadFails(500, 2);
  const form = new FormData();
  form.set("body", "a foto");
  form.append("medias", new File([dot], "foto.png", { type: "image/png" }));
  expect(
    (
      await fetch(`${box.url}/api/messages/${ticket}`, {
        method: "POST",
        headers: { authorization: `Bearer ${await rui.token}` },
        body: form,
      })
    ).status,
  ).toBe(201);
  await until(() => log().includes('"event":"send"'));
  await says(his, "Olá, Caio");
  await caio.receives("Olá, Caio");
  await message(ticket, ({ body, ack }) => body === "a foto" && ack >= 1, 20_000);
  expect(bia.inbox.filter(({ text }) => text === "a foto")).toHaveLength(1);
}, 90_000);

test("what the library prints of keys stays out of the log", async () => {
  const { bia, ticket, message, box, log, wa } = await open();
  bia.forgets();
  await bia.says("De novo");
  await message(ticket, ({ body }) => body === "De novo");
  wa.faults.corruptFrame();
  await until(() => log().includes("noise-handler"));
  expect(box.said.out + box.said.err).not.toMatch(
    /privKey|rootKey|SessionEntry|Closing session|_chains/,
  );
  for (const line of box.said.out.trim().split("\n"))
    expect(() => JSON.parse(line) as unknown).not.toThrow();
}, 60_000);
