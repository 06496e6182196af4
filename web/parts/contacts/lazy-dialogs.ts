import { onDemand } from "../../kit/on-demand.ts";

export const NewContact = onDemand(async () => (await import("./NewContact.tsx")).NewContact);
export const ContactForm = onDemand(async () => (await import("./ContactForm.tsx")).ContactForm);
export const OptOutDialog = onDemand(async () => (await import("./OptOutDialog.tsx")).OptOutDialog);
