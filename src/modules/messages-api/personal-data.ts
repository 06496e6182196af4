import type { PersonalData } from "../personal-data/register.ts";
import { apiMessages } from "./table.ts";

export const apiMessageData: PersonalData[] = [
  {
    table: apiMessages,
    erase: "it says only which request sent a message",
    export: "it is in the message's part",
    merge: "it goes with its message",
  },
];
