import { beforeEach, expect, test } from "bun:test";
import { type Page, PagedList } from "./paged-list.ts";

type Brand = { id: number; name?: string };

let stored: Brand[] = [];
let pagesRead: number[] = [];
let refusal: Error | undefined;
let gate: Promise<void> | undefined;

beforeEach(() => {
  stored = brands(1, 50);
  pagesRead = [];
  refusal = undefined;
  gate = undefined;
});

test("a page goes below the rows that are here, and each is read once", async () => {
  const list = newList();
  await list.load();
  await list.more();
  expect(idsOf(list)).toEqual(ids(1, 40));
  expect([list.count.value, list.hasMore.value, list.loading.value]).toEqual([50, true, false]);
  await list.more();
  await list.more();
  expect([idsOf(list), pagesRead]).toEqual([ids(1, 50), [1, 2, 3]]);
});

test("rows that came on top push those here into the next page: it reads on until one is new", async () => {
  const list = newList();
  await list.load();
  stored = [...brands(101, 20), ...stored];
  await list.more();
  expect([idsOf(list), pagesRead]).toEqual([ids(1, 40), [1, 2, 3]]);
});

test("a list reads again as many pages as it has", async () => {
  const list = newList();
  await list.load();
  await list.more();
  stored = stored.map((brand) => ({ ...brand, name: "new" }));
  await list.load();
  expect(list.rows.value.map(({ name }) => name)).toEqual(Array.from({ length: 40 }, () => "new"));
  expect(pagesRead).toEqual([1, 2, 1, 2]);
});

test("a change that comes while an answer is on its way is made to the answer, too", async () => {
  const list = newList();
  await list.load();
  const reading = list.load();
  list.change(() => void list.remove(3));
  expect([list.rows.value.length, list.count.value]).toEqual([19, 49]);
  await reading;
  expect([idsOf(list).includes(3), list.count.value]).toEqual([false, 49]);
});

test("no page of a new question goes below rows of the old one", async () => {
  const list = newList();
  await list.load();
  stored = brands(7, 3);
  const open = hold();
  const asking = list.loadFromTop();
  expect([list.loading.value, list.rows.value.length]).toEqual([true, 20]);
  await list.more();
  expect(pagesRead).toEqual([1, 1]);
  open();
  await asking;
  expect([idsOf(list), list.loading.value, list.resultVersion.value]).toEqual([
    ids(7, 3),
    false,
    1,
  ]);
});

test("an answer that another reading overtook is left out", async () => {
  const list = newList();
  const open = hold();
  const first = list.loadFromTop();
  gate = undefined;
  stored = brands(7, 3);
  await list.loadFromTop();
  open();
  await first;
  expect(idsOf(list)).toEqual(ids(7, 3));
});

test("a new question that fails leaves no rows of the old one; the next that succeeds clears the failure", async () => {
  const list = newList();
  await list.load();
  refusal = new Error("offline");
  await list.load();
  expect([list.state.value, list.problem.value, list.rows.value.length]).toEqual([
    "ready",
    refusal,
    20,
  ]);
  await list.loadFromTop();
  expect([list.state.value, list.loading.value, list.rows.value]).toEqual(["failed", false, []]);
  refusal = undefined;
  await list.load();
  expect([list.state.value, list.problem.value, list.rows.value.length]).toEqual([
    "ready",
    null,
    20,
  ]);
});

test("a count is read again without the rows", async () => {
  const list = newList();
  await list.load();
  const rows = list.rows.value;
  stored = brands(1, 20);
  await list.recount();
  expect([list.count.value, list.hasMore.value]).toEqual([20, false]);
  expect(list.rows.value).toBe(rows);
});

const size = 20;

const newList = () =>
  new PagedList<Brand>({
    size,
    read: async (pageNumber): Promise<Page<Brand>> => {
      pagesRead.push(pageNumber);
      const answer = {
        rows: stored.slice((pageNumber - 1) * size, pageNumber * size),
        hasMore: stored.length > pageNumber * size,
        count: stored.length,
      };
      await gate;
      if (refusal) throw refusal;
      return answer;
    },
  });

/** Holds the answers back until the returned function is called. */
function hold(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  return resolve;
}

const ids = (from: number, many: number) => Array.from({ length: many }, (_, at) => from + at);
const brands = (from: number, many: number): Brand[] => ids(from, many).map((id) => ({ id }));
const idsOf = (list: PagedList<Brand>) => list.rows.value.map(({ id }) => id);
