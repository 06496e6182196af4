import { expect } from "bun:test";
import { join } from "node:path";
import { folder, stoppedClock, test } from "../../testing/world.ts";
import { Refused, Unreachable, type Heard, type Line } from "../channel.ts";
import type { PhoneMessage } from "../../shared.ts";
import { Network } from "./network.ts";
import { Practice } from "./practice.ts";

function line({ path = ":memory:", take = async (_: Heard) => {} } = {}) {
  const network = new Network(path, stoppedClock().now);
  const [lines, heard, acks, seen]: [Line[], Heard[], [string, number][], PhoneMessage[]] = [[], [], [], []];
  const ears = {
    line: (line: Line) => void lines.push(line),
    message: async (message: Heard) => {
      await take(message);
      heard.push(message);
    },
    ack: (id: string, level: number) => void acks.push([id, level]),
  };
  const channel = new Practice(1, network, ears, (message) => seen.push(message));
  const write = (body: string, id: string = crypto.randomUUID()) => channel.write({ id, number: "5511988880001", name: "Bia", body, media: null, quotedMsgId: null, group: null });
  const send = (body: string, id: string = crypto.randomUUID()) => channel.send({ id, to: { type: "phone", value: "5511988880001" }, body });
  const phone = () => network.conversation(1, "5511988880001").map(({ body }) => body);
  return { network, channel, lines, heard, acks, seen, write, send, phone };
}

test("a line shows a code until a phone reads it, and is up from then on", async () => {
  const { channel, lines, network } = line();
  await channel.start();
  expect(lines[0]!.status).toBe("qrcode");
  expect(lines[0]!.qrcode).toStartWith("balcao-practice:1:");
  await channel.scan();
  expect(lines.at(-1)).toEqual({ status: "CONNECTED", qrcode: "" });
  await channel.stop();
  await channel.start();
  expect([lines.at(-1)!.status, network.linked(1)]).toEqual(["CONNECTED", true]);
});

test("what a customer writes is handed over once, in order", async () => {
  const { channel, heard, write } = line();
  await channel.scan();
  await write("Um", "1");
  await Promise.all([write("Dois", "2"), write("Três", "3"), write("Dois de novo", "2")]);
  expect(heard.map(({ id, body, from, name }) => [id, body, from, name])).toEqual([["1", "Um", "5511988880001", "Bia"], ["2", "Dois", "5511988880001", "Bia"], ["3", "Três", "5511988880001", "Bia"]]);
});

test("while the shop is away the network keeps what was written", async () => {
  const { channel, heard, write } = line();
  expect(await write("Antes")).toMatchObject({ body: "Antes", ack: 1 });
  await channel.scan();
  await channel.fault({ disconnect: true });
  await write("Durante");
  expect(heard.map(({ body }) => body)).toEqual(["Antes"]);
  await channel.fault({ disconnect: false });
  expect(heard.map(({ body }) => body)).toEqual(["Antes", "Durante"]);
});

test("what the shop could not keep is handed over again", async () => {
  let full = true;
  const { channel, heard, write, network } = line({ take: async () => {
    if (full) throw new Error("disk full");
  } });
  await channel.scan();
  await write("Oi").catch(() => {});
  expect([heard, network.waiting(1)?.body]).toEqual([[], "Oi"]);
  full = false;
  await write("Alô?");
  expect(heard.map(({ body }) => body)).toEqual(["Oi", "Alô?"]);
});

test("the same message sent twice arrives once", async () => {
  const { channel, send, phone } = line();
  await channel.scan();
  await send("Já sai!", "M1");
  await send("Já sai!", "M1");
  expect(phone()).toEqual(["Já sai!"]);
});

test("a line breaks as networks do", async () => {
  const { channel, send, phone } = line();
  expect(send("Cedo")).rejects.toBeInstanceOf(Unreachable);
  await channel.scan();
  await channel.fault({ failNext: 2, reason: "ERR_NUMBER_GONE" });
  expect(send("Um")).rejects.toEqual(new Refused("ERR_NUMBER_GONE"));
  expect(send("Dois")).rejects.toBeInstanceOf(Refused);
  await Bun.sleep(0);
  await send("Três");
  await channel.fault({ delayMs: 30 });
  const started = performance.now();
  await send("Quatro");
  expect(performance.now() - started).toBeGreaterThan(25);
  expect(phone()).toEqual(["Três", "Quatro"]);
});

test("a line that is logged out needs a phone again", async () => {
  const { channel, lines, send } = line();
  await channel.scan();
  await channel.fault({ logout: true });
  expect(lines.at(-1)!.status).toBe("DISCONNECTED");
  expect(send("Oi")).rejects.toBeInstanceOf(Unreachable);
  await channel.start();
  expect(lines.at(-1)!.status).toBe("qrcode");
});

test("only what we sent is acknowledged to us, and a level only rises", async () => {
  const { channel, send, write, acks, network } = line();
  await channel.scan();
  await send("Já sai!", "M1");
  await write("Oi", "C1");
  expect(channel.ack("M1", 3)).toMatchObject({ ack: 3 });
  expect(channel.ack("M1", 2)).toMatchObject({ ack: 3 });
  expect(channel.ack("C1", 3)).toBeUndefined();
  expect(channel.ack("none", 3)).toBeUndefined();
  expect(acks).toEqual([["M1", 3], ["M1", 2]]);
  expect(network.phones(1)).toEqual([{ number: "5511988880001", name: "Bia" }]);
});

test("the network outlives the box", async () => {
  const path = join(folder(), "network.sqlite");
  const before = line({ path });
  await before.channel.scan();
  await before.send("Já sai!", "M1");
  await before.channel.fault({ disconnect: true });
  await before.write("Oi");
  before.network.close();

  const after = line({ path });
  await after.channel.start();
  expect(after.heard.map(({ body }) => body)).toEqual(["Oi"]);
  expect(after.phone()).toEqual(["Já sai!", "Oi"]);
});
