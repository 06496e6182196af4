import { expect } from "bun:test";
import type { Restriction } from "../../shared/restrictions.ts";
import type { Finding } from "../../shared/health.ts";
import { test, until } from "../world.ts";
import { network, shop } from "./shop.ts";

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

async function open() {
  const wa = await network();
  const account = wa.account({ number: "5511999990001", name: "Pão Quente" });
  const bakery = await shop(wa);
  const line = await bakery.linked(account);
  const restricted = (expected: Restriction | null) =>
    until(async () => {
      const { restriction } = await bakery.seen(line);
      return JSON.stringify(restriction) === JSON.stringify(expected);
    }, 8000);
  return { ...bakery, wa, line, restricted };
}

test("a number that may write to nobody first says until when, and what is cold waits", async () => {
  const { wa, rui, line, restricted, says, message, taken } = await open();
  const until = inAnHour();
  wa.faults.timelock(until);
  await restricted({ kind: "reachout", until: iso(until), used: null, of: null });
  const { body: health } = await rui.get<{ findings: Finding[] }>("/health");
  expect(health.findings).toContainEqual({
    check: "restrictions",
    state: "warn",
    value: `Balcão ${iso(until).slice(0, 16)}Z`,
  });
  const [davi, bia] = [
    wa.phone("Davi", { number: "5511988880002" }),
    wa.phone("Bia", { number: "5511988880001" }),
  ];
  const contact = await rui.post<{ id: number }>("/contacts", {
    name: "Davi",
    number: "5511988880002",
  });
  const cold = await rui.post<{ id: number }>("/tickets", {
    contactId: contact.body.id,
    whatsappId: line,
    status: "open",
  });
  await says(cold.body.id, "Olá, Davi");
  await bia.says("Oi");
  const warm = await taken("Bia");
  await says(warm, "Olá, Bia");
  await bia.receives("Olá, Bia");
  expect(davi.inbox).toEqual([]);
  expect(await message(cold.body.id, ({ body }) => body === "Olá, Davi")).toMatchObject({ ack: 0 });
  wa.faults.timelock(null);
  await restricted(null);
  await davi.receives("Olá, Davi");
}, 60_000);

test("a quota is asked about once after each connect, and told as it is used", async () => {
  const { wa, line, restricted, restarted, is } = await open();
  expect(wa.faults.restrictionQuestions).toBe(2);
  const end = inAnHour();
  wa.faults.quota("FIRST_WARNING", 80, 100, end);
  await restricted({ kind: "quota", until: iso(end), used: 80, of: 100 });
  wa.faults.quota("CAPPED", 99, 100, end);
  await restricted({ kind: "quota", until: iso(end), used: 100, of: 100 });
  wa.faults.timelock(end);
  await restricted({ kind: "reachout", until: iso(end), used: null, of: null });
  wa.faults.timelock(null);
  await restricted({ kind: "quota", until: iso(end), used: 100, of: 100 });
  const before = wa.faults.restrictionQuestions;
  wa.faults.restrictions = {};
  await restarted();
  await is(line, "CONNECTED", 20_000);
  await restricted(null);
  expect(wa.faults.restrictionQuestions).toBe(before + 2);
}, 60_000);
