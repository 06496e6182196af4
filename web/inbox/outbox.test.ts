import { answer } from "../../src/testing/screen/page.tsx";
import { beforeEach, expect, test } from "bun:test";
import { eventually } from "../../src/testing/screen/screen.ts";
import { dispatch } from "../session/frames.ts";
import { signedIn } from "../../src/testing/screen/signed-in.ts";
import {
  discard,
  enqueue,
  isAccepted,
  pendingMessages,
  sendAgain,
  startOutbox,
  unsend,
} from "./outbox.ts";
import { fetchThread, thread } from "./thread.ts";

signedIn();

type Sent = { clientId: string; body: string; undo: boolean; quotedMsg?: { id: number } };

let ticket = 0;
let sent: Sent[] = [];
let deleted: string[] = [];

beforeEach(() => {
  ticket += 1;
  sent = [];
  deleted = [];
  pendingMessages.value = [];
  localStorage.clear();
  answers();
});

function answers() {
  answer(({ method, path, body }) => {
    if (method === "DELETE") return (deleted.push(path), {});
    if (method === "GET") return { messages: [], hasMore: false, hasNewer: false };
    sent.push(body as Sent);
    return [messageOf(body as Sent)];
  });
}

const messageOf = ({ clientId, body }: Sent) => ({
  id: 100 * ticket + sent.length,
  ticketId: ticket,
  clientId,
  body,
  ack: 0,
  updatedAt: "2026-11-20T10:00:00.000Z",
});
const refuse = (status: number, error: string) =>
  answer(({ body }) => (sent.push(body as Sent), Response.json({ error }, { status })));
const bodies = () => sent.map(({ body }) => body);
const waiting = () => pendingMessages.peek().map(({ body, refused }) => [body, refused]);
const stored = () => Object.keys(localStorage).filter((key) => key.startsWith("outbox:2:"));
const isEmpty = () => pendingMessages.peek().length === 0;

test("a message waits on this device until the server has it, and is in the conversation then", async () => {
  await fetchThread(ticket);
  const clientId = enqueue(ticket, { body: "Já vai!", quotedMsg: { id: 7 } as never });
  expect([waiting(), stored()]).toEqual([[["Já vai!", null]], [`outbox:2:${clientId}`]]);
  expect(await isAccepted(clientId)).toBe(true);
  expect([stored(), thread(ticket).messages.peek()[0]?.body]).toEqual([[], "Já vai!"]);
  expect(sent).toEqual([{ body: "Já vai!", clientId, quotedMsg: { id: 7 }, undo: false }]);
});

test("messages of a ticket go one after the other, those of another ticket beside them", async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  answer(({ path, body }) => {
    sent.push(body as Sent);
    return path === `/messages/${ticket}` && sent.length === 1
      ? promise
      : [messageOf(body as Sent)];
  });
  enqueue(ticket, { body: "Um" });
  enqueue(ticket, { body: "Dois" });
  enqueue(ticket + 5000, { body: "Outro" });
  await eventually(() => pendingMessages.peek().length === 2, "the other ticket's");
  expect(bodies()).toEqual(["Um", "Outro"]);
  resolve([messageOf(sent[0]!)]);
  await eventually(isEmpty, "all of them");
  expect(bodies()).toEqual(["Um", "Outro", "Dois"]);
});

test("without a network messages wait in their order, and go when the connection is back", async () => {
  refuse(503, "ERR_BUSY");
  enqueue(ticket, { body: "Um" });
  enqueue(ticket, { body: "Dois" });
  await eventually(() => sent.length > 0, "a try");
  await Bun.sleep(10);
  expect(waiting()).toEqual([
    ["Um", null],
    ["Dois", null],
  ]);
  sent = [];
  answers();
  dispatch({ event: "ready" });
  await eventually(isEmpty, "both messages, before a try by the clock", 500);
  expect(bodies()).toEqual(["Um", "Dois"]);
});

test("a lost answer brings the same client id again", async () => {
  answer(({ body }) => {
    sent.push(body as Sent);
    throw new TypeError("the connection is gone");
  });
  const clientId = enqueue(ticket, { body: "Uma vez só" });
  await eventually(() => sent.length === 1, "a try");
  await Bun.sleep(10);
  answers();
  dispatch({ event: "ready" });
  expect(await isAccepted(clientId)).toBe(true);
  expect(sent.map((one) => one.clientId)).toEqual([clientId, clientId]);
});

test("a message whose answer is late is accepted by its frame", async () => {
  const { promise } = Promise.withResolvers<object>();
  answer(({ body }) => (sent.push(body as Sent), promise));
  const clientId = enqueue(ticket, { body: "Oi" });
  await eventually(() => sent.length === 1, "the call");
  dispatch({
    event: "appMessage",
    action: "create",
    message: { ...messageOf(sent[0]!), id: 1 },
    ticket: {},
  });
  expect([isEmpty(), await isAccepted(clientId)]).toEqual([true, true]);
});

test("a refused message stays with its reason, lets the next one by, and can be sent again", async () => {
  refuse(409, "ERR_OPTED_OUT");
  const clientId = enqueue(ticket, { body: "Não vai" });
  expect(await isAccepted(clientId)).toBe(false);
  expect(waiting()).toEqual([["Não vai", "ERR_OPTED_OUT"]]);
  answers();
  expect(await isAccepted(enqueue(ticket, { body: "Este vai" }))).toBe(true);
  expect(waiting()).toEqual([["Não vai", "ERR_OPTED_OUT"]]);
  sendAgain(clientId);
  expect(waiting()).toEqual([["Não vai", null]]);
  expect(await isAccepted(clientId)).toBe(true);
});

test("a refusal that passes by itself is none: a session to renew, a busy server", async () => {
  for (const [status, code] of [
    [429, "ERR_TOO_MANY"],
    [500, "ERR_INTERNAL"],
    [401, "ERR_NO_SESSION"],
  ] as const) {
    refuse(status, code);
    const before = sent.length;
    const clientId = enqueue(ticket, { body: code });
    await eventually(() => sent.length > before, "a try");
    await Bun.sleep(10);
    expect(waiting()).toEqual([[code, null]]);
    discard(clientId);
  }
});

test("what was sent is taken back: before the server has it here, afterwards there", async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  answer(({ body }) => (sent.push(body as Sent), promise));
  const clientId = enqueue(ticket, { body: "Ops", undo: true });
  await eventually(() => sent.length === 1, "the call");
  expect(sent[0]?.undo).toBe(true);
  answers();
  resolve([{ ...messageOf(sent[0]!), id: 77 }]);
  await isAccepted(clientId);
  await unsend(clientId);
  expect(deleted).toEqual(["/messages/77"]);

  refuse(503, "ERR_BUSY");
  const waits = enqueue(ticket, { body: "Ops" });
  await eventually(() => sent.length === 2, "a try");
  await Bun.sleep(10);
  await unsend(waits);
  expect([isEmpty(), stored(), deleted.length]).toEqual([true, [], 1]);
});

test("what an earlier page left is sent in the order of its writing; what was not undone in time is sent for good", async () => {
  const left = (clientId: string, second: number) =>
    localStorage.setItem(
      `outbox:2:${clientId}`,
      JSON.stringify({
        clientId,
        ticketId: ticket,
        body: clientId,
        quotedMsg: null,
        file: null,
        place: null,
        contacts: null,
        undo: true,
        at: `2026-11-20T10:00:0${second}.000Z`,
        refused: null,
      }),
    );
  left("b", 2);
  left("a", 1);
  localStorage.setItem("outbox:2:broken", "{");
  localStorage.setItem("outbox:3:another", "{}");
  startOutbox();
  await eventually(() => sent.length === 2, "both messages");
  expect([bodies(), sent.map(({ undo }) => undo)]).toEqual([
    ["a", "b"],
    [false, false],
  ]);
  enqueue(ticket, { body: "c" });
  startOutbox();
  await eventually(isEmpty, "the third");
  expect(bodies()).toEqual(["a", "b", "c"]);
});

test("a file that did not outlive a reload is refused, and said so", async () => {
  const pending = {
    clientId: "f",
    ticketId: ticket,
    body: "",
    file: { name: "bolo.png", type: "image/png", size: 3, kind: "image", voice: null },
  };
  pendingMessages.value = [{ ...pending, at: "2026-11-20T10:00:00.000Z", refused: "x" } as never];
  sendAgain("f");
  expect(await isAccepted("f")).toBe(false);
  expect([pendingMessages.peek()[0]?.refused, sent.length]).toEqual(["ERR_LOST_FILE", 0]);
});
