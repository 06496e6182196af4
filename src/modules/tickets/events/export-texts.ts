import type { Language } from "../../../shared/languages.ts";
import type { TicketEventKind } from "../../../shared/ticket-events.ts";

/** The kinds of events in a person's export. */
export const eventTexts: Record<TicketEventKind, Record<Language, string>> = {
  opened: { ptBR: "Início", en: "Began", es: "Inicio" },
  accepted: { ptBR: "Aceito", en: "Accepted", es: "Aceptada" },
  assigned: { ptBR: "Atribuído", en: "Assigned", es: "Asignada" },
  transferred: { ptBR: "Transferido", en: "Transferred", es: "Transferida" },
  returned: { ptBR: "Devolvido à fila", en: "Returned to its queue", es: "Devuelta a la fila" },
  closed: { ptBR: "Resolvido", en: "Resolved", es: "Resuelta" },
  reopened: { ptBR: "Reaberto", en: "Reopened", es: "Reabierta" },
  rated: { ptBR: "Avaliado", en: "Rated", es: "Calificada" },
  snoozed: { ptBR: "Adiado", en: "Snoozed", es: "Pospuesta" },
  woken: { ptBR: "Voltou do adiamento", en: "Back from snooze", es: "Volvió del aplazamiento" },
  tagged: { ptBR: "Recebeu tags", en: "Tags added", es: "Recibió etiquetas" },
  untagged: { ptBR: "Perdeu tags", en: "Tags removed", es: "Perdió etiquetas" },
  noted: { ptBR: "Nota da equipe", en: "Team's note", es: "Nota del equipo" },
  bot: { ptBR: "Robô", en: "Bot", es: "Bot" },
  order: { ptBR: "Pedido", en: "Order", es: "Pedido" },
  payment: { ptBR: "Pagamento", en: "Payment", es: "Pago" },
  campaign: { ptBR: "Resposta a campanha", en: "Answer to a campaign", es: "Respuesta a campaña" },
  reminder: { ptBR: "Lembrete", en: "Reminder", es: "Recordatorio" },
  automation: { ptBR: "Automação", en: "Automation", es: "Automatización" },
};
