import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { Refused, Unreachable } from "../../../channel/channel.ts";
import { deleteWindow, editWindow } from "../../../shared/limits.ts";
import { noConnections, fakeChannel } from "../../../testing/fake-channel.ts";
import {
  bia,
  box,
  dot,
  idOf,
  minute,
  refusal,
  test,
  until,
  world,
  type World,
} from "../../../testing/world.ts";
import { findMessage } from "../../messages/messages.ts";
import { markSending } from "../../messages/outbox.ts";
import { messages, messageVersions, outbox, type Message } from "../../messages/table.ts";
import { edit, deleteMessage } from "./edit.ts";
import { history } from "./history.ts";
import { reply } from "./reply.ts";
import { markFailed, markSent } from "./acknowledge.ts";
import { resolve } from "../lifecycle/move.ts";

/** Ana has sent Bia a message. */
function shopWithMessage({ gone = true, body = "Já sia!" } = {}) {
  const shop = world();
  const ticket = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  const [message] = reply(shop.db, shop.me("ana"), ticket.id, { body });
  const { id } = message!;
  if (gone) markSent(shop.db, id);
  const { providerId } = shop.db.select().from(messages).where(eq(messages.id, id)).get()!;
  const target = {
    id: providerId,
    chat: [{ type: "phone" as const, value: bia.number }],
    ours: true,
  };
  return {
    ...shop,
    ticketId: ticket.id,
    id,
    target,
    ana: shop.me("ana"),
    now: () => findMessage(shop.db, id)!,
    versions: () => history(shop.db, id).map((version) => version.body),
    line: () => shop.ticketOf(bia.id)[0]!.lastMessage,
  };
}

const inLine = ({ db }: Pick<World, "db">) => db.select().from(outbox).all().length;
const refuses = (reason: string) => () => Promise.reject(new Refused(reason));
const away = () => Promise.reject(new Unreachable());

test("an edit goes to the network first, and the earlier text is kept", async () => {
  const shop = shopWithMessage();
  const { connectionManager, calls } = fakeChannel();
  shop.events.length = 0;
  shop.clock.pass(minute);
  const { updatedAt } = shop.ticketOf(bia.id)[0]!;

  expect(await edit(shop.db, shop.ana, connectionManager, shop.id, "Já sai!")).toMatchObject({
    id: shop.id,
    body: "Já sai!",
    isEdited: true,
    isDeleted: false,
    ack: 1,
  });
  expect(calls).toEqual([["edit", shop.target, "Já sai!"]]);
  expect([shop.versions(), shop.line()]).toEqual([["Já sia!"], "Já sai!"]);
  expect(shop.events.map(({ event, action }) => `${event} ${action}`)).toEqual([
    "appMessage update",
  ]);
  expect(shop.ticketOf(bia.id)[0]!.updatedAt).toEqual(updatedAt);

  expect(await edit(shop.db, shop.ana, connectionManager, shop.id, "Já sai!")).toMatchObject({
    body: "Já sai!",
  });
  expect(calls).toHaveLength(1);
});

test("queued messages are edited and deleted without the network", async () => {
  const shop = shopWithMessage({ gone: false });
  expect(await edit(shop.db, shop.ana, noConnections, shop.id, "Já sai!")).toMatchObject({
    body: "Já sai!",
    isEdited: true,
    ack: 0,
  });
  expect(inLine(shop)).toBe(1);
  expect(await deleteMessage(shop.db, shop.ana, noConnections, shop.id)).toMatchObject({
    body: "",
    isDeleted: true,
  });
  expect([inLine(shop), shop.versions()]).toEqual([0, ["Já sia!", "Já sai!"]]);
});

test("a message that is being sent can't be edited or deleted yet", async () => {
  const shop = shopWithMessage({ gone: false });
  markSending(shop.db, shop.id);
  const { connectionManager, calls } = fakeChannel();
  expect(
    await refusal(() => edit(shop.db, shop.ana, connectionManager, shop.id, "Já sai!")),
  ).toEqual({ kind: "conflict", reason: "ERR_EDITING_WAPP_MSG" });
  expect(await refusal(() => deleteMessage(shop.db, shop.ana, connectionManager, shop.id))).toEqual(
    { kind: "conflict", reason: "ERR_DELETE_WAPP_MSG" },
  );
  expect([calls, inLine(shop), shop.now().body]).toEqual([[], 1, "Já sia!"]);
});

test("a deleted message is gone from the network, and kept for admins", async () => {
  const shop = shopWithMessage();
  const { connectionManager, calls } = fakeChannel();
  expect(await deleteMessage(shop.db, shop.ana, connectionManager, shop.id)).toMatchObject({
    body: "",
    isDeleted: true,
    ack: 1,
  });
  expect(await deleteMessage(shop.db, shop.ana, connectionManager, shop.id)).toMatchObject({
    isDeleted: true,
  });
  expect(calls).toEqual([["delete", shop.target]]);
  expect([shop.versions(), shop.line()]).toEqual([["Já sia!"], "🚫 Mensagem apagada"]);
  expect(
    await refusal(() => edit(shop.db, shop.ana, connectionManager, shop.id, "Já sai!")),
  ).toEqual({ kind: "conflict", reason: "ERR_EDITING_WAPP_MSG" });
});

test("a deleted picture is no longer shown, except to admins", async () => {
  const shop = world();
  const ticket = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  const [{ id } = { id: 0 }] = reply(shop.db, shop.me("ana"), ticket.id, {
    body: "Assim?",
    files: [await shop.db.files.keep(dot, "broa.png")],
  });
  expect(await deleteMessage(shop.db, shop.me("ana"), noConnections, id)).toMatchObject({
    mediaUrl: null,
    media: null,
    mediaType: "image",
  });
  expect(history(shop.db, id)).toMatchObject([
    { body: "Assim?", mediaName: "broa.png", mediaUrl: expect.stringContaining("/media/1/") },
  ]);
});

test("a failed message is discarded without the network", async () => {
  const shop = shopWithMessage();
  markFailed(shop.db, shop.id, "ERR_SENDING_WAPP_MSG");
  shop.clock.pass(deleteWindow * 2);
  expect(await refusal(() => edit(shop.db, shop.ana, noConnections, shop.id, "Já sai!"))).toEqual({
    kind: "conflict",
    reason: "ERR_EDITING_WAPP_MSG",
  });
  expect(await deleteMessage(shop.db, shop.ana, noConnections, shop.id)).toMatchObject({
    isDeleted: true,
  });
});

test("edits and deletions are refused after their time", async () => {
  const shop = shopWithMessage();
  const { connectionManager, calls } = fakeChannel();
  shop.clock.pass(editWindow);
  expect(await edit(shop.db, shop.ana, connectionManager, shop.id, "Já sai!")).toMatchObject({
    isEdited: true,
  });
  shop.clock.pass(1);
  expect(
    await refusal(() => edit(shop.db, shop.ana, connectionManager, shop.id, "Logo sai!")),
  ).toEqual({ kind: "conflict", reason: "ERR_EDIT_WINDOW" });
  shop.clock.pass(deleteWindow - editWindow);
  expect(await refusal(() => deleteMessage(shop.db, shop.ana, connectionManager, shop.id))).toEqual(
    { kind: "conflict", reason: "ERR_FETCH_WAPP_MSG" },
  );
  expect(calls).toHaveLength(1);
});

test("what the network refuses leaves the message as it was", async () => {
  const shop = shopWithMessage();
  const tried = (answer: () => Promise<never>) => {
    const { connectionManager } = fakeChannel({ edit: answer, delete: answer });
    return Promise.all([
      refusal(() => edit(shop.db, shop.ana, connectionManager, shop.id, "Já sai!")),
      refusal(() => deleteMessage(shop.db, shop.ana, connectionManager, shop.id)),
    ]);
  };
  const conflict = (reason: string) => ({ kind: "conflict", reason }) as const;
  expect(await tried(refuses("ERR_ODD"))).toEqual([
    conflict("ERR_EDITING_WAPP_MSG"),
    conflict("ERR_DELETE_WAPP_MSG"),
  ]);
  expect(await tried(away)).toEqual([
    conflict("ERR_WAPP_DISCONNECTED"),
    conflict("ERR_WAPP_DISCONNECTED"),
  ]);
  expect(await refusal(() => edit(shop.db, shop.ana, noConnections, shop.id, "Já sai!"))).toEqual(
    conflict("ERR_WAPP_DISCONNECTED"),
  );
  expect([shop.now(), shop.versions()]).toMatchObject([
    { body: "Já sia!", isEdited: false, isDeleted: false },
    [],
  ]);
});

test("a message deleted while the network was asked stays deleted", async () => {
  const shop = shopWithMessage();
  const { connectionManager } = fakeChannel({
    edit: async () =>
      void (await deleteMessage(shop.db, shop.ana, fakeChannel().connectionManager, shop.id)),
  });
  expect(await edit(shop.db, shop.ana, connectionManager, shop.id, "Já sai!")).toMatchObject({
    body: "",
    isDeleted: true,
    isEdited: false,
  });
});

test("nobody changes others' messages, or what they can't see", async () => {
  const shop = shopWithMessage();
  const theirs = shop.message({ ticketId: shop.ticketId });
  const { connectionManager, calls } = fakeChannel();
  for (const change of [
    (id: number) => edit(shop.db, shop.ana, connectionManager, id, "Oi!"),
    (id: number) => deleteMessage(shop.db, shop.ana, connectionManager, id),
  ]) {
    expect(await refusal(() => change(theirs.id))).toEqual({
      kind: "forbidden",
      reason: "ERR_NO_PERMISSION",
    });
    expect(await refusal(() => change(999))).toEqual({
      kind: "missing",
      reason: "ERR_NO_TICKET_FOUND",
    });
  }
  for (const who of ["caio", "lia"] as const)
    expect(
      await refusal(() => deleteMessage(shop.db, shop.me(who), connectionManager, shop.id)),
    ).toEqual({ kind: "missing", reason: "ERR_NO_TICKET_FOUND" });
  resolve(shop.db, shop.ana, shop.ticketId);
  expect(
    await refusal(() => edit(shop.db, shop.ana, connectionManager, shop.id, "Já sai!")),
  ).toEqual({ kind: "conflict", reason: "ERR_TICKET_NOT_OPEN" });
  expect(calls).toEqual([]);
});

test("only texts can be edited", async () => {
  const shop = world();
  const ticket = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  const { connectionManager } = fakeChannel();
  for (const mediaType of ["audio", "sticker", "locationMessage", "vcard"] as const) {
    const { id } = shop.message({
      ticketId: ticket.id,
      fromMe: true,
      origin: "agent",
      ack: 1,
      mediaType,
    });
    expect([
      mediaType,
      await refusal(() => edit(shop.db, shop.me("ana"), connectionManager, id, "Oi!")),
    ]).toEqual([mediaType, { kind: "conflict", reason: "ERR_EDITING_WAPP_MSG" }]);
  }
});

test("over HTTP: the phone shows the edit, and admins see the earlier text", async () => {
  const shop = await box();
  const phone = await shop.phone();
  const ticket = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  const ana = shop.as("ana");
  const {
    body: [message],
  } = await ana.post<Message[]>(`/messages/${ticket.id}`, { body: "Já sia!" });
  const { id } = message!;
  await until(() => findMessage(shop.db, id)!.ack === 1);

  expect(await ana.post(`/messages/edit/${id}`, { body: "  " })).toMatchObject({
    status: 422,
    body: { fields: { body: "required" } },
  });
  expect(await ana.post(`/messages/edit/${id}`, { body: "Já sai! " })).toMatchObject({
    status: 200,
    body: { body: "Já sai!", isEdited: true },
  });
  expect(phone.got()).toEqual(["Já sai!"]);
  expect(await ana.get(`/messages/${id}/history`)).toMatchObject({ status: 403 });
  expect(await shop.as("rui").get(`/messages/${id}/history`)).toMatchObject({
    status: 200,
    body: [{ body: "Já sia!", mediaUrl: null }],
  });
  expect(await shop.as("rui").get("/messages/999/history")).toMatchObject({ status: 404 });

  await phone.line().fault({ disconnect: true });
  expect(await ana.delete(`/messages/${id}`)).toMatchObject({
    status: 409,
    body: { error: "ERR_WAPP_DISCONNECTED" },
  });
  await phone.line().fault({ disconnect: false });
  expect(await ana.delete(`/messages/${id}`)).toMatchObject({
    status: 200,
    body: { isDeleted: true, body: "" },
  });
  expect(phone.got()).not.toContain("Já sai!");
  expect(shop.db.select().from(messageVersions).all()).toHaveLength(2);
});
