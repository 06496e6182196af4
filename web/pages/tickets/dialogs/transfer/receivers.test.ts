import { expect, test } from "bun:test";
import { sampleTicket } from "../../../../parts/tickets/samples.ts";
import { receivers, userKey } from "./receivers.ts";
import type { Queue, Ticket, User } from "../../../../types.ts";

const counter = 1;
const orders = 2;

const user = (id: number, name: string, change: Partial<User> = {}): User => ({
  id,
  name,
  email: `${id}@paoquente.com.br`,
  profile: "user",
  allTicket: "desabled",
  whatsappId: null,
  code: "",
  groupRangeDiscountId: null,
  groupRangeDiscount: null,
  roleId: null,
  role: null,
  lastSeenAt: null,
  online: false,
  queueIds: [],
  queues: [],
  createdAt: "2026-11-20T12:00:00Z",
  updatedAt: "2026-11-20T12:00:00Z",
  ...change,
});

const rui = user(1, "Mário Rui", { profile: "admin" });
const ana = user(2, "Mariana", { queueIds: [counter] });
const lia = user(3, "Maria Lia", { queueIds: [counter, orders] });
const caio = user(4, "Mario Caio", { queueIds: [orders] });
const gil = user(5, "Mari Gil", { allTicket: "enabled" });
const all = [rui, ana, lia, caio, gil];

const queues = [
  { id: counter, name: "Atendimento", color: "#0f766e" },
  { id: orders, name: "Encomendas", color: "#b45309" },
] as Queue[];

const open = (change: Partial<Ticket>) => sampleTicket(1, "Bia", "open", 3, change);
const names = (
  ticket: Ticket | Ticket[],
  typed = "",
  { users = all, waits = [] }: { users?: User[]; waits?: [number, number][] } = {},
) =>
  receivers(
    { users, queues, waits: new Map(waits.map(([id, count]) => [userKey(id), count])) },
    [ticket].flat(),
    typed,
  ).map(({ name }) => name);

test("people come first, those of the queue before others, and queues follow", () => {
  expect(names(open({ queueId: counter, userId: null }))).toEqual([
    "Maria Lia",
    "Mariana",
    "Mari Gil",
    "Mario Caio",
    "Mário Rui",
    "Atendimento",
    "Encomendas",
  ]);
});

test("nothing is offered that changes nothing", () => {
  expect(names(open({ queueId: counter, userId: ana.id }), "an")).toEqual([]);
  const waiting = sampleTicket(1, "Bia", "pending", 3, { queueId: counter, userId: null });
  expect(names(waiting, "at")).toEqual([]);
  expect(names([waiting, open({ queueId: orders })], "at")).toEqual(["Atendimento"]);
});

test("a user of another queue gets the ticket in their own, and a user of no queue is left out", () => {
  const ticket = open({ queueId: counter, userId: null });
  const ines = user(6, "Inês");
  const queueIds = receivers({ users: [...all, ines], queues: [], waits: new Map() }, [ticket], "");
  expect(queueIds.map((one) => [one.name, "user" in one && one.queueId])).toEqual([
    ["Maria Lia", null],
    ["Mariana", null],
    ["Mari Gil", null],
    ["Mario Caio", orders],
    ["Mário Rui", null],
  ]);
});

test("accents don't matter, and one letter narrows", () => {
  const ze = user(6, "Zé", { queueIds: [counter] });
  for (const typed of ["z", "ze", "Zé", " ZÉ "])
    expect([typed, names(open({ userId: null }), typed, { users: [...all, ze] })]).toEqual([
      typed,
      ["Zé"],
    ]);
});

test("users who are online come before others, then those for whom few wait", () => {
  const ticket = open({ queueId: counter, userId: null });
  const online = [rui, ana, { ...lia, online: true }];
  expect(names(ticket, "mar", { users: online, waits: [[lia.id, 9]] })).toEqual([
    "Maria Lia",
    "Mariana",
    "Mário Rui",
  ]);
  const waits: [number, number][] = [
    [lia.id, 2],
    [ana.id, 1],
  ];
  expect(names(ticket, "mar", { users: [rui, ana, lia], waits })).toEqual([
    "Mariana",
    "Maria Lia",
    "Mário Rui",
  ]);
});
