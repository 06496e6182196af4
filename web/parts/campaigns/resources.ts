import type { Resource } from "../../forms/choices.ts";

/** The resources that a campaign chooses from. */
export const tagResource: Resource = { name: "tags", event: "tag" };
export const contactListResource: Resource = {
  name: "contact-lists",
  event: "ContactList",
  key: "record",
};
export const segmentResource: Resource = { name: "segments", event: "segment", key: "record" };
export const fileListResource: Resource = { name: "files", event: "file" };
export const connectionResource: Resource = {
  name: "whatsapp",
  path: "/whatsapp/?session=0",
  event: "whatsapp",
};
