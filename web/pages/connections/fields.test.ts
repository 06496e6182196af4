import { expect, test } from "bun:test";
import type { FormValues } from "../../forms/form.ts";
import { fieldsOf, proposedQueue } from "./fields.ts";
import { bodyOf, valuesOf } from "./form-values.ts";

const queues = [
  { id: 4, name: "Atendimento", color: "#0f766e" },
  { id: 2, name: "Encomendas", color: "#b45309" },
  { id: 9, name: "Entregas", color: "#1d4ed8" },
];
const fieldContext = {
  queues,
  ias: [],
  integrations: [],
  groupNames: { ia: "IA", integration: "Integração" },
};

test("the default queue is one of those that are chosen, and asked for where there are several", () => {
  const offered = (queueIds: number[]) =>
    fieldsOf(fieldContext, { queueIds })
      .find(({ name }) => name === "defaultQueueId")
      ?.items?.map(({ value }) => value);
  expect([offered([]), offered([2]), offered([2, 4])]).toEqual([undefined, undefined, ["4", "2"]]);
});

test("it is proposed as the first of the menu where there come to be several, and stays while it is there", () => {
  const proposed = (before: number[], chosen: number[], now = "") =>
    proposedQueue(queues, { queueIds: before, defaultQueueId: now }, chosen);
  expect(proposed([2], [2, 4])).toBe("4");
  expect(proposed([2, 4], [2, 4, 9], "2")).toBe("2");
  expect(proposed([2, 4], [4, 9], "2")).toBe("4");
  expect(proposed([2, 4], [2], "4")).toBe("");
  // The admin chose no default queue, so the form proposes none again.
  expect(proposed([2, 4], [2, 4, 9])).toBe("");
});

test("a number that may be off has a switch, and travels as 0 while it is off", () => {
  const shop = valuesOf(undefined, false);
  const names = (values: FormValues) => fieldsOf(fieldContext, values).map(({ name }) => name);
  expect(shop).toMatchObject({ expiresTicketOn: false, reopenMinutesOn: true });
  expect(names(shop)).not.toContain("expiresTicket");
  expect(bodyOf(shop)).toMatchObject({ expiresTicket: 0, reopenMinutes: 120, maxUseBotQueues: 3 });
  const on = { ...shop, expiresTicketOn: true, reopenMinutesOn: false };
  expect(names(on)).toContain("expiresTicket");
  expect(names(on)).not.toContain("reopenMinutes");
  expect(bodyOf(on)).toMatchObject({ expiresTicket: 1440, reopenMinutes: 0 });
  expect(Object.keys(bodyOf(on)).filter((name) => name.endsWith("On"))).toEqual([]);
});

test("the queue for customers without one is asked for while they are moved", () => {
  const queue = (timeToTransferOn: boolean) =>
    fieldsOf(fieldContext, { timeToTransferOn }).find(({ name }) => name === "transferQueueId");
  expect([queue(false), queue(true)?.required]).toEqual([undefined, true]);
});
