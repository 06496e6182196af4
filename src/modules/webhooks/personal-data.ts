import { deleteRows, moveRows, type PersonalData } from "../personal-data/register.ts";
import { webhookDeliveries, webhookTickets } from "./table.ts";

export const webhookData: PersonalData[] = [
  {
    table: webhookDeliveries,
    erase: deleteRows(webhookDeliveries),
    export: "it repeats what is in other parts, for a while",
    merge: moveRows(webhookDeliveries),
  },
  {
    table: webhookTickets,
    erase: "it says only where a ticket was last",
    export: "it is in the ticket's part",
    merge: "it goes with its ticket",
    mergeTickets: "the ticket that ends is told of no more",
  },
];
