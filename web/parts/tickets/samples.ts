import type { Ticket } from "../../types.ts";

/** The time `minutes` minutes ago. */
export const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** A ticket whose message is this many minutes old, for the gallery. */
export function sampleTicket(
  id: number,
  name: string,
  status: Ticket["status"],
  minutes: number,
  change: Partial<Ticket> = {},
): Ticket {
  return {
    id,
    uuid: `gallery-${id}`,
    status,
    contactId: id,
    whatsappId: 1,
    queueId: 1,
    userId: 1,
    isGroup: false,
    lastMessage: "Tem *pão de queijo* agora?",
    lastMessageAt: ago(minutes),
    unreadMessages: 0,
    fromMe: false,
    lastMessageFromMe: false,
    waitingSince: null,
    lateWaitSince: null,
    sla: null,
    sendFailed: false,
    reachedAt: null,
    snoozedUntil: null,
    wokenAt: null,
    markedUnread: false,
    withBot: false,
    place: null,
    kanbanTagId: null,
    chatbot: false,
    queueOptionId: null,
    useIntegration: false,
    integrationId: null,
    promptId: null,
    referral: null,
    createdAt: ago(minutes),
    updatedAt: ago(minutes),
    contact: { id, name, number: "5511988880001", username: "", profilePicUrl: "", isGroup: false },
    queue: { id: 1, name: "Atendimento", color: "#0f766e" },
    whatsapp: { id: 1, name: "Balcão da padaria", status: "CONNECTED" },
    user: { id: 1, name: "Ana" },
    tags: [],
    windowUntil: null,
    ...change,
  };
}
