import type { MessageKind } from "../../shared/states.ts";
import type { Page } from "../personal-data/html.ts";

type ExportTexts = Record<
  | "conversations"
  | "noMessages"
  | "edited"
  | "deleted"
  | "file"
  | "files"
  | "filesText"
  | "ad"
  | "replyTo",
  string
> & { kinds: Record<MessageKind, string> };

export const exportTexts: Record<Page["language"], ExportTexts> = {
  ptBR: {
    conversations: "Conversas, por dia",
    noMessages: "Nenhuma mensagem.",
    edited: "Editada; antes dizia:",
    ad: "Veio de um anúncio:",
    replyTo: "Responde a:",
    deleted: "Apagada depois",
    file: "Arquivo",
    files: "Arquivos",
    filesText:
      "Os arquivos não estão dentro deste documento: peça-os à empresa pelo nome e pela data.",
    kinds: {
      chat: "Mensagem",
      image: "Imagem",
      video: "Vídeo",
      audio: "Áudio",
      application: "Documento",
      sticker: "Figurinha",
      locationMessage: "Localização",
      vcard: "Contato",
      call_log: "Chamada",
      unsupported: "Mensagem que só o celular mostra",
    },
  },
  en: {
    conversations: "Conversations, by day",
    noMessages: "No messages.",
    edited: "Edited; before it said:",
    ad: "Came from an ad:",
    replyTo: "Replies to:",
    deleted: "Deleted afterwards",
    file: "File",
    files: "Files",
    filesText: "The files are not inside this document: ask the company for them by name and date.",
    kinds: {
      chat: "Message",
      image: "Image",
      video: "Video",
      audio: "Audio",
      application: "Document",
      sticker: "Sticker",
      locationMessage: "Place",
      vcard: "Contact",
      call_log: "Call",
      unsupported: "Message that only the phone shows",
    },
  },
  es: {
    conversations: "Conversaciones, por día",
    noMessages: "Ningún mensaje.",
    edited: "Editada; antes decía:",
    ad: "Vino de un anuncio:",
    replyTo: "Responde a:",
    deleted: "Eliminado después",
    file: "Archivo",
    files: "Archivos",
    filesText:
      "Los archivos no están dentro de este documento: pídalos a la empresa por nombre y fecha.",
    kinds: {
      chat: "Mensaje",
      image: "Imagen",
      video: "Video",
      audio: "Audio",
      application: "Documento",
      sticker: "Sticker",
      locationMessage: "Ubicación",
      vcard: "Contacto",
      call_log: "Llamada",
      unsupported: "Mensaje que solo el teléfono muestra",
    },
  },
};
