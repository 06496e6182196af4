import { moveTicketRows, type PersonalData } from "../personal-data/register.ts";
import { ticketTags } from "./table.ts";

export const tagData: PersonalData[] = [
  {
    table: ticketTags,
    erase: "it says what a ticket was about, not with whom",
    export: "it is in the ticket's part",
    merge: "it goes with its ticket",
    mergeTickets: moveTicketRows(ticketTags),
  },
];
