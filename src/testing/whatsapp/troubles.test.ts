import { expect } from "bun:test";
import { test, until } from "../world.ts";
import { network, openShop, sessionIs, shop } from "./shop.ts";

const number = "5511999990001";

const soon = { BALCAO_WA_FIRST_RETRY: "250" };

/** For tests that neither stop the box nor need settings of their own. */
const openShared = await openShop(soon);

async function open(settings: Record<string, string> = {}) {
  const wa = await network();
  const account = wa.account({ number, name: "Pão Quente" });
  const bakery = await shop(wa, settings);
  const line = await bakery.linked(account);
  const bia = wa.phone("Bia", { number: "5511988880001" });
  await bia.says("Oi");
  return { ...bakery, wa, account, line, bia, ticket: await bakery.taken("Bia") };
}

const run = (word: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${word} ${index + 1}`);

test("what came while the box was off comes in order, each once", async () => {
  const it = await open();
  await it.box.stop();
  for (const text of run("pergunta", 30)) await it.bia.says(text);
  await it.restarted();
  const received = await until(async () => {
    const messages = (await it.conversation(it.ticket))
      .filter(({ fromMe }) => !fromMe)
      .map(({ body }) => body);
    return messages.length > 30 && messages;
  }, 15_000);
  expect(received).toEqual(["Oi", ...run("pergunta", 30)]);
  expect(it.account.companions).toMatchObject([{ registrations: 1 }]);
}, 60_000);

test("what is answered while the connection is down goes out when it is up, in order, each once", async () => {
  const it = await openShared();
  await it.wa.goesDown();
  await it.is(it.line, "TIMEOUT", 15_000);
  for (const text of run("resposta", 10))
    expect(await it.says(it.ticket, text)).toMatchObject({ ack: 0 });
  it.wa.comesBack();
  await it.bia.receives("resposta 10", 30_000);
  expect(it.bia.received.map(({ text }) => text)).toEqual(run("resposta", 10));
  expect(
    await it.message(it.ticket, ({ body, ack }) => body === "resposta 10" && ack === 2),
  ).toBeDefined();
}, 60_000);

test("stanzas that come twice or in another order are still one message each", async () => {
  const it = await openShared();
  it.wa.faults.duplicate(5);
  for (const text of run("dobrada", 5)) await it.bia.says(text);
  await it.message(it.ticket, ({ body }) => body === "dobrada 5");
  it.wa.faults.reorder(3);
  for (const text of run("trocada", 3)) await it.bia.says(text);
  const received = await until(async () => {
    const bodies = (await it.conversation(it.ticket)).map(({ body }) => body);
    return bodies.filter((body) => body.startsWith("trocada")).length === 3 && bodies;
  });
  expect(received.toSorted()).toEqual(
    ["Oi", ...run("dobrada", 5), ...run("trocada", 3)].toSorted(),
  );
}, 60_000);

test("a phone that lost its keys asks again, and reads what we said", async () => {
  const it = await openShared();
  await it.says(it.ticket, "Um");
  await it.bia.receives("Um");
  it.bia.reinstalls();
  await it.says(it.ticket, "Dois");
  await it.bia.receives("Dois");
  await it.bia.says("Troquei de telefone");
  await it.message(it.ticket, ({ body }) => body === "Troquei de telefone");
}, 60_000);

test("a socket that takes messages and answers none is given up, and the message goes once over the next", async () => {
  const it = await open({ BALCAO_WA_ANSWER_LIMIT: "1000", ...soon });
  it.wa.faults.halfOpen();
  const { id } = await it.says(it.ticket, "Alô?");
  await it.bia.receives("Alô?", 45_000);
  await it.message(it.ticket, (each) => each.id === id && each.ack === 2, 10_000);
  expect(it.bia.received.map(({ text }) => text)).toEqual(["Alô?"]);
}, 90_000);

test("a server that opens a socket and never greets is left, and tried again", async () => {
  const it = await open({ BALCAO_WA_GREETING_LIMIT: "1000", ...soon });
  const listener = await it.listener();
  it.wa.faults.neverOpens();
  it.wa.faults.closeSocket();
  await listener.receives(sessionIs("TIMEOUT"), 15_000);
  await it.is(it.line, "CONNECTED", 60_000);
}, 90_000);

test("messages are told even if the word that the backlog is over never comes", async () => {
  const it = await open({ BALCAO_WA_BACKLOG_LIMIT: "500" });
  await it.box.stop();
  await it.bia.says("Ainda aí?");
  it.wa.faults.noOfflineMark();
  await it.restarted();
  await it.message(it.ticket, ({ body }) => body === "Ainda aí?", 45_000);
}, 90_000);

test("nobody reads the code, and the screen says what to do", async () => {
  const wa = await network();
  const account = wa.account({ number, name: "Pão Quente" });
  const bakery = await shop(wa, { BALCAO_WA_CODE_LIFE: "3000" });
  wa.faults.fewCodes(1);
  const [unread, typed, unused, read] = [
    await bakery.line("Sem leitor"),
    await bakery.line("Com código"),
    await bakery.line("Código que ninguém digita"),
    await bakery.line("Com leitor"),
  ];
  await bakery.is(typed, "qrcode");
  wa.faults.passkey();
  const { code } = (
    await bakery.rui.post<{ code: string }>(`/whatsappsession/${typed}/code`, { number })
  ).body;
  await bakery.rui.post(`/whatsappsession/${unused}/code`, { number: "5511999990077" });
  await account.pairs(code);
  await account.scans(await bakery.code(read));
  for (const line of [typed, read])
    expect(await bakery.is(line, "DISCONNECTED", 2000)).toMatchObject({
      reason: "passkey",
      qrcode: "",
    });
  expect(wa.faults.passkeyAcks).toBe(2);
  expect(bakery.box.said.out).not.toContain("failed to ack");
  for (const line of [unread, unused])
    expect(await bakery.is(line, "DISCONNECTED", 20_000)).toMatchObject({
      reason: "qrExpired",
      qrcode: "",
    });
}, 100_000);

test("a version of the protocol that was set by hand is spoken", async () => {
  const wa = await network();
  const account = wa.account({ number, name: "Pão Quente" });
  const bakery = await shop(wa);
  const set = (whatsappVersion: string) => bakery.rui.put("/box", { whatsappVersion });
  for (const wrong of ["2.3000", "2.3000.1043857760.1", "v2.3000.1"])
    expect(await set(wrong)).toMatchObject({ status: 422 });
  expect(await set("2.3000.1099999999")).toMatchObject({ status: 200 });
  await bakery.linked(account);
  expect(new Set(wa.versions)).toEqual(new Set(["2.3000.1099999999"]));
}, 60_000);

test("one who writes under a number and under a lid is one contact with one ticket", async () => {
  const it = await openShared();
  const hidden = it.wa.phone("Davi", { number: "5511988880009", addressing: "lid" });
  await hidden.says("Bom dia");
  const ticket = await it.taken("Davi");
  hidden.person.addressing = "pn";
  await hidden.says("Ainda eu");
  await it.message(ticket, ({ body }) => body === "Ainda eu");
  const nameless = it.wa.phone("Eva", { hidden: true });
  await nameless.says("Sem número");
  const hers = await it.taken("Eva");
  await it.says(hers, "Olá, Eva");
  await nameless.receives("Olá, Eva");
}, 60_000);
