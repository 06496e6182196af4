import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { media } from "../../../kit/db/media.ts";
import { noConnections } from "../../../testing/fake-channel.ts";
import { balcao, bia, idOf, refusal, test, world, type World } from "../../../testing/world.ts";
import { connections } from "../../connections/table.ts";
import { messages, outbox } from "../../messages/table.ts";
import { acknowledge, markFailed, markSent } from "./acknowledge.ts";
import { deleteMessage } from "./edit.ts";
import { attachFailed, filesToFetch } from "./attach.ts";
import { resolve } from "../lifecycle/move.ts";
import { reply } from "./reply.ts";
import { retry } from "./retry.ts";

const talking = (shop: World) =>
  shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
const inLine = ({ db }: World) => db.select().from(outbox).all();
const notFailed = { kind: "conflict", reason: "ERR_MESSAGE_NOT_FAILED" } as const;

test("only failed messages are sent again, and only by users who see the ticket", async () => {
  const shop = world();
  const ticket = talking(shop);
  const [message] = reply(shop.db, shop.me("ana"), ticket.id, { body: "Já sai!" });
  const again = (who: "ana" | "caio") => refusal(() => retry(shop.db, shop.me(who), message!.id));

  expect(await again("ana")).toEqual({ kind: "conflict", reason: "ERR_MESSAGE_NOT_FAILED" });
  markSent(shop.db, message!.id);
  markFailed(shop.db, message!.id, "sem rede");
  expect(await again("caio")).toEqual({ kind: "missing", reason: "ERR_NO_TICKET_FOUND" });
  expect(inLine(shop)).toEqual([]);
  expect(retry(shop.db, shop.me("ana"), message!.id)).toMatchObject({
    id: message!.id,
    ack: 0,
    reason: null,
  });
  expect(inLine(shop)).toMatchObject([{ messageId: message!.id, state: "queued", attempts: 0 }]);
  expect(await refusal(() => retry(shop.db, shop.me("ana"), 99))).toEqual({
    kind: "missing",
    reason: "ERR_NO_TICKET_FOUND",
  });
});

test("after a refusal of first contacts a message is not retried before the contact writes", async () => {
  const shop = world();
  const ticket = talking(shop);
  const [message] = reply(shop.db, shop.me("ana"), ticket.id, { body: "Olá!" });
  const { providerId } = shop.db.select().from(messages).where(eq(messages.id, message!.id)).get()!;
  markSent(shop.db, message!.id);
  acknowledge(shop.db, balcao, providerId, -1, { reason: "ERR_WAPP_REACHOUT" });

  const again = () => refusal(() => retry(shop.db, shop.me("ana"), message!.id));
  expect(await again()).toEqual({ kind: "conflict", reason: "ERR_WAPP_REACHOUT" });
  shop.message({ ticketId: shop.ticket().id });
  expect(await again()).toEqual({ kind: "conflict", reason: "ERR_WAPP_REACHOUT" });
  shop.message({ ticketId: ticket.id });
  expect(await again()).toBeUndefined();
  expect(inLine(shop)).toMatchObject([{ messageId: message!.id, cold: false }]);
});

test("discarded messages and those of closed tickets are not sent again", async () => {
  const shop = world();
  const ticket = talking(shop);
  const [one, two] = ["Um", "Dois"].map(
    (body) => reply(shop.db, shop.me("ana"), ticket.id, { body })[0]!,
  );
  for (const { id } of [one!, two!]) markFailed(shop.db, id, "ERR_SENDING_WAPP_MSG");
  await deleteMessage(shop.db, shop.me("ana"), noConnections, one!.id);
  expect(await refusal(() => retry(shop.db, shop.me("ana"), one!.id))).toEqual(notFailed);
  resolve(shop.db, shop.me("ana"), ticket.id);
  expect(await refusal(() => retry(shop.db, shop.me("ana"), two!.id))).toEqual({
    kind: "conflict",
    reason: "ERR_TICKET_NOT_OPEN",
  });
  expect(inLine(shop)).toEqual([]);
});

test("a file that could not be downloaded is tried again by anyone who sees it", async () => {
  const shop = world();
  const { id } = shop.receives("", {
    content: { kind: "image", body: "", file: { name: "broa.jpg", type: "image/jpeg", size: 9 } },
  })!;
  const again = (who: "ana" | "caio") => refusal(() => retry(shop.db, shop.me(who), id));
  expect(await again("ana")).toEqual(notFailed);
  attachFailed(shop.db, id, "ERR_WAPP_DOWNLOAD_MEDIA");
  expect(filesToFetch(shop.db, balcao)).toEqual([]);
  expect(await again("caio")).toEqual({ kind: "missing", reason: "ERR_NO_TICKET_FOUND" });

  expect(await again("ana")).toBeUndefined();
  expect(filesToFetch(shop.db, balcao)).toMatchObject([{ messageId: id }]);
  expect(shop.events.at(-1)).toMatchObject({
    event: "appMessage",
    action: "update",
    payload: { message: { id, mediaUrl: null, media: { reason: null } } },
  });

  attachFailed(shop.db, id, "ERR_WAPP_DOWNLOAD_MEDIA");
  shop.db.delete(connections).where(eq(connections.id, balcao)).run();
  expect(await again("ana")).toEqual({ kind: "conflict", reason: "ERR_NO_WAPP_FOUND" });
  expect(shop.db.select().from(media).get()).toMatchObject({
    reason: "ERR_WAPP_DOWNLOAD_MEDIA",
  });
});
