import type { Language } from "../../../shared/languages.ts";
import type { MessageKind, TicketState } from "../../../shared/states.ts";

type ExportTexts = {
  tag: string;
  title: string;
  /** Who hands it out, and when. */
  from: string;
  at: string;
  person: string;
  name: string;
  ownName: string;
  email: string;
  numbers: string;
  tags: string;
  addresses: string;
  tickets: string;
  began: string;
  queue: string;
  conversations: string;
  noMessages: string;
  edited: string;
  deleted: string;
  file: string;
  notes: string;
  ratings: string;
  rates: Record<number, string>;
  files: string;
  filesText: string;
  kinds: Record<MessageKind, string>;
  states: Record<TicketState, string>;
  fileName: string;
};

/** The texts of the page in which a person reads their data. */
export const exportTexts: Record<Language, ExportTexts> = {
  ptBR: {
    tag: "pt-BR", title: "Dados pessoais de", from: "Entregues por", at: "em", person: "Quem é", name: "Nome", ownName: "Nome no WhatsApp", email: "E-mail", numbers: "Identificadores", tags: "Tags", addresses: "Endereços",
    tickets: "Atendimentos", began: "Início", queue: "Fila", conversations: "Conversas, por dia", noMessages: "Nenhuma mensagem.", edited: "Editada; antes dizia:", deleted: "Apagada depois", file: "Arquivo",
    notes: "Notas da equipe", ratings: "Avaliações", rates: { 1: "Insatisfeito", 2: "Satisfeito", 3: "Muito satisfeito" }, files: "Arquivos", filesText: "Os arquivos não estão dentro deste documento: peça-os à empresa pelo nome e pela data.",
    kinds: { chat: "Mensagem", image: "Imagem", video: "Vídeo", audio: "Áudio", application: "Documento", sticker: "Figurinha", locationMessage: "Localização", vcard: "Contato", call_log: "Chamada", unsupported: "Mensagem que só o celular mostra" },
    states: { pending: "Aguardando", open: "Em atendimento", closed: "Resolvido" }, fileName: "contato",
  },
  en: {
    tag: "en", title: "Personal data of", from: "Handed out by", at: "on", person: "Who it is", name: "Name", ownName: "Name on WhatsApp", email: "E-mail", numbers: "Identifiers", tags: "Tags", addresses: "Addresses",
    tickets: "Tickets", began: "Began", queue: "Queue", conversations: "Conversations, by day", noMessages: "No messages.", edited: "Edited; before it said:", deleted: "Deleted afterwards", file: "File",
    notes: "The team's notes", ratings: "Ratings", rates: { 1: "Dissatisfied", 2: "Satisfied", 3: "Very satisfied" }, files: "Files", filesText: "The files are not inside this document: ask the company for them by name and date.",
    kinds: { chat: "Message", image: "Image", video: "Video", audio: "Audio", application: "Document", sticker: "Sticker", locationMessage: "Place", vcard: "Contact", call_log: "Call", unsupported: "Message that only the phone shows" },
    states: { pending: "Waiting", open: "Being attended", closed: "Resolved" }, fileName: "contact",
  },
  es: {
    tag: "es", title: "Datos personales de", from: "Entregados por", at: "el", person: "Quién es", name: "Nombre", ownName: "Nombre en WhatsApp", email: "Correo", numbers: "Identificadores", tags: "Etiquetas", addresses: "Direcciones",
    tickets: "Atenciones", began: "Inicio", queue: "Fila", conversations: "Conversaciones, por día", noMessages: "Ningún mensaje.", edited: "Editado; antes decía:", deleted: "Eliminado después", file: "Archivo",
    notes: "Notas del equipo", ratings: "Evaluaciones", rates: { 1: "Insatisfecho", 2: "Satisfecho", 3: "Muy satisfecho" }, files: "Archivos", filesText: "Los archivos no están dentro de este documento: pídalos a la empresa por nombre y fecha.",
    kinds: { chat: "Mensaje", image: "Imagen", video: "Video", audio: "Audio", application: "Documento", sticker: "Sticker", locationMessage: "Ubicación", vcard: "Contacto", call_log: "Llamada", unsupported: "Mensaje que solo el teléfono muestra" },
    states: { pending: "En espera", open: "En atención", closed: "Resuelta" }, fileName: "contacto",
  },
};
