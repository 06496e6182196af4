import type { PersonalData } from "../personal-data/register.ts";
import { handOuts } from "./table.ts";

export const shareOutData: PersonalData[] = [
  {
    table: handOuts,
    erase: "it goes with its ticket, and says nothing of the customer",
    export: "the conversation says who got it",
    merge: "it goes with its ticket",
    mergeTickets: "the ticket that ends is taken back from nobody",
  },
];
