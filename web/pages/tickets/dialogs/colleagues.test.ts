import { expect, test } from "bun:test";
import { colleagues } from "./colleagues.ts";
import type { User } from "../../../types.ts";

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

const matchingNames = (
  queueId: number,
  typed: string,
  users = all,
  held: [number, number][] = [],
) => colleagues(users, queueId, typed, new Map(held)).map(({ name }) => name);

test("before anything is typed the queue's people are there, then who may serve any; nobody else", () => {
  expect(matchingNames(counter, "")).toEqual(["Maria Lia", "Mariana", "Mari Gil", "Mário Rui"]);
  expect(matchingNames(orders, "")).toEqual(["Maria Lia", "Mario Caio", "Mari Gil", "Mário Rui"]);
  expect(matchingNames(orders, "mario")).toEqual(["Mario Caio", "Mário Rui"]);
});

test("one letter narrows, accents don't matter, and Zé can be found", () => {
  const ze = user(6, "Zé", { queueIds: [counter] });
  for (const typed of ["z", "ze", "Zé", " ZÉ "])
    expect([typed, matchingNames(counter, typed, [...all, ze])]).toEqual([typed, ["Zé"]]);
  expect(matchingNames(counter, "MÁRIO")).toEqual(["Mário Rui"]);
});

test("who is there comes before who is not, and who holds few before who holds many", () => {
  expect(
    matchingNames(
      counter,
      "",
      [rui, ana, { ...lia, online: true }],
      [
        [lia.id, 9],
        [ana.id, 0],
      ],
    ),
  ).toEqual(["Maria Lia", "Mariana", "Mário Rui"]);
  expect(
    matchingNames(
      counter,
      "",
      [rui, ana, lia],
      [
        [lia.id, 2],
        [ana.id, 1],
      ],
    ),
  ).toEqual(["Mariana", "Maria Lia", "Mário Rui"]);
});
