import type { TicketEvent } from "../../../../inbox/ticket-events.ts";
import type { useTranslation } from "../../../../kit/text.ts";

type Translate = ReturnType<typeof useTranslation>["t"];

/** An event as a sentence in pieces; names stand apart, so that they can be bold. */
export function sentenceOf(event: TicketEvent, t: Translate): { text: string; isName: boolean }[] {
  const { by, to, detail } = event;
  const named = (name: string | number | null | undefined) => `\u0002${name ?? ""}\u0002`;
  const { order, campaign, reminder } = detail ?? {};
  const sentence = t(`ticketEvents.${keyOf(event)}`, {
    by: named(by?.name),
    user: named(reminder?.user ?? to.user?.name),
    queue: named(to.queue?.name ?? t("tickets.noQueue")),
    tags: named(detail?.tags?.join(", ")),
    rate: named(detail?.rate),
    name: named(campaign?.name ?? detail?.name),
    number: named(order?.number),
    status: named(order?.status),
    text: reminder?.text ?? "",
    from: named(event.from?.user?.name),
    n: detail?.share?.n ?? 0,
  });
  const whole = detail?.reason ? `${sentence}: ${detail.reason}` : sentence;
  return whole
    .split("\u0002")
    .map((text, index) => ({ text, isName: index % 2 === 1 }))
    .filter(({ text }) => text !== "");
}

/** The text of an event; without a user it tells what happened by itself. */
function keyOf({ kind, by, to, detail }: TicketEvent): string {
  switch (kind) {
    case "bot":
      if (detail?.bot === "began") return detail.name ? "botBegan" : "botBeganUnnamed";
      if (detail?.cause === "menu") return to.queue ? "menu" : "menuAgain";
      return to.user ? "botToUser" : to.queue ? "botToQueue" : "botLeft";
    case "closed":
      if (detail?.cause === "inactivity") return "inactive";
      if (detail?.cause === "bot") return "botClosed";
      return by ? "closed" : "ended";
    case "transferred":
    case "assigned":
      if (detail?.share) return `share.${detail.share.rule}`;
      return `${by ? "given" : "went"}${to.user ? "User" : "Queue"}`;
    case "order":
      return `order.${detail?.order?.step ?? "status"}`;
    case "reminder":
      return detail?.reminder?.step === "rang" ? "rang" : "reminder";
    case "automation":
      return by ? "macro" : kind;
    case "returned":
      if (detail?.share) return "share.takeBack";
      return by ? kind : "returnedAlone";
    case "opened":
    case "accepted":
    case "reopened":
      return by ? kind : `${kind}Alone`;
    default:
      return kind;
  }
}
