import type { PersonalData } from "../personal-data/register.ts";
import { ticketRounds } from "./table.ts";

export const roundData: PersonalData[] = [
  {
    table: ticketRounds,
    erase: "what is counted stays",
    export: "times of ours",
    merge: "a trigger takes it along with its ticket",
    mergeTickets: "the ticket that ends was never attended for itself",
  },
];
