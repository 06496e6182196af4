import { z } from "zod";
import { maxFilesSent } from "../../shared/limits.ts";
import type { SendTransient } from "../../kit/db/audience.ts";
import { idParam, listQuery } from "../../kit/http/fields.ts";
import { inject, routes } from "../../kit/http/http.ts";
import type { UploadRules } from "../../kit/http/received-forms.ts";
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
  checkTarget: ({ db, me }, id) => find(db, me, id),
};

/** The team's internal chats, visible to their members alone. */
export default routes("/chats")
  .use(inject<SendTransient>()("sendTransient"))
  .get("/", ({ db, me, query }) => list(db, me, query), { ...read, query: listQuery })
  .get("/search", ({ db, me, query }) => search(db, me, query), {
    ...read,
    query: searchQuery,
  })
  .get("/:id", ({ db, me, params }) => find(db, me, params.id), {
    ...read,
    params: chatParam,
  })
  .post(
    "/",
    ({ db, me, body, set }) => {
      set.status = 201;
      return create(db, me, body);
    },
    { ...write, body: chatBody },
  )
  .put("/:id", ({ db, me, params, body }) => update(db, me, params.id, body), {
    ...write,
    params: idParam,
    body: chatBody.partial(),
    edits: { table: chats, find, isTouched: true },
  })
  .delete("/:id", ({ db, me, params }) => remove(db, me, params.id), {
    ...write,
    params: idParam,
  })
  .post("/:id/leave", ({ db, me, params }) => leave(db, me, params.id), {
    ...write,
    params: idParam,
  })
  .get("/:id/messages", ({ db, me, params, query }) => page(db, me, params.id, query), {
    ...read,
    params: idParam,
    query: messagesQuery,
  })
  .post(
    "/:id/messages",
    async ({ db, me, params, body, set }) => {
      const message = await send(db, me, params.id, body);
      set.status = 201;
      return message;
    },
    { ...write, params: idParam, body: messageBody, accepts },
  )
  .post("/:id/read", ({ db, me, params }) => markRead(db, me, params.id), {
    ...write,
    params: idParam,
  })
  .post(
    "/:id/typing",
    ({ db, me, sendTransient, params, body }) =>
      showTyping(db, sendTransient, me, params.id, body.typing),
    { ...write, params: idParam, body: z.object({ typing: z.boolean() }) },
  );
