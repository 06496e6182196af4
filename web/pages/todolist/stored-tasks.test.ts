import { expect, test } from "bun:test";
import { parseTasks, restored, type Task } from "./stored-tasks.ts";

const task = (id: string): Task => ({ id, text: id, done: false, createdAt: "", updatedAt: "" });

test("tasks that other programs of this field stored are read, and what is none is left out", () => {
  const stored = [
    { text: "Ligar", createdAt: "2026-11-20T12:00:00Z" },
    "Comprar fermento",
    null,
    7,
    {},
    { text: 7 },
    { text: "  " },
    [],
    { id: "a", text: "Feita", done: true, owner: "1:2" },
  ];
  expect(parseTasks(JSON.stringify(stored))).toEqual([
    {
      id: "stored-1",
      text: "Ligar",
      done: false,
      createdAt: "2026-11-20T12:00:00Z",
      updatedAt: "2026-11-20T12:00:00Z",
    },
    { id: "stored-2", text: "Comprar fermento", done: false, createdAt: "", updatedAt: "" },
    { id: "a", text: "Feita", done: true, createdAt: "", updatedAt: "", owner: "1:2" },
  ]);
});

test("one that was stored without an id gets one that no other has", () => {
  expect(
    parseTasks(JSON.stringify([{ id: "stored-1", text: "a" }, "b", { text: "c" }])).map(
      ({ id }) => id,
    ),
  ).toEqual(["stored-1", "stored-2", "stored-3"]);
});

test("what can't be read is an empty list", () => {
  for (const broken of [null, "", "{", "oi", "{}", "7", "null", '"tasks"', "[[[["])
    expect(parseTasks(broken)).toEqual([]);
});

test("what was taken away comes back to its place, whatever came and went meanwhile", () => {
  const [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map(task) as [Task, Task, Task, Task, Task];
  expect(restored([a, b, c, d], [a, d, e]).map(({ id }) => id)).toEqual(["a", "b", "c", "d", "e"]);
  expect(restored([a, b], [e]).map(({ id }) => id)).toEqual(["a", "b", "e"]);
});
