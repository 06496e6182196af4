import { whatsappData } from "./channel/whatsapp/personal-data.ts";
import { contactData } from "./modules/contacts/personal-data.ts";
import { roundData } from "./modules/dashboard/personal-data.ts";
import { importData } from "./modules/imports/personal-data.ts";
import { messageData } from "./modules/messages/personal-data.ts";
import { registerPersonalData } from "./modules/personal-data/register.ts";
import { ratingData } from "./modules/ratings/personal-data.ts";
import { tagData } from "./modules/tags/personal-data.ts";
import { ticketData } from "./modules/tickets/personal-data.ts";

// In the order in which a person reads it.
registerPersonalData([...contactData, ...ticketData, ...tagData, ...messageData, ...ratingData, ...roundData, ...importData, ...whatsappData]);
