import { z } from "zod";
import { maxFilesSent } from "../../shared/limits.ts";
import type { SendTransient } from "../../kit/audience.ts";
import { idParam, listQuery } from "../../kit/fields.ts";
import { inject, routes } from "../../kit/http.ts";
import type { UploadRules } from "../../kit/received-forms.ts";
import {
  chatBody,
  chatParam,
  create,
  find,
  leave,
  list,
  markRead,
  remove,
  showTyping,
  update,
} from "./chats.ts";
import { messageBody, messagesQuery, page, search, searchQuery, send } from "./messages.ts";
import { chats } from "./table.ts";

const read = { can: "chats.read", plan: "useInternalChat" } as const;
const write = { can: "chats.write", plan: "useInternalChat" } as const;
const accepts: UploadRules = {
  field: "medias",
  maxFiles: maxFilesSent,
  checkTarget: ({ store, me }, id) => find(store, me, id),
};

/** The team's own talk, for the members of each chat alone. */
export default routes("/chats")
  .use(inject<SendTransient>()("sendTransient"))
  .get("/", ({ store, me, query }) => list(store, me, query), { ...read, query: listQuery })
  .get("/search", ({ store, me, query }) => search(store, me, query), {
    ...read,
    query: searchQuery,
  })
  .get("/:id", ({ store, me, params }) => find(store, me, params.id), {
    ...read,
    params: chatParam,
  })
  .post(
    "/",
    ({ store, me, body, set }) => {
      set.status = 201;
      return create(store, me, body);
    },
    { ...write, body: chatBody },
  )
  .put("/:id", ({ store, me, params, body }) => update(store, me, params.id, body), {
    ...write,
    params: idParam,
    body: chatBody.partial(),
    edits: { table: chats, find, isTouched: true },
  })
  .delete("/:id", ({ store, me, params }) => remove(store, me, params.id), {
    ...write,
    params: idParam,
  })
  .post("/:id/leave", ({ store, me, params }) => leave(store, me, params.id), {
    ...write,
    params: idParam,
  })
  .get("/:id/messages", ({ store, me, params, query }) => page(store, me, params.id, query), {
    ...read,
    params: idParam,
    query: messagesQuery,
  })
  .post(
    "/:id/messages",
    async ({ store, me, params, body, set }) => {
      const message = await send(store, me, params.id, body);
      set.status = 201;
      return message;
    },
    { ...write, params: idParam, body: messageBody, accepts },
  )
  .post("/:id/read", ({ store, me, params }) => markRead(store, me, params.id), {
    ...write,
    params: idParam,
  })
  .post(
    "/:id/typing",
    ({ store, me, sendTransient, params, body }) =>
      showTyping(store, sendTransient, me, params.id, body.typing),
    { ...write, params: idParam, body: z.object({ typing: z.boolean() }) },
  );
