import { expect } from "bun:test";
import type { Frame } from "../../shared/wire.ts";
import { test, until } from "../world.ts";
import { network, shop } from "./shop.ts";

test("agent and customer see each other type, while the agent looks, also after the connection fell", async () => {
  const wa = await network();
  const account = wa.account({ number: "5511999990001", name: "Pão Quente" });
  const bakery = await shop(wa);
  await bakery.linked(account);
  const bia = wa.phone("Bia", { addressing: "lid" });
  await bia.says("Oi");
  const ticketId = await bakery.taken("Bia");
  const [device] = account.companions;
  const listener = await bakery.listener();
  const say = (frame: object) => listener.socket.send(JSON.stringify(frame));
  const typed = (state: string) =>
    listener.receives(
      ({ event, ...frame }: Frame) =>
        event === "contactTyping" && frame.ticketId === ticketId && frame.state === state,
      8000,
    );

  say({ event: "joinChatBox", ticketId });
  await until(() => device!.available && device!.subscribed.has(bia.person));
  await bia.types();
  await typed("composing");
  await bia.pauses();
  await typed("paused");

  say({ event: "typing", ticketId, typing: true });
  await until(() => bia.states.at(-1) === "composing");
  await bakery.says(ticketId, "Já sai!");
  await bia.receives("Já sai!");
  await until(() => bia.states.at(-1) === "paused");
  expect(bia.states).toEqual(["composing", "paused"]);

  listener.forget();
  const { logins } = device!;
  wa.faults.streamError(515);
  await until(() => device!.logins > logins && device!.available, 10_000);
  await bia.types();
  await typed("composing");

  listener.socket.close();
  await until(() => !device!.available);
}, 60_000);
