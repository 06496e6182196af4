import { show } from "../../../src/testing/screen/page.tsx";
import { beforeEach, expect, test } from "bun:test";
import {
  eventually,
  focused,
  key,
  part,
  rendered,
  screen,
} from "../../../src/testing/screen/screen.ts";
import { ApiError } from "../api.ts";
import { Toasts } from "../Toast.tsx";
import { Board } from "./Board.tsx";
import type { BoardProps, Card, Lane } from "./board.ts";
import "../../session/texts.ts";

type Ticket = Card & { lane: number; name: string };

const lanes: Lane[] = ["Sem etapa", "Novo pedido", "Pronto"].map((name, index) => ({
  id: index,
  name,
  color: "#0f766e",
  fixed: index === 0,
}));
const cards: Ticket[] = [
  { id: 1, lane: 0, name: "Bia" },
  { id: 2, lane: 0, name: "Davi" },
  { id: 3, lane: 2, name: "Elis" },
];

let moves: [number, number][] = [];
let orders: number[][] = [];
let opened: number[] = [];

beforeEach(() => {
  moves = [];
  orders = [];
  opened = [];
});

// The document has no layout: each lane is 300 px wide, and all of them are 600 px high.
Object.defineProperty(HTMLElement.prototype, "clientHeight", { get: () => 600 });
Object.defineProperty(HTMLElement.prototype, "offsetHeight", { get: () => 80 });
HTMLElement.prototype.getBoundingClientRect = function (this: HTMLElement) {
  const lane = this.closest<HTMLElement>("[data-lane]")?.dataset.lane;
  const at = [...document.querySelectorAll<HTMLElement>("[data-lane]")].findIndex(
    (one) => one.dataset.lane === lane,
  );
  return at < 0 ? new DOMRect(0, 0, 900, 600) : new DOMRect(at * 300, 0, 299, 600);
};

const open = (more: Partial<BoardProps<Ticket>> = {}) =>
  show(
    <>
      <Board
        label="Kanban"
        lanes={lanes}
        cards={cards}
        laneOf={({ lane }) => lane}
        nameOf={({ name }) => name}
        content={({ card }) => <p>{card.name}</p>}
        cardHeight={80}
        empty="Nada aqui"
        onOpen={({ id }) => opened.push(id)}
        onMove={async ({ id }, { id: lane }) => void moves.push([id, lane])}
        onReorder={async (ids) => void orders.push(ids)}
        {...more}
      />
      <Toasts />
    </>,
  );

const lane = (id: number) =>
  part(() => document.querySelector<HTMLElement>(`[data-lane="${id}"]`)!);
const card = (name: string) => screen.find("button", name);
const announced = () => document.querySelector("[aria-live=assertive]")?.textContent ?? "";

/** Presses on something and moves the pointer by a mouse or a finger. */
function pointer(
  type: string,
  x: number,
  y: number,
  more: PointerEventInit = {},
  on: Element = document.body,
) {
  on.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      cancelable: true,
      button: 0,
      isPrimary: true,
      pointerId: 1,
      pointerType: "mouse",
      clientX: x,
      clientY: y,
      ...more,
    }),
  );
}
const frames = () =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

test("a mouse carries a card to another lane, and its click opens nothing", async () => {
  await open();
  const bia = await card("Bia");
  pointer("pointerdown", 20, 20, {}, bia);
  pointer("pointermove", 24, 20);
  await rendered();
  expect(announced()).toBe("");
  pointer("pointermove", 25, 20);
  await eventually(() => announced().includes("Bia"), "the card to be lifted");
  pointer("pointermove", 700, 200);
  await eventually(() => announced().includes("sobre a coluna Pronto"), "the lane below it");
  pointer("pointerup", 700, 200);
  bia.click();
  await rendered();
  expect([moves, opened]).toEqual([[[1, 2]], []]);
});

test("a press without a way opens the card", async () => {
  await open();
  const bia = await card("Bia");
  pointer("pointerdown", 20, 20, {}, bia);
  pointer("pointerup", 22, 20);
  bia.click();
  expect([opened, moves]).toEqual([[1], []]);
});

test("Escape and a cancelled pointer put a card back, also after a fast move", async () => {
  await open();
  for (const callOff of [() => void key("Escape"), () => pointer("pointercancel", 400, 200)]) {
    pointer("pointerdown", 20, 20, {}, await card("Bia"));
    pointer("pointermove", 400, 200);
    await eventually(() => announced().includes("Novo pedido"), "the lane below it");
    callOff();
    await eventually(
      () => /Bia/.test(announced()) && !announced().includes("Novo pedido"),
      "the card back",
    );
    pointer("pointerup", 400, 200);
  }
  expect(moves).toEqual([]);
});

test("a finger that rests lifts a card; one that moves scrolls", async () => {
  await open();
  const touch = { pointerType: "touch" };
  const bia = await card("Bia");
  pointer("pointerdown", 20, 20, touch, bia);
  pointer("pointermove", 20, 28, touch);
  await Bun.sleep(260);
  expect(announced()).toBe("");
  pointer("pointerdown", 20, 20, touch, bia);
  pointer("pointermove", 20, 27, touch);
  await eventually(() => announced().includes("Bia"), "the card to be lifted");
  pointer("pointermove", 400, 200, touch);
  await eventually(() => announced().includes("Novo pedido"), "the lane below it");
  pointer("pointerup", 400, 200, touch);
  await rendered();
  expect(moves).toEqual([[1, 1]]);
});

test("keys walk over the cards, and carry one: space lifts, arrows choose, space drops", async () => {
  await open();
  (await card("Bia")).focus();
  const at = (name: string) =>
    eventually(() => focused()?.getAttribute("aria-label") === name, `the focus on ${name}`);
  await key("ArrowDown");
  await at("Davi");
  await key("ArrowRight");
  await at("Elis");
  await key("ArrowLeft");
  await at("Bia");
  await key(" ");
  expect(announced()).toContain("Bia");
  await key("ArrowRight");
  await eventually(() => lane(1).all("button", "Bia").length === 1, "the card over the lane");
  await at("Bia");
  await key("Escape");
  await eventually(() => lane(0).all("button", "Bia").length === 1, "the card back");
  await at("Bia");
  await key(" ");
  await key("ArrowRight");
  await at("Bia");
  await key("ArrowRight");
  await at("Bia");
  await key("ArrowRight");
  await key(" ");
  expect(moves).toEqual([[1, 2]]);
});

test("a card's menu moves it, and not to where it is", async () => {
  await open();
  const menu = (name: string) => screen.press(/^Mover Davi/).then(() => screen.press(name));
  await menu("Sem etapa");
  expect(moves).toEqual([]);
  await menu("Pronto");
  expect(moves).toEqual([[2, 2]]);
});

test("a card stands in its lane at once; a refused one goes back, and may be tried again", async () => {
  const answers = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
  const all = [...answers];
  await open({ onMove: ({ id }, { id: to }) => (moves.push([id, to]), answers.shift()!.promise) });
  await screen.press(/^Mover Bia/);
  await screen.press("Pronto");
  await eventually(() => lane(2).all("button", "Bia").length === 1, "the card in its lane");
  all[0]!.reject(new ApiError(409, { error: "ERR_NO_PERMISSION" }));
  await eventually(() => lane(0).all("button", "Bia").length === 1, "the card back");
  await screen.press("Tentar de novo");
  expect(moves).toEqual([
    [1, 2],
    [1, 2],
  ]);
  all[1]!.resolve(false);
  await eventually(() => lane(0).all("button", "Bia").length === 1, "the card called off");
});

test("of several moves of one card only the last is sent on", async () => {
  const first = Promise.withResolvers<unknown>();
  await open({
    onMove: async ({ id }, { id: to }) => {
      moves.push([id, to]);
      if (moves.length === 1) await first.promise;
    },
  });
  for (const name of ["Novo pedido", "Pronto", "Novo pedido", "Pronto"]) {
    await screen.press(/^Mover Bia/);
    await screen.press(name);
  }
  first.resolve(null);
  await eventually(() => moves.length === 2, "the last move");
  await frames();
  expect(moves).toEqual([
    [1, 1],
    [1, 2],
  ]);
});

test("lanes are put in order by their menus; the fixed one stays first", async () => {
  await open();
  expect(lane(0).all("button", /^Mover a coluna/)).toHaveLength(0);
  await screen.press("Mover a coluna Pronto");
  await screen.press(/esquerda/);
  expect(orders).toEqual([[2, 1]]);
  expect(announced()).toContain("1 de 2");
});

test("without leave nothing is moved, by no hand", async () => {
  await open({ onMove: undefined, onReorder: undefined });
  expect(screen.all("button", /^Mover/)).toHaveLength(0);
  const bia = await card("Bia");
  pointer("pointerdown", 20, 20, {}, bia);
  pointer("pointermove", 400, 200);
  await frames();
  pointer("pointerup", 400, 200);
  bia.focus();
  await key(" ");
  expect([announced(), moves]).toEqual(["", []]);
});
