import type { Language } from "../../shared/languages.ts";
import type { NotificationKind } from "../../shared/notifications.ts";

type Words = { title: string; body: string };

/** The texts of notifications on devices, with `{…}` for values. */
export const words: Record<NotificationKind | "hidden", Record<Language, Words>> = {
  newTicket: {
    ptBR: { title: "{contact}", body: "{text}" },
    en: { title: "{contact}", body: "{text}" },
    es: { title: "{contact}", body: "{text}" },
  },
  yourTurn: {
    ptBR: { title: "{contact}", body: "{text}" },
    en: { title: "{contact}", body: "{text}" },
    es: { title: "{contact}", body: "{text}" },
  },
  late: {
    ptBR: { title: "{contact} espera há muito tempo", body: "{text}" },
    en: { title: "{contact} has been waiting for long", body: "{text}" },
    es: { title: "{contact} espera desde hace mucho", body: "{text}" },
  },
  handedOver: {
    ptBR: { title: "{contact} agora é com você", body: "{by}: {note}" },
    en: { title: "{contact} is yours now", body: "{by}: {note}" },
    es: { title: "{contact} ahora es suyo", body: "{by}: {note}" },
  },
  mention: {
    ptBR: { title: "{by} citou você", body: "{contact}: {note}" },
    en: { title: "{by} mentioned you", body: "{contact}: {note}" },
    es: { title: "{by} le mencionó", body: "{contact}: {note}" },
  },
  reminder: {
    ptBR: { title: "Lembrete", body: "{contact}: {text}" },
    en: { title: "Reminder", body: "{contact}: {text}" },
    es: { title: "Recordatorio", body: "{contact}: {text}" },
  },
  order: {
    ptBR: { title: "Pedido {order}", body: "{by} passou a você" },
    en: { title: "Order {order}", body: "{by} gave it to you" },
    es: { title: "Pedido {order}", body: "{by} se lo pasó" },
  },
  connectionDown: {
    ptBR: { title: "Conexão fora do ar", body: "{connection}" },
    en: { title: "Connection down", body: "{connection}" },
    es: { title: "Conexión caída", body: "{connection}" },
  },
  hidden: {
    ptBR: { title: "{box}", body: "Nova notificação" },
    en: { title: "{box}", body: "New notification" },
    es: { title: "{box}", body: "Nueva notificación" },
  },
};
