import type { Schedule as Row } from "../../../src/modules/schedules/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { can } from "../../session/can.ts";
import { me } from "../../session/session.ts";
import type { Contact } from "../../types.ts";

export type Schedule = Wire<Row>;

/** Whom a schedule is for, as far as its dialog shows them. */
export type Recipient = Pick<Contact, "id" | "name" | "number" | "profilePicUrl">;

/** YYYY-MM-DDTHH:mm of a moment in the company's time zone, as the server takes it. */
export function companyMoment(at: string | number): string {
  const timeZone = me.peek()?.company.timezone ?? "America/Sao_Paulo";
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(new Date(at)).replace(" ", "T");
}

/** The instant (epoch ms) of a moment of the company's; not a number while it is being typed. */
export function instantOf(moment: string): number {
  const asUtc = Date.parse(`${moment}Z`);
  return Number.isNaN(asUtc) ? asUtc : 2 * asUtc - Date.parse(`${companyMoment(asUtc)}Z`);
}

/** What is sent, or about to be, is only read. */
export const isEditable = ({ status }: Pick<Schedule, "status">) => can("schedules.write") && (status === "PENDENTE" || status === "ERRO");
