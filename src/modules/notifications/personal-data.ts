import { inArray } from "drizzle-orm";
import { listed, moveTicketRows, type PersonalData } from "../personal-data/register.ts";
import { takeBack } from "./notify.ts";
import { notifications } from "./table.ts";

export const notificationData: PersonalData[] = [
  {
    table: notifications,
    erase: (tx, { ticketIds }) => takeBack(tx, inArray(notifications.ticketId, listed(ticketIds))),
    export: "its words are in the notes",
    merge: "it goes with its ticket",
    mergeTickets: moveTicketRows(notifications),
  },
];
