import { enter } from "../../../src/testing/screen/page.tsx";
import { expect } from "bun:test";
import { loadTicket } from "../../../src/modules/tickets/tickets.ts";
import { eventually, focused, key, screen } from "../../../src/testing/screen/screen.ts";
import { bia, box, idOf, minute, test } from "../../../src/testing/world.ts";

const shop = await box();

test("from the open app two keys lead to the answer of the longest waiting", async () => {
  const { id: other } = shop.contact({ name: "Davi" });
  const waits = (contactId: number, minutes: number) =>
    shop.ticket({ contactId, waitingSince: new Date(shop.db.now() - minutes * minute) });
  const short = waits(other, 3);
  const long = waits(bia.id, 20);
  await enter(shop, "ana", "/tickets");
  await screen.sees("Há 2 clientes aguardando");

  await key("2", { altKey: true, code: "Digit2" });
  await screen.sees("mais antigo");
  await key("a", { altKey: true, code: "KeyA" });
  await eventually(
    () => location.pathname === `/tickets/${long.uuid}` && focused()?.tagName === "TEXTAREA",
    "the composer",
  );
  const stateOf = (id: number) => {
    const { status, userId } = loadTicket(shop.db, id);
    return [status, userId];
  };
  expect([stateOf(long.id), stateOf(short.id)]).toEqual([
    ["open", idOf.ana],
    ["pending", null],
  ]);
});
