/**
 * Words in double braces that are replaced by a fact of a ticket: `{{firstName}}`. Server and
 * browser fill them in alike. rules.md#variables
 */
import { longestMessage } from "./limits.ts";

export type Facts = {
  contact: {
    name: string;
    number: string;
    email: string;
    extraInfo?: readonly { name: string; value: string }[];
  };
  ticket: { id: number; createdAt: Date | string };
  user: string;
  queue: string;
  connection: string;
  company: string;
  /** The values of the order that a text is about. */
  order?: Readonly<Record<OrderVariable, string>>;
  /** Epoch ms. */
  now: number;
  /** The company's. */
  timezone: string;
};

/**
 * Fills in a text in one pass, so words inside a value are not filled in. Unknown words, and values
 * that would make the text too long, stay as they are.
 */
export function fill(text: string, facts: Facts): string {
  if (!text.includes("{{")) return text;
  const values = new Map<string, string | undefined>();
  let size = text.length;
  return text.replace(/\{\{([^{}]{1,80})\}\}/g, (whole, name: string) => {
    const value = values.has(name)
      ? values.get(name)
      : withFallback(name, (word) => valueOf(word, facts));
    values.set(name, value);
    if (value === undefined || size + value.length > longestMessage) return whole;
    size += value.length;
    return value;
  });
}

/** The value of a word, or what stands after its bar where it has none: `nome|cliente`. */
export function withFallback(
  name: string,
  valueOf: (word: string) => string | undefined,
): string | undefined {
  const [word = "", fallback] = name.split("|");
  const value = valueOf(word.trim().toLowerCase());
  return fallback === undefined || value?.trim() ? value : fallback.trim();
}

/** The words that always have a value, one for each thing. */
export const variables = [
  "name",
  "firstName",
  "greeting",
  "protocol",
  "date",
  "hour",
  "queue",
  "user",
  "connection",
  "name_company",
] as const;

/** The variables of a text to many recipients: they need no ticket. */
export const contactVariables = [
  "name",
  "firstName",
  "greeting",
  "date",
  "hour",
  "connection",
  "name_company",
] as const satisfies readonly (typeof variables)[number][];

/** The words in double braces that no variable has filled in. */
export const unfilledIn = (text: string): string[] => text.match(/\{\{[^{}]{1,80}\}\}/g) ?? [];

/** The words of an order, in texts that are about one. */
export const orderVariables = [
  "order",
  "order_total",
  "order_status",
  "order_store",
  "order_items",
  "order_wanted",
  "order_map",
] as const;
export type OrderVariable = (typeof orderVariables)[number];

const isOfOrder = (word: string): word is OrderVariable =>
  (orderVariables as readonly string[]).includes(word);

function valueOf(word: string, facts: Facts): string | undefined {
  if (facts.order && isOfOrder(word)) return facts.order[word];
  return (
    contactValue(word, facts) ??
    ticketValue(word, facts) ??
    fieldValue(word, facts) ??
    (word === "nome" ? facts.contact.name : undefined)
  );
}

/** The value of a contact's own field. */
export const fieldValue = (word: string, { contact }: Pick<ContactFacts, "contact">) =>
  contact.extraInfo?.find(({ name }) => name.trim().toLowerCase() === word)?.value;

/** The facts about a text's recipient, without a ticket. */
export type ContactFacts = Pick<Facts, "contact" | "connection" | "company" | "now" | "timezone">;

/**
 * The value of a word, in lower case, about a contact, the time or the company; undefined of any
 * other.
 */
export function contactValue(word: string, facts: ContactFacts): string | undefined {
  const { contact, connection, company } = facts;
  switch (word) {
    case "name":
      return contact.name || contact.number;
    case "firstname":
      return contact.name.trim().split(/\s+/)[0] || contact.number;
    case "number":
      return contact.number;
    case "email":
      return contact.email;
    case "ms":
    case "gretting":
    case "greeting":
      return greetingAt(Number(partsOf(facts.now, facts).hour));
    case "hora":
    case "time":
    case "hour":
      return timeOf(facts);
    case "date":
      return dateOf(facts);
    case "data_hora":
      return `${dateOf(facts)} às ${timeOf(facts)}`;
    case "connection":
      return connection;
    case "name_company":
      return company;
    default:
      return undefined;
  }
}

function ticketValue(word: string, facts: Facts): string | undefined {
  switch (word) {
    case "protocol":
      return protocolOf(facts.ticket, facts);
    case "ticket":
    case "ticket_id":
      return String(facts.ticket.id);
    case "user":
    case "usuario":
    case "username":
      return facts.user;
    case "queue":
    case "fila":
      return facts.queue;
    default:
      return undefined;
  }
}

function greetingAt(hour: number): string {
  if (hour < 6) return "Boa madrugada";
  if (hour < 12) return "Bom dia";
  return hour < 18 ? "Boa tarde" : "Boa noite";
}

// The same from the first day of a ticket to its last.
function protocolOf({ id, createdAt }: Facts["ticket"], facts: ContactFacts): string {
  const { year, month, day } = partsOf(new Date(createdAt).getTime(), facts);
  return `${year}${month}${day}${id}`;
}

function dateOf(facts: ContactFacts): string {
  const { day, month, year } = partsOf(facts.now, facts);
  return `${day}-${month}-${year}`;
}

function timeOf(facts: ContactFacts): string {
  const { hour, minute, second } = partsOf(facts.now, facts);
  return `${hour}:${minute}:${second}`;
}

type Part = "year" | "month" | "day" | "hour" | "minute" | "second";

const clocks = new Map<string, Intl.DateTimeFormat>();

function partsOf(at: number, { timezone }: Pick<Facts, "timezone">): Record<Part, string> {
  const clock =
    clocks.get(timezone) ??
    new Intl.DateTimeFormat("en-GB", {
      timeZone: timezone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
    });
  clocks.set(timezone, clock);
  return Object.fromEntries(
    clock.formatToParts(at).map(({ type, value }) => [type, value]),
  ) as Record<Part, string>;
}
