import { inShort } from "../../../inbox/wait-weight.ts";
import type { Translate } from "../../../kit/translations.ts";
import { plain } from "../../../messages/format.ts";
import type { Entry } from "./entries.ts";

type Description = { title: string; text: string; href?: string; amount?: string };
type Of<Kind extends Entry["kind"]> = Extract<Entry, { kind: Kind }>;

/** The words of an entry, and the address and the amount that belong to it. */
export function describe(t: Translate, entry: Entry): Description {
  switch (entry.kind) {
    case "conversation":
      return conversation(t, entry);
    case "ticket":
      return {
        title: t("contactPage.entries.messagesOnly"),
        text: plain(entry.words),
        href: `/tickets/${entry.uuid}`,
      };
    case "order":
      return {
        title: t("contactPage.entries.order", { number: entry.number }),
        text: itemsText(t, entry),
        href: `/orders/${entry.id}`,
        amount: entry.total,
      };
    case "budget":
      return {
        title: t("contactPage.entries.budget", { number: entry.number }),
        text: itemsText(t, entry),
        amount: entry.total,
      };
    case "payment":
      return {
        title: t(`contactPage.entries.${paymentKey(entry)}`, { method: entry.method }),
        text: t("contactPage.entries.ofOrder", { number: entry.orderNumber }),
        href: `/orders/${entry.orderId}`,
        amount: entry.value,
      };
    case "note":
      return {
        title: entry.user
          ? t("contactPage.entries.note", { user: entry.user })
          : t("contactPage.entries.systemNote"),
        text: entry.note,
        href: `/tickets/${entry.uuid}`,
      };
    case "campaign":
      return campaign(t, entry);
    case "optOut":
    case "optIn":
      return {
        title: t(`contactPage.entries.${entry.kind}`),
        text: [
          t(`contacts.optOut.sources.${entry.source}`),
          entry.campaign,
          entry.reason && t("contactPage.quote", { text: entry.reason }),
          entry.user,
        ]
          .filter(Boolean)
          .join(" · "),
      };
    case "reminder":
      return {
        title: t("contactPage.entries.reminder", { user: entry.user }),
        text: entry.text,
        href: `/tickets/${entry.uuid}`,
      };
  }
}

function conversation(t: Translate, entry: Of<"conversation">): Description {
  const { people, byBot, words, messages, status, minutes, rate, uuid } = entry;
  const facts = [
    messages > 0 ? t("contactPage.entries.messages", { count: messages }) : "",
    status === "closed"
      ? t("contactPage.entries.resolved", { time: inShort((minutes ?? 0) * 60_000) })
      : t(`contactPage.entries.${status}`),
    rate === null ? "" : t(`contactPage.rates.${rate}`),
  ].filter(Boolean);
  return {
    title:
      people.length > 0
        ? t("contactPage.entries.talkWith", { people: listed(t, people) })
        : t(byBot ? "contactPage.entries.talkWithBot" : "contactPage.entries.talk"),
    text: [words && t("contactPage.quote", { text: plain(words) }), facts.join(", ")]
      .filter(Boolean)
      .join(" "),
    href: `/tickets/${uuid}`,
  };
}

function campaign(t: Translate, entry: Of<"campaign">): Description {
  const { name, readAt, answeredAt, answer, at } = entry;
  const read = readAt
    ? t("contactPage.entries.readIn", { time: inShort(Date.parse(readAt) - Date.parse(at)) })
    : t("contactPage.entries.unread");
  const answered = answeredAt
    ? answer
      ? t("contactPage.entries.answeredWith", { text: plain(answer) })
      : t("contactPage.entries.answered")
    : t("contactPage.entries.unanswered");
  return {
    title: t("contactPage.entries.campaign", { name }),
    text: `${read}, ${answered}`,
  };
}

const paymentKey = ({ isRefund, isCredit }: Of<"payment">) => {
  if (isRefund) return "refund";
  return isCredit ? "credit" : "payment";
};

/** 2 Suco de laranja, Bolo e mais 3 itens */
const itemsText = (t: Translate, { items, more }: Of<"order" | "budget">) =>
  items.map(({ amount, name }) => (amount === 1 ? name : `${amount} ${name}`)).join(", ") +
  (more > 0 ? ` ${t("contactPage.entries.more", { count: more })}` : "");

const listed = (t: Translate, names: string[]) =>
  names.length === 1
    ? names[0]!
    : t("contactPage.entries.and", {
        first: names.slice(0, -1).join(", "),
        last: names.at(-1),
      });
