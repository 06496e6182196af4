import type * as schedulesTable from "../../../src/modules/schedules/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { instantOf, wallClock } from "../../kit/wall-clock.ts";
import { can } from "../../session/can.ts";
import { me } from "../../session/session.ts";
import type { Contact } from "../../types.ts";

export type Schedule = Wire<schedulesTable.Schedule>;

/** The contact fields that the schedule dialog shows. */
export type Recipient = Pick<Contact, "id" | "name" | "number" | "profilePicUrl">;

const zone = () => me.peek()?.company.timezone ?? "America/Sao_Paulo";

/** A time in the company's time zone as YYYY-MM-DDTHH:mm, the server's format. */
export function companyMoment(at: string | number): string {
  const { date, time } = wallClock(new Date(at), zone());
  return `${date}T${time}`;
}

/**
 * The instant (epoch ms) of a day and time in the company's time zone; NaN for incomplete input.
 */
export const companyInstant = (date: string, time: string) => instantOf(date, time, zone());

/** Whether a schedule can be edited; sent and sending ones are read-only. */
export const isEditable = ({ status }: Pick<Schedule, "status">) =>
  can("schedules.write") && (status === "PENDENTE" || status === "ERRO");
