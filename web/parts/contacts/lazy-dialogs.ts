import { computed } from "@preact/signals-react";
import { onDemand } from "../../kit/on-demand.ts";
import { can } from "../../session/can.ts";
import { plan } from "../../session/session.ts";

export const NewContact = onDemand(async () => (await import("./NewContact.tsx")).NewContact);
export const ContactForm = onDemand(async () => (await import("./ContactForm.tsx")).ContactForm);
export const OptOutDialog = onDemand(async () => (await import("./OptOutDialog.tsx")).OptOutDialog);

/** Whether this user may opt customers out of campaigns. */
export const mayOptOut = computed(() => plan.value?.useCampaigns === true && can("contacts.write"));
