import { answer, show } from "../../src/testing/screen/page.tsx";
import { beforeEach, expect, test } from "bun:test";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { eventually, rendered, screen } from "../../src/testing/screen/screen.ts";
import { dispatch } from "../session/frames.ts";
import { type List, type ListOptions, useList } from "./list.ts";

type Tag = { id: number; name: string; color?: string };

let stored: Tag[] = [];
let calls: string[] = [];
let list: List<Tag>;
let round = 0;

beforeEach(() => {
  stored = named(45);
  calls = [];
  round += 1;
});

/** Tags named Tag 01 and up. */
const named = (count: number): Tag[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `Tag ${String(index + 1).padStart(2, "0")}`,
  }));

/** A page of 20 tags, like the server's. */
function page(query: URLSearchParams) {
  const search = query.get("searchParam") ?? "";
  const at = (Number(query.get("pageNumber")) - 1) * 20;
  const matching = stored.filter(({ name }) => name.includes(search));
  return {
    tags: matching.slice(at, at + 20),
    count: matching.length,
    hasMore: matching.length > at + 20,
  };
}

const answers = () =>
  answer(({ query }) => {
    calls.push(`${query.get("searchParam")}#${query.get("pageNumber")}`);
    return page(query);
  });

/** A list that no earlier test has loaded. */
async function open(options: ListOptions = {}) {
  answers();
  list = undefined as never;
  await show(<Names options={{ ...options, query: { story: String(round) } }} />);
  await eventually(() => list?.loading.peek() === false, "the first page");
}

function Names({ options }: { options: ListOptions }) {
  useSignals();
  const own = useList<Tag>("tags", options);
  useEffect(() => void (list = own), [own]);
  return (
    <ul>
      {own.rows.value.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  );
}

const ids = () => list.rows.peek().map(({ id }) => id);
const frame = (action: string, more: object) => dispatch({ event: "tag", action, ...more });
const settled = () => Bun.sleep(20);

test("pages come one after the other, without doubles where rows moved", async () => {
  await open();
  expect([ids().length, list.count.peek(), list.hasMore.peek()]).toEqual([20, 45, true]);
  list.more();
  list.more();
  await eventually(() => ids().length === 40, "the second page");
  expect(calls).toEqual(["#1", "#2"]);
  stored = [{ id: 99, name: "Nova" }, ...stored];
  list.more();
  await eventually(() => !list.hasMore.peek(), "the last page");
  expect(new Set(ids()).size).toBe(ids().length);
  expect(screen.all("listitem")).toHaveLength(45);
  list.more();
  await settled();
  expect(calls).toEqual(["#1", "#2", "#3"]);
});

test("a page that brings nothing new is followed by the next", async () => {
  await open();
  stored = [...named(20).map(({ id }) => ({ id: id + 100, name: "Antes" })), ...stored];
  list.more();
  await eventually(() => ids().length > 20, "another page");
  expect(calls).toEqual(["#1", "#2", "#3"]);
  stored = named(20);
  list.more();
  await eventually(() => !list.hasMore.peek(), "the end");
  expect(calls).toHaveLength(4);
});

test("a search is read half a second after the last key, and from its first page", async () => {
  await open();
  list.more();
  await eventually(() => ids().length === 40, "the second page");
  list.search.value = "Tag 4";
  list.search.value = " Tag 44 ";
  await settled();
  expect(calls).toHaveLength(2);
  await eventually(() => ids().length === 1, "what was searched for");
  expect([calls.slice(2), list.count.peek()]).toEqual([["Tag 44#1"], 1]);
});

test("an answer that another reading overtook is dropped", async () => {
  await open();
  const { promise, resolve } = Promise.withResolvers<object>();
  const called = Promise.withResolvers<void>();
  answer(() => (called.resolve(), promise));
  list.reload();
  await called.promise;
  answers();
  stored = [{ id: 7, name: "Nova" }];
  list.reload();
  await eventually(() => ids().length === 1, "the newer answer");
  resolve({ tags: named(3), count: 3, hasMore: false });
  await settled();
  expect(ids()).toEqual([7]);
});

test("a failure is shown and leaves what was there; the next reading takes it away", async () => {
  await open();
  answer(() => Response.json({ error: "ERR_INTERNAL" }, { status: 500 }));
  list.reload();
  await eventually(() => list.failed.peek(), "the failure");
  expect(ids()).toHaveLength(20);
  answers();
  list.reload();
  await eventually(() => !list.failed.peek(), "the failure to go");
});

test("a new row comes on top, a changed one stays in its place, a deleted one goes", async () => {
  await open();
  frame("create", { tag: { id: 99, name: "Nova" } });
  frame("update", { tag: { id: 2, color: "#0f766e" } });
  frame("update", { tag: { id: 777, name: "De outra página" } });
  frame("delete", { tagId: 1 });
  frame("delete", { id: 3 });
  frame("delete", { tagId: 778 });
  expect(ids().slice(0, 3)).toEqual([99, 2, 4]);
  expect(list.rows.peek()[1]).toEqual({ id: 2, name: "Tag 02", color: "#0f766e" });
  expect(list.count.peek()).toBe(44);
  await rendered();
  expect(screen.all("listitem", "Nova")).toHaveLength(1);
  await settled();
  expect(calls).toEqual(["#1"]);
});

test("in a sorted list a new row takes its place, or waits for its page", async () => {
  await open({ order: "name" });
  frame("create", { tag: { id: 98, name: "tag 04b" } });
  frame("create", { tag: { id: 99, name: "Zebra" } });
  expect([ids().slice(3, 6), ids().includes(99), list.count.peek()]).toEqual([
    [4, 98, 5],
    false,
    47,
  ]);
  stored = named(2);
  await open({ order: "name", size: 21 });
  frame("create", { tag: { id: 99, name: "Zebra" } });
  expect(ids()).toEqual([1, 2, 99]);
});

test("the server says whether a row belongs to a search or a filter", async () => {
  await open({ filtered: true });
  frame("update", { tag: { id: 1, name: "Outra" } });
  expect(list.rows.peek()[0]?.name).toBe("Outra");
  stored = stored.slice(1);
  await eventually(() => !ids().includes(1), "the row to go");
  await open();
  list.search.value = "Tag";
  await eventually(() => calls.at(-1) === "Tag#1", "the search");
  const before = calls.length;
  frame("create", { tag: { id: 99, name: "Nova" } });
  await eventually(() => calls.length > before, "another reading");
  expect(ids()).not.toContain(99);
});

test("all pages are read again when frames were missed or many rows changed", async () => {
  await open();
  list.more();
  await eventually(() => ids().length === 40, "the second page");
  stored = stored.slice(1);
  dispatch({ event: "reset" });
  await eventually(() => ids()[0] === 2, "the rows anew");
  expect([ids().length, calls.slice(2)]).toEqual([40, ["#1", "#2"]]);
  stored = stored.slice(1);
  frame("reload", {});
  await eventually(() => ids()[0] === 3, "the rows anew");
});

test("a list that was left shows what it had, and is read again", async () => {
  await open();
  const { promise, resolve } = Promise.withResolvers<object>();
  await show(null);
  frame("create", { tag: { id: 99, name: "Nova" } });
  answer(() => promise);
  await show(<Names options={{ query: { story: String(round) } }} />);
  expect(screen.all("listitem")).toHaveLength(20);
  resolve({ tags: [{ id: 99, name: "Nova" }], count: 1, hasMore: false });
  await eventually(() => ids().length === 1, "the newer answer");
});

test("a list that is never paged, or counts its ids, has its count too", async () => {
  stored = named(3);
  await open();
  answer(() => named(2));
  list.reload();
  await eventually(() => ids().length === 2, "a plain array");
  expect([list.count.peek(), list.hasMore.peek()]).toEqual([2, false]);
  answer(() => ({ tags: named(1), count: [1, 2, 3, 4] }));
  list.reload();
  await eventually(() => list.count.peek() === 4, "the count of ids");
});
