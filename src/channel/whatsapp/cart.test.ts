import type { WAMessage } from "@whiskeysockets/baileys";
import { expect, test } from "bun:test";
import { cartOf } from "./cart.ts";
import { decode } from "./decode.ts";

const order = {
  orderId: "77",
  token: "abc",
  orderTitle: "Padaria",
  itemCount: 3,
  message: "Sem açúcar",
  totalAmount1000: 107_300,
  totalCurrencyCode: "BRL",
};
const from = (orderMessage: object) =>
  ({
    key: { remoteJid: "5511988880001@s.whatsapp.net", id: "3A01", fromMe: false },
    messageTimestamp: 1_700_000_000,
    message: { orderMessage },
  }) as WAMessage;
const answering = (products: unknown) => ({ getOrderDetails: async () => ({ products }) }) as never;
const bodyOf = async (socket: never, wait?: number) => {
  const message = from(order);
  const [decoded] = decode(message, undefined, [], {
    cart: await cartOf(socket, message, wait),
  });
  return decoded?.what === "message" && "body" in decoded.content
    ? decoded.content.body
    : undefined;
};

test("a cart says what is in it, as far as WhatsApp tells", async () => {
  expect(
    await bodyOf(
      answering([
        { name: "Bolo de cenoura", quantity: 2, price: 49_900, currency: "BRL" },
        { name: "Pão\nfrancês", quantity: 1, price: 7500, currency: "BRL" },
        null,
        { quantity: "muitos" },
      ]),
    ),
  ).toBe(
    "🛒 Padaria\n2 × Bolo de cenoura · BRL 49.90\n1 × Pão francês · BRL 7.50\n1 × ?\nSem açúcar\nBRL 107.30",
  );
  const summary = "🛒 Padaria\n3 ×\nSem açúcar\nBRL 107.30";
  expect(await bodyOf(answering("nada"))).toBe(summary);
  expect(await bodyOf({ getOrderDetails: () => Promise.reject(new Error("no")) } as never)).toBe(
    summary,
  );
  expect(await bodyOf({ getOrderDetails: () => new Promise(() => {}) } as never, 1)).toBe(summary);
});

test("nothing is asked for what is no cart", async () => {
  const never = { getOrderDetails: () => Promise.reject(new Error("asked")) } as never;
  expect(await cartOf(never, { key: {}, message: { conversation: "Oi" } } as WAMessage)).toEqual(
    [],
  );
  expect(await cartOf(never, from({ ...order, token: 5 }))).toEqual([]);
});
