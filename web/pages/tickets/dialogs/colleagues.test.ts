import { expect, test } from "bun:test";
import { colleagues } from "./colleagues.ts";
import type { User } from "../types.ts";

const counter = 1;
const orders = 2;

const user = (id: number, name: string, change: Partial<User> = {}): User => ({
  id, name, email: `${id}@paoquente.com.br`, profile: "user", allTicket: "desabled", whatsappId: null, code: "", groupRangeDiscountId: null, groupRangeDiscount: null, lastSeenAt: null, online: false, queueIds: [], queues: [], createdAt: "2026-11-20T12:00:00Z", updatedAt: "2026-11-20T12:00:00Z", ...change,
});

const rui = user(1, "Mário Rui", { profile: "admin" });
const ana = user(2, "Mariana", { queueIds: [counter] });
const lia = user(3, "Maria Lia", { queueIds: [counter, orders] });
const caio = user(4, "Mario Caio", { queueIds: [orders] });
const gil = user(5, "Mari Gil", { allTicket: "enabled" });
const all = [rui, ana, lia, caio, gil];

const found = (queueId: number, typed: string) => colleagues(all, queueId, typed).map(({ name }) => name);

test("of those called so, who serves the queue comes first, then who may serve any; nobody else", () => {
  expect(found(counter, "mari")).toEqual(["Maria Lia", "Mariana", "Mari Gil", "Mário Rui"]);
  expect(found(orders, "mario")).toEqual(["Mario Caio", "Mário Rui"]);
});

test("nobody is looked for before the third letter, and accents don't matter", () => {
  expect(found(counter, "ma")).toEqual([]);
  expect(found(counter, " ma ")).toEqual([]);
  expect(found(counter, "MÁRIO")).toEqual(["Mário Rui"]);
});
