import { answer } from "../../src/testing/screen/page.tsx";
import { beforeEach, expect, test } from "bun:test";
import { eventually } from "../../src/testing/screen/screen.ts";
import { dispatch } from "../session/frames.ts";
import { live } from "../session/live.ts";
import { signedIn } from "../../src/testing/screen/signed-in.ts";
import { clearDraft, draftOf, saveDraft, setDraft, startDrafts } from "./draft.ts";
import { pendingMessages } from "./outbox.ts";

signedIn();
live.state.value = "online";

type Row = { ticketId: number; text: string; quotedMsgId: number | null; updatedAt: string };

let ticket = 0;
/** The drafts on the server. */
let server: Row[] = [];
let puts: unknown[] = [];
let second = 0;

beforeEach(() => {
  ticket += 1;
  server = [];
  puts = [];
  pendingMessages.value = [];
  answers();
});

function answers() {
  answer(({ method, path, body }) => {
    if (path === "/shell") return { drafts: server };
    if (method === "GET") return { messages: [{ id: 7, body: "Tem bolo?", fromMe: false }] };
    if (path === `/drafts/${ticket}`) puts.push(body);
    const { text } = body as { text: string };
    return text ? { updatedAt: later() } : {};
  });
}

/** A time later than all others and than the text typed so far. */
const later = () => new Date(Date.now() + 1000 * (second += 1)).toISOString();
const fromServer = (text: string, more: Partial<Row> = {}) =>
  dispatch({
    event: "draft",
    action: "update",
    draft: { ticketId: ticket, text, quotedMsgId: null, updatedAt: later(), ...more },
  });
const text = () => draftOf(ticket).peek().text;
const onDevice = () => localStorage.getItem(`draft:2:${ticket}`);

startDrafts();
await eventually(() => true, "the start");
await Bun.sleep(10);

test("what is typed is saved once, 300 ms after the last key", async () => {
  setDraft(ticket, { text: "O bol" });
  setDraft(ticket, { text: "O bolo" });
  expect([text(), onDevice(), puts]).toEqual(["O bolo", null, []]);
  await eventually(() => puts.length > 0, "the draft at the server");
  expect(puts).toEqual([{ text: "O bolo" }]);
  expect(onDevice()).toContain("O bolo");
});

test("a ticket that is left has its draft saved at once", async () => {
  setDraft(ticket, { text: "Já" });
  saveDraft(ticket);
  expect(onDevice()).toContain("Já");
  await eventually(() => puts.length === 1, "the draft at the server");
  saveDraft(ticket);
  await Bun.sleep(10);
  expect(puts).toHaveLength(1);
});

test("what is typed while a draft goes up follows it", async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  answer(({ body }) => (puts.push(body), promise));
  setDraft(ticket, { text: "Um" });
  saveDraft(ticket);
  await eventually(() => puts.length === 1, "the first text");
  setDraft(ticket, { text: "Um dois" });
  saveDraft(ticket);
  fromServer("De outra tela");
  expect(text()).toBe("Um dois");
  resolve({ updatedAt: later() });
  await eventually(() => puts.length === 2, "the second text");
  expect(puts.at(-1)).toEqual({ text: "Um dois" });
});

test("a draft of another screen comes here; what is typed later than it stays", () => {
  fromServer("De outra tela");
  expect(text()).toBe("De outra tela");
  setDraft(ticket, { text: "Daqui" });
  fromServer("De antes", { updatedAt: "2026-01-01T00:00:00.000Z" });
  expect(text()).toBe("Daqui");
  fromServer("De depois");
  expect(text()).toBe("De depois");
});

test("a draft that was sent elsewhere is emptied here, but not what is typed on", () => {
  const gone = () => dispatch({ event: "draft", action: "delete", ticketId: ticket });
  fromServer("De outra tela");
  gone();
  expect([text(), onDevice()]).toEqual(["", null]);
  fromServer("De outra tela");
  setDraft(ticket, { text: "De outra tela, e mais" });
  gone();
  expect(text()).toBe("De outra tela, e mais");
});

test("a sent draft is emptied at the server once its message was taken", async () => {
  setDraft(ticket, { text: "Enviada" });
  saveDraft(ticket);
  await eventually(() => puts.length === 1, "the draft at the server");
  await Bun.sleep(5);
  pendingMessages.value = [{ ticketId: ticket, refused: null } as never];
  clearDraft(ticket);
  await Bun.sleep(10);
  expect([text(), puts.length]).toEqual(["", 1]);
  pendingMessages.value = [];
  setDraft(ticket, { text: "" });
  saveDraft(ticket);
  await eventually(() => puts.length === 2, "the empty draft");
  expect(puts.at(-1)).toEqual({ text: "" });
});

test("an empty draft that the server never had is not sent to it", async () => {
  setDraft(ticket, { text: " " });
  saveDraft(ticket);
  await Bun.sleep(10);
  expect(puts).toEqual([]);
});

test("a quotation comes with its message, and goes with another draft", async () => {
  fromServer("Tem", { quotedMsgId: 7 });
  await eventually(() => draftOf(ticket).peek().quotedMsg !== null, "the quotation");
  expect(draftOf(ticket).peek()).toMatchObject({ text: "Tem", quotedMsg: { body: "Tem bolo?" } });
  fromServer("Tem sim", { quotedMsgId: 7 });
  expect(draftOf(ticket).peek().quotedMsg?.id).toBe(7);
  fromServer("Bom dia");
  expect(draftOf(ticket).peek().quotedMsg).toBeNull();
});

test("a draft that failed goes up when the connection is back", async () => {
  answer(() => Response.json({ error: "ERR_INTERNAL" }, { status: 500 }));
  setDraft(ticket, { text: "Sem rede" });
  saveDraft(ticket);
  await Bun.sleep(10);
  answers();
  dispatch({ event: "ready" });
  await eventually(() => puts.length === 1, "the draft at the server");
  expect([puts[0], text()]).toEqual([{ text: "Sem rede" }, "Sem rede"]);
});

test("a ticket that one may no longer write in is not tried again", async () => {
  let calls = 0;
  answer(({ path }) => {
    if (path === "/shell") return { drafts: [] };
    calls += 1;
    return Response.json({ error: "ERR_NO_TICKET_FOUND" }, { status: 404 });
  });
  setDraft(ticket, { text: "Não é meu" });
  saveDraft(ticket);
  await eventually(() => calls === 1, "the refusal");
  await Bun.sleep(10);
  dispatch({ event: "ready" });
  await Bun.sleep(30);
  expect(calls).toBe(1);
});

test("after a time away the server's drafts are taken, and those it has no more are gone", async () => {
  fromServer("Foi enviado");
  const other = (ticket += 1);
  server = [{ ticketId: other, text: "Novo", quotedMsgId: null, updatedAt: later() }];
  dispatch({ event: "ready" });
  await eventually(() => draftOf(other).peek().text === "Novo", "the new draft");
  expect(draftOf(other - 1).peek().text).toBe("");
});

test("a draft of this device is there after a reload, and a broken one is none", () => {
  localStorage.setItem(`draft:2:${ticket}`, JSON.stringify({ text: "De ontem", at: 1 }));
  localStorage.setItem("draft:2:999", "{");
  expect([text(), draftOf(999).peek().text]).toEqual(["De ontem", ""]);
});
