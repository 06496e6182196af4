import type { AuthContext } from "../../kit/http/auth-context.ts";
import type { Language } from "../../shared/languages.ts";
import type { NotificationKind } from "../../shared/notifications.ts";
import { holds } from "../../shared/permissions.ts";
import type { PushStep } from "../../shared/push.ts";
import type { Notification } from "../notifications/table.ts";

/**
 * The button of a notification: a waiting conversation can be accepted, and one's own answered.
 * rules.md#push
 */
export function stepOf(
  { db, me }: Pick<AuthContext, "db" | "me">,
  { kind, ticket }: Notification,
  language: Language,
): PushStep | undefined {
  if (!ticket || !ownKinds.includes(kind)) return undefined;
  if (ticket.status !== "pending" && ticket.status !== "open") return undefined;
  const step = ticket.status === "pending" ? "accept" : "reply";
  if (!holds(me, step === "accept" ? "tickets.write" : "messages.write")) return undefined;
  return {
    do: step,
    label: labels[step][language],
    ticketId: ticket.id,
    for: `${db.company}:${me.id}`,
  };
}

/** The kinds whose open conversations are the person's own. */
const ownKinds: NotificationKind[] = ["newTicket", "yourTurn", "late", "handedOver"];

const labels: Record<PushStep["do"], Record<Language, string>> = {
  accept: { ptBR: "Aceitar", en: "Accept", es: "Aceptar" },
  reply: { ptBR: "Responder", en: "Reply", es: "Responder" },
};
