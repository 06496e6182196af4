import { fill } from "../../../src/shared/variables.ts";
import { exampleOf } from "../TextVariables.tsx";
import type { Schedule } from "./schedule.ts";

/** A schedule's text as its contact reads it at this instant (ISO). */
export const saidOf = ({ body, contact }: Pick<Schedule, "body" | "contact">, instant: string) => fill(body, { ...exampleOf(contact.name), now: Date.parse(instant) });
