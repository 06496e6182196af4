import { expect } from "bun:test";
import type { Wire } from "../../shared/wire.ts";
import type { Ticket } from "../../modules/tickets/table.ts";
import { peopleWhoSee } from "../../../web/parts/reminders/people.ts";
import type { Connection, User } from "../../../web/types.ts";
import { atendimento, balcao, box, encomendas, fabrica, hour, idOf, test } from "../world.ts";

test("whom a screen offers to remind of a ticket is whom the server takes", async () => {
  const shop = await box();
  shop.user({ name: "Téo", queueIds: [atendimento, encomendas] });
  shop.user({ name: "Nina", profile: "admin" });
  const rui = shop.as("rui");
  const [users, connections] = [
    (await rui.get<User[]>("/users/list")).body,
    (await rui.get<Connection[]>("/whatsapp")).body,
  ];
  const dueAt = new Date(shop.clock.now() + hour).toISOString();
  for (const queueId of [atendimento, encomendas, null]) {
    for (const whatsappId of [balcao, fabrica]) {
      for (const [status, userId] of [
        ["pending", null],
        ["open", idOf.ana],
        ["open", idOf.rui],
        ["closed", idOf.lia],
      ] as const) {
        const { id } = shop.ticket({
          queueId,
          whatsappId,
          status,
          userId,
          contactId: shop.contact().id,
        });
        const ticket = (await rui.get<Wire<Ticket>>(`/tickets/${id}`)).body;
        const taken: number[] = [];
        for (const user of users)
          if (
            user.id !== idOf.rui &&
            (await rui.post("/reminders", { ticketId: id, dueAt, userId: user.id })).status === 201
          )
            taken.push(user.id);
        expect({
          queueId,
          whatsappId,
          status,
          userId,
          offered: peopleWhoSee(ticket, users, connections, idOf.rui).map((user) => user.id),
        }).toEqual({ queueId, whatsappId, status, userId, offered: taken });
      }
    }
  }
});
