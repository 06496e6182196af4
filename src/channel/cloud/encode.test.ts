import { expect, test } from "bun:test";
import { Refused, type OutboundMessage } from "../channel.ts";
import { encode, encodeReaction, encodeRead } from "./encode.ts";
import { cloudFile } from "./files.ts";

const bia = [{ type: "phone" as const, value: "5511988880001" }];
const message = (content: OutboundMessage["content"], more: Partial<OutboundMessage> = {}) =>
  encode({ id: "B1", to: bia, content, ...more }, "90001");
const refusal = (work: () => unknown) => {
  try {
    work();
  } catch (thrown) {
    return thrown instanceof Refused ? thrown.message : String(thrown);
  }
  return undefined;
};
const file = (type: string, size: number, more: object = {}) => ({
  name: "Foto.jpg",
  type,
  size,
  path: "/x",
  ...more,
});
const mega = 1024 * 1024;

test("a text, with the quoted message and our own id", () => {
  expect(
    message(
      { kind: "chat", body: "Oi" },
      { quoted: { id: "wamid.A", chat: bia, ours: false, body: "Bom dia" } },
    ),
  ).toEqual({
    messaging_product: "whatsapp",
    recipient_type: "individual",
    to: "5511988880001",
    type: "text",
    text: { body: "Oi", preview_url: true },
    context: { message_id: "wamid.A" },
    biz_opaque_callback_data: "B1",
  });
});

test("a text may have 4,096 characters and a caption 1,024, and not one more", () => {
  expect(refusal(() => message({ kind: "chat", body: "a".repeat(4096) }))).toBeUndefined();
  expect(refusal(() => message({ kind: "chat", body: "a".repeat(4097) }))).toBe(
    "ERR_CLOUD_TEXT_TOO_LONG",
  );
  const image = (body: string) => message({ kind: "image", body, file: file("image/jpeg", 10) });
  expect(refusal(() => image("a".repeat(1024)))).toBeUndefined();
  expect(refusal(() => image("a".repeat(1025)))).toBe("ERR_CLOUD_TEXT_TOO_LONG");
});

test("the number goes before the user id, and a group is refused", () => {
  const to = (...ids: OutboundMessage["to"]) => encodeReaction(ids, "wamid.A", "👍");
  const [own, parent] = ["BR.1349", "BR.ENT.1181"].map((value) => ({
    type: "bsuid" as const,
    value,
  }));
  expect(to(own!, ...bia)).toMatchObject({ to: "5511988880001" });
  expect(to({ type: "lid", value: "1" }, parent!, own!)).toMatchObject({ recipient: "BR.1349" });
  expect(to(parent!)).toMatchObject({ recipient: "BR.ENT.1181" });
  expect(refusal(() => to({ type: "lid", value: "1" }))).toBe("ERR_WAPP_INVALID_CONTACT");
  expect(refusal(() => to({ type: "group", value: "1" }))).toBe("ERR_NOT_ON_THIS_NETWORK");
});

test("files leave by the id of their upload", () => {
  expect(
    message({ kind: "image", body: "Bolo", file: file("image/jpeg", 5 * mega) }),
  ).toMatchObject({ type: "image", image: { id: "90001", caption: "Bolo" } });
  expect(
    message({ kind: "application", body: "Bolo", file: file("image/jpeg", 10) }),
  ).toMatchObject({
    type: "document",
    document: { id: "90001", caption: "Bolo", filename: "Foto.jpg" },
  });
  expect(
    message({ kind: "audio", body: "", file: file("audio/ogg", 10, { voice: true }) }),
  ).toMatchObject({ type: "audio", audio: { id: "90001", voice: true } });
});

test("each type has its size, and others are refused before they are uploaded", () => {
  const form = (...[kind, type, size]: [Parameters<typeof cloudFile>[0], string, number]) => {
    try {
      return cloudFile(kind, file(type, size)).type;
    } catch (thrown) {
      return (thrown as Error).message;
    }
  };
  expect(form("image", "image/png", 5 * mega)).toBe("image");
  expect(form("image", "image/png", 5 * mega + 1)).toBe("ERR_CLOUD_FILE_TOO_LARGE");
  expect(form("image", "image/gif", 10)).toBe("ERR_CLOUD_FILE_TYPE");
  expect(form("image", "image/heic", 10)).toBe("ERR_CLOUD_FILE_TYPE");
  expect(form("video", "video/mp4", 16 * mega)).toBe("video");
  expect(form("video", "video/mp4", 16 * mega + 1)).toBe("ERR_CLOUD_FILE_TOO_LARGE");
  expect(form("video", "video/quicktime", 10)).toBe("ERR_CLOUD_FILE_TYPE");
  expect(form("audio", "audio/mpeg", 16 * mega)).toBe("audio");
  expect(form("audio", "audio/wav", 10)).toBe("ERR_CLOUD_FILE_TYPE");
  expect(form("sticker", "image/webp", 500 * 1024)).toBe("sticker");
  expect(form("sticker", "image/webp", 500 * 1024 + 1)).toBe("ERR_CLOUD_FILE_TOO_LARGE");
  expect(form("application", "application/pdf", 100 * mega)).toBe("document");
  expect(form("application", "application/pdf", 100 * mega + 1)).toBe("ERR_CLOUD_FILE_TOO_LARGE");
  expect(form("application", "video/mp4", 10)).toBe("document");
});

test("a place, cards and the mark that a message was read", () => {
  const place = { latitude: -23.5, longitude: -46.6, name: "Padaria", address: "", live: false };
  expect(message({ kind: "locationMessage", place })).toMatchObject({
    type: "location",
    location: { latitude: -23.5, longitude: -46.6, name: "Padaria" },
  });
  const card =
    "BEGIN:VCARD\nVERSION:3.0\nFN:Rui\\; Sá\nTEL;type=CELL;waid=5511988880002:+5511988880002\nEND:VCARD";
  expect(message({ kind: "vcard", cards: [card] })).toMatchObject({
    type: "contacts",
    contacts: [
      {
        name: { formatted_name: "Rui; Sá", first_name: "Rui;" },
        phones: [{ phone: "+5511988880002", type: "CELL", wa_id: "5511988880002" }],
      },
    ],
  });
  expect(encodeRead("wamid.A", true)).toEqual({
    messaging_product: "whatsapp",
    status: "read",
    message_id: "wamid.A",
    typing_indicator: { type: "text" },
  });
});
