import { contactValue } from "../../../src/shared/variables.ts";
import { exampleOf } from "../TextVariables.tsx";
import type { Schedule } from "./schedule.ts";

/**
 * A schedule's text as its contact reads it at this instant (ISO). Variables with values from the
 * ticket or contact at sending stay as variables.
 */
export function saidOf(
  { body, contact, user, whatsapp }: Pick<Schedule, "body" | "contact" | "user" | "whatsapp">,
  instant: string,
) {
  const facts = {
    ...exampleOf(contact.name),
    connection: whatsapp?.name ?? "",
    now: Date.parse(instant),
  };
  return body.replace(/\{\{([^{}]{1,80})\}\}/g, (whole, variable: string) => {
    const word = variable.trim().toLowerCase();
    if (usersWords.has(word)) return user?.name ?? whole;
    if (unknownWords.has(word) || (word === "connection" && !whatsapp)) return whole;
    return contactValue(word, facts) ?? whole;
  });
}

const usersWords = new Set(["user", "usuario", "username"]);
const unknownWords = new Set(["number", "email"]);
