import { isPixCode } from "../../pix/pix.ts";
import { notOpened, type MessageKind } from "../../shared/states.ts";

const previewIcons: Partial<Record<MessageKind, string>> = {
  image: "📷",
  video: "🎥",
  audio: "🎤",
  application: "📄",
  sticker: "💟",
  locationMessage: "📍",
  vcard: "👤",
  call_log: "📞",
};

const previewTexts: Partial<Record<MessageKind, string>> = {
  image: "Foto",
  video: "Vídeo",
  audio: "Áudio",
  application: "Documento",
  sticker: "Figurinha",
  locationMessage: "Localização",
  vcard: "Contato",
};

/** The text that lists show of a message. */
export function preview(body: string, mediaType: MessageKind): string {
  if (mediaType === "unsupported")
    return body === notOpened ? "Mensagem que não abriu" : "Mensagem não suportada";
  if (mediaType === "chat" && isPixCode(body)) return "Código Pix";
  const text = mediaType === "locationMessage" ? body.replace("\n", ", ") : body;
  return `${previewIcons[mediaType] ?? ""} ${text || (previewTexts[mediaType] ?? "")}`
    .trim()
    .slice(0, 255);
}
