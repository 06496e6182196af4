import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import {
  atendimento,
  balcao,
  bia,
  encomendas,
  fabrica,
  idOf,
  refusal,
  test,
  world,
} from "../../../testing/world.ts";
import { connections } from "../../connections/table.ts";
import { users } from "../../users/table.ts";
import { start } from "./start.ts";

test("a ticket that Ana starts is open and hers at once", () => {
  const shop = world();
  const ticket = start(shop.db, shop.me("ana"), { contactId: bia.id, queueId: atendimento });
  expect(ticket).toMatchObject({
    status: "open",
    userId: idOf.ana,
    queueId: atendimento,
    whatsappId: balcao,
    isGroup: false,
    unreadMessages: 0,
  });
  expect(shop.events).toMatchObject([
    { event: "ticket", action: "update", payload: { ticket: { id: ticket.id } } },
  ]);
});

test("a contact with an active ticket is refused, with its assignee and its link", async () => {
  const shop = world();
  const other = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.lia });
  const begin = (whatsappId?: number) =>
    start(shop.db, shop.me("ana"), { contactId: bia.id, queueId: atendimento, whatsappId });
  expect(await refusal(() => begin())).toEqual({
    kind: "conflict",
    reason: "ERR_OTHER_OPEN_TICKET",
    details: { user: "Lia", uuid: other.uuid },
  });
  expect(begin(fabrica)).toMatchObject({ whatsappId: fabrica });
});

test("a pending ticket has no assignee to name", async () => {
  const shop = world();
  const { uuid } = shop.ticket({ contactId: bia.id });
  expect(
    await refusal(() =>
      start(shop.db, shop.me("ana"), { contactId: bia.id, queueId: atendimento }),
    ),
  ).toEqual({ kind: "conflict", reason: "ERR_OTHER_OPEN_TICKET", details: { user: null, uuid } });
});

test("the connection is the one asked for, else one's own, else the default", async () => {
  const shop = world();
  const begin = (whatsappId?: number) =>
    start(shop.db, shop.me("ana"), {
      contactId: shop.contact().id,
      queueId: atendimento,
      whatsappId,
    }).whatsappId;
  expect(begin()).toBe(balcao);
  shop.db.update(users).set({ whatsappId: fabrica }).where(eq(users.id, idOf.ana)).run();
  expect(begin()).toBe(fabrica);
  expect(begin(balcao)).toBe(balcao);

  shop.db.delete(connections).run();
  expect(await refusal(begin)).toEqual({ kind: "invalid", reason: "ERR_NO_DEF_WAPP_FOUND" });
  expect(await refusal(() => begin(99))).toEqual({ kind: "missing", reason: "ERR_NO_WAPP_FOUND" });
});

test("an agent starts in a queue of their own, an admin in any or none", async () => {
  const shop = world();
  const begin = (who: "ana" | "lia" | "rui", queueId?: number) => () =>
    start(shop.db, shop.me(who), { contactId: shop.contact().id, queueId });
  expect(await refusal(begin("ana"))).toEqual({
    kind: "invalid",
    reason: "ERR_VALIDATION",
    fields: { queueId: "required" },
  });
  expect(await refusal(begin("ana", encomendas))).toEqual({
    kind: "forbidden",
    reason: "ERR_NO_PERMISSION",
    fields: { queueId: "invalid" },
  });
  expect(begin("lia", encomendas)()).toMatchObject({ queueId: encomendas, userId: idOf.lia });
  expect(begin("rui")()).toMatchObject({ queueId: null });
  expect(begin("rui", encomendas)()).toMatchObject({ queueId: encomendas });
  expect(await refusal(begin("rui", 99))).toEqual({
    kind: "missing",
    reason: "ERR_NO_QUEUE_FOUND",
  });
});

test("there is no ticket without a contact", async () => {
  const shop = world();
  expect(await refusal(() => start(shop.db, shop.me("rui"), { contactId: 99 }))).toEqual({
    kind: "missing",
    reason: "ERR_NO_CONTACT_FOUND",
  });
});

test("an admin starts a ticket for any user of its queue; an agent only for themselves", async () => {
  const shop = world();
  const begin = (who: "rui" | "ana", userId: number, queueId = atendimento) =>
    start(shop.db, shop.me(who), { contactId: shop.contact().id, queueId, userId });
  expect(begin("rui", idOf.ana)).toMatchObject({
    status: "open",
    userId: idOf.ana,
    user: { name: "Ana" },
  });
  expect(begin("ana", idOf.ana)).toMatchObject({ userId: idOf.ana });
  expect(await refusal(() => begin("rui", idOf.caio))).toMatchObject({
    kind: "invalid",
    fields: { userId: "invalid" },
  });
  expect(await refusal(() => begin("rui", 99))).toMatchObject({ reason: "ERR_NO_USER_FOUND" });
  expect(await refusal(() => begin("ana", idOf.lia))).toMatchObject({
    kind: "forbidden",
    fields: { userId: "invalid" },
  });
});
