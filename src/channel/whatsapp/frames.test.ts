import type { WASocket } from "@whiskeysockets/baileys";
import { expect, test } from "bun:test";
import { EventEmitter } from "node:events";
import { readInTurns } from "./frames.ts";

const turnOfTheLoop = () => new Promise(setImmediate);
const framed = (text: string) =>
  Buffer.concat([Buffer.from([0, 0, Buffer.byteLength(text)]), Buffer.from(text)]);
const texts = (count: number) => Array.from({ length: count }, (_, index) => `oi ${index}`);

/**
 * A socket whose frames are read in turns, and their results in order. `reading` reads one frame.
 */
function line(reading: (text: string) => Promise<unknown> | void = () => {}) {
  const ws = new EventEmitter();
  const received: string[] = [];
  ws.on("message", async (frame: Buffer) => {
    const text = frame.subarray(3).toString();
    await reading(text);
    received.push(text);
  });
  ws.on("close", () => received.push("closed"));
  readInTurns(ws as unknown as WASocket["ws"]);
  const all = async (count: number) => {
    while (received.length < count) await turnOfTheLoop();
  };
  return { ws, received, all };
}

test("others have their turn while a backlog that came in one piece is read, and nothing overtakes", async () => {
  const { ws, received, all } = line();
  ws.emit("message", Buffer.concat(texts(200).map(framed)));
  ws.emit("message", framed("depois"));
  let most = 0;
  for (let before = 0; received.length < 201; before = received.length) {
    await turnOfTheLoop();
    most = Math.max(most, received.length - before);
  }
  await all(201);
  expect([most, received]).toEqual([16, [...texts(200), "depois"]]);
});

test("one that comes alone is read at once, and one that comes in two pieces once it is whole", async () => {
  const { ws, received, all } = line();
  ws.emit("message", framed("oi"));
  await Promise.resolve();
  expect(received).toEqual(["oi"]);
  const whole = framed("tem pão?");
  for (const piece of [
    whole.subarray(0, 2),
    whole.subarray(2, 6),
    Buffer.concat([whole.subarray(6), framed("quente?")]),
  ])
    ws.emit("message", piece);
  await all(3);
  expect(received).toEqual(["oi", "tem pão?", "quente?"]);
});

test("one that takes its time is not overtaken, and the end comes after all that came before it", async () => {
  const { ws, received, all } = line((text) => (text === "oi 0" ? turnOfTheLoop() : undefined));
  ws.emit("message", Buffer.concat(texts(40).map(framed)));
  ws.emit("close");
  await all(41);
  expect(received).toEqual([...texts(40), "closed"]);
});

test("of a socket that was given up nothing more is read", async () => {
  const { ws, received } = line();
  ws.emit("message", Buffer.concat(texts(40).map(framed)));
  await turnOfTheLoop();
  ws.removeAllListeners("message");
  for (let count = 0; count < 5; count++) await turnOfTheLoop();
  expect(received.length).toBeLessThan(40);
});
