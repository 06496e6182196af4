import { expect, test } from "bun:test";
import { cartIn, cartLine, cartSign } from "./carts.ts";

test("a cart's lines are read back from its text, and from no other", () => {
  const items = [
    { amount: 2, name: "Bolo de cenoura" },
    { amount: 10, name: "Pão · francês 50 g" },
    { amount: 1, name: "Bolo de fubá" },
  ];
  const text = [
    `${cartSign} Padaria`,
    cartLine(items[0]!, "BRL 49.90"),
    cartLine(items[1]!, ""),
    cartLine(items[2]!, "BRL 12.50"),
    "Sem açúcar",
    "BRL 112.30",
  ].join("\n");
  expect(cartIn(text)).toEqual(items);
  expect(cartIn(text.slice(2))).toEqual([]);
  expect(cartIn(`${cartSign} Padaria\n2 ×\n0 × Bolo`)).toEqual([]);
});
