import { show } from "../../../../../src/testing/screen/page.tsx";
import { expect, test } from "bun:test";
import { eventually } from "../../../../../src/testing/screen/screen.ts";
import type { TicketEvent } from "../../../../inbox/ticket-events.ts";
import { EventLines } from "./EventLines.tsx";
import "../../../../session/texts.ts";
import "../../texts.ts";

const place = {
  status: "open",
  queue: { id: 1, name: "Doces" },
  user: { id: 2, name: "Ana" },
} as const;
const event = (id: number, more: Partial<TicketEvent> = {}) =>
  ({
    id,
    ticketId: 1,
    kind: "transferred",
    at: "2026-11-20T12:06:00.000Z",
    by: { id: 3, name: "Caio" },
    from: null,
    to: place,
    note: null,
    detail: null,
    ...more,
  }) as TicketEvent;
const words = () => document.body.textContent;

test("a transfer is a line with its note below, which a note alone has without a line", async () => {
  await show(
    <EventLines
      events={[
        event(1, { note: "Quer bolo azul" }),
        event(2, { kind: "noted", note: "Sem glúten" }),
      ]}
    />,
  );
  await eventually(() => words().includes("Caio passou para Ana, em Doces"), "the lines");
  expect(words()).toContain("Quer bolo azul");
  expect(words()).toContain("Sem glúten");
  expect(document.querySelectorAll("[data-written]")).toHaveLength(2);
});

test("three lines stand open, four fold into one, and notes stay", async () => {
  const three = [1, 2, 3].map((id) => event(id));
  await show(<EventLines events={three} />);
  await eventually(() => document.querySelectorAll("p").length === 3, "the lines");
  await show(<EventLines events={[...three, event(4, { note: "Falta o sabor" })]} />);
  await eventually(() => words().includes("4 mudanças"), "the lines");
  expect(words()).toContain("Falta o sabor");
  expect(words()).not.toContain("Caio passou");
  document.querySelector("button")!.click();
  await eventually(() => words().includes("Caio passou para Ana"), "the lines");
});
