import type { Schedule as Row } from "../../../src/modules/schedules/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { instantOf, wallClock } from "../../kit/wall-clock.ts";
import { can } from "../../session/can.ts";
import { me } from "../../session/session.ts";
import type { Contact } from "../../types.ts";

export type Schedule = Wire<Row>;

/** Whom a schedule is for, as far as its dialog shows them. */
export type Recipient = Pick<Contact, "id" | "name" | "number" | "profilePicUrl">;

const zone = () => me.peek()?.company.timezone ?? "America/Sao_Paulo";

/** YYYY-MM-DDTHH:mm of a moment in the company's time zone, as the server takes it. */
export function companyMoment(at: string | number): string {
  const { date, time } = wallClock(new Date(at), zone());
  return `${date}T${time}`;
}

/**
 * The instant (epoch ms) of a day and time of the company's; not a number while they are being
 * typed.
 */
export const companyInstant = (date: string, time: string) => instantOf(date, time, zone());

/** What is sent, or about to be, is only read. */
export const isEditable = ({ status }: Pick<Schedule, "status">) =>
  can("schedules.write") && (status === "PENDENTE" || status === "ERRO");
