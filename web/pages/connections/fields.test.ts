import { expect, test } from "bun:test";
import { fieldsOf, proposedQueue } from "./fields.ts";

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
