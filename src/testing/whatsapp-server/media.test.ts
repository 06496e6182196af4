import { expect } from "bun:test";
import { downloadMediaMessage } from "@whiskeysockets/baileys";
import { linked, pixels, refusal, test } from "./plain-client.ts";

test("files go both ways, over TLS", async () => {
  const { wa, client } = await linked();
  const bia = wa.phone("Bia");
  const picture = Buffer.concat([pixels, Buffer.alloc(100_000, 1)]);
  await bia.sendsImage(picture, { caption: "Essa torta" });
  const message = await client.hears("Essa torta");
  expect(Buffer.compare(await downloadMediaMessage(message, "buffer", {}), picture)).toBe(0);

  await client.sock.sendMessage(bia.jid, {
    document: picture,
    fileName: "cardapio.pdf",
    mimetype: "application/pdf",
    caption: "Cardápio",
  });
  const got = await bia.receives("Cardápio");
  expect(Buffer.compare(await bia.downloads(got), picture)).toBe(0);
  const { documentMessage } = got.message;
  expect(
    await refusal(
      bia.downloads({
        message: { documentMessage: { ...documentMessage, fileSha256: Buffer.alloc(32) } },
      }),
    ),
  ).toBe("the file is another one");
  expect(
    (
      await fetch(`https://${wa.media.host}/mms/image/another-name`, {
        method: "POST",
        body: pixels,
      })
    ).status,
  ).toBe(415);
  expect(wa.media.asked.map(({ method, status }) => `${method} ${status}`)).toEqual([
    "GET 200",
    "POST 200",
    "POST 415",
  ]);

  await bia.sendsVoice(Buffer.from("voice"), 4);
  const voice = await client.hears(({ message }) => message?.audioMessage?.ptt === true);
  expect(voice.message!.audioMessage).toMatchObject({
    seconds: 4,
    mimetype: "audio/ogg; codecs=opus",
  });
});

test("a file that is gone is put there again by the phone", async () => {
  const { wa, shop, client } = await linked();
  const bia = wa.phone("Bia");
  await bia.sendsImage(pixels, { caption: "Torta" });
  const message = await client.hears("Torta");
  wa.media.forget(message.message!.imageMessage!.directPath!);
  expect(await refusal(downloadMediaMessage(message, "buffer", {}))).not.toBe("none");
  shop.lostFiles = true;
  expect(await refusal(client.sock.updateMediaMessage(message))).not.toBe("none");
  shop.lostFiles = false;
  wa.media.restore(message.message!.imageMessage!.directPath!);
  const again = await client.sock.updateMediaMessage(message);
  again.message!.imageMessage!.url = `https://${wa.media.host}/`;
  expect(Buffer.compare(await downloadMediaMessage(again, "buffer", {}), pixels)).toBe(0);
});

test("the media host fails as it is told to", async () => {
  const { wa, client } = await linked();
  await wa.phone("Bia").sendsImage(pixels, { caption: "Torta" });
  const { url } = (await client.hears("Torta")).message!.imageMessage!;
  wa.faults.mediaFails(410, 2);
  expect(
    [await fetch(url!), await fetch(url!), await fetch(url!)].map(({ status }) => status),
  ).toEqual([410, 410, 200]);
  wa.faults.mediaRedirects("https://example.test/there");
  expect((await fetch(url!, { redirect: "manual" })).headers.get("location")).toBe(
    "https://example.test/there",
  );
  wa.faults.mediaWrong();
  const [wrong, right] = [await (await fetch(url!)).bytes(), await (await fetch(url!)).bytes()];
  expect([wrong.length === right.length, Buffer.compare(wrong, right) === 0]).toEqual([
    true,
    false,
  ]);
  wa.faults.mediaHuge();
  let size = 0;
  for await (const chunk of (await fetch(url!)).body!) size += chunk.length;
  expect(size).toBe(200 * 2 ** 20);
  wa.faults.mediaEndless();
  const endless = (await fetch(url!)).body!.getReader();
  for (size = 0; size < 300 * 2 ** 20;) size += (await endless.read()).value!.length;
  await endless.cancel();
  wa.faults.uploadFails(500);
  expect(
    await refusal(client.sock.sendMessage("5511988880002@s.whatsapp.net", { image: pixels })),
  ).toContain("upload failed");
});
