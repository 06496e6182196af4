import type { Story } from "../../parts/story.ts";
import { ReferenceView } from "./ApiReference.tsx";
import type { ApiDocument } from "./document.ts";

const done = { "2XX": { description: "Done" } };
const document: ApiDocument = {
  paths: {
    "/messages/send": {
      post: {
        operationId: "post_messages_send",
        summary: "Send a message",
        security: [{ token: [] }],
        responses: done,
      },
    },
    "/contacts/{id}": {
      get: {
        operationId: "get_contacts_id",
        summary: "GET /contacts/{id}",
        security: [{ session: [] }],
        "x-permission": "contacts.read",
        parameters: [{ name: "id", in: "path", required: true, schema: {} }],
        responses: done,
      },
    },
    "/auth/login": {
      post: {
        operationId: "post_auth_login",
        summary: "POST /auth/login",
        security: [],
        responses: done,
      },
    },
  },
};

export const apiReferenceStories: Story[] = [
  { name: "API reference", show: () => <ReferenceView document={document} /> },
];
