import type { PersonalData } from "../personal-data/register.ts";
import { automationRuns } from "./table.ts";

export const automationData: PersonalData[] = [
  {
    table: automationRuns,
    erase: "it goes with its ticket, and holds no words",
    export: "what it did is in the conversation",
    merge: "it goes with its ticket",
    mergeTickets: "what it did is in the conversation; the log goes with the ticket that ends",
  },
];
