import { expect, test } from "bun:test";
import { longestMessage } from "./limits.ts";
import { orderWords } from "./order-words.ts";
import { fill, type Facts, orderVariables } from "./variables.ts";

const facts: Facts = {
  contact: {
    name: "Bia O'Neil",
    number: "5511988880001",
    email: "bia@example.com",
    extraInfo: [
      { name: "CPF", value: "123" },
      { name: "Bolo {{x}}", value: "cenoura" },
    ],
  },
  ticket: { id: 42, createdAt: "2026-11-20T02:00:00.000Z" },
  user: "Ana",
  queue: "Encomendas",
  connection: "Balcão",
  company: "Padaria Pão Quente",
  now: Date.parse("2026-11-21T12:04:05.000Z"),
  timezone: "America/Sao_Paulo",
};

const cases: [text: string, filled: string][] = [
  ["Oi {{name}}", "Oi Bia O'Neil"],
  ["Oi {{ firstName }}, {{FIRSTNAME}}, {{firstname}}", "Oi Bia, Bia, Bia"],
  ["{{ms}} {{gretting}} {{Greeting}}", "Bom dia Bom dia Bom dia"],
  ["{{email}} {{number}}", "bia@example.com 5511988880001"],
  ["{{protocol}}", "2026111942"],
  ["{{hora}} {{time}} {{hour}}", "09:04:05 09:04:05 09:04:05"],
  ["{{date}}, {{data_hora}}", "21-11-2026, 21-11-2026 às 09:04:05"],
  [
    "{{connection}} {{name_company}} {{queue}} {{fila}}",
    "Balcão Padaria Pão Quente Encomendas Encomendas",
  ],
  ["{{user}} {{usuario}} {{userName}} {{ticket}} {{ticket_id}}", "Ana Ana Ana 42 42"],
  ["{{cpf}}", "123"],
  ["{{nobody}} {{ }} {{", "{{nobody}} {{ }} {{"],
  ["{name} {{{name}}}", "{name} {Bia O'Neil}"],
];

test.each(cases)("%s", (text, filled) => {
  expect(fill(text, facts)).toBe(filled);
});

test("what a value says is not looked at again", () => {
  expect(fill("{{name}}", { ...facts, contact: { ...facts.contact, name: "{{user}} <b>" } })).toBe(
    "{{user}} <b>",
  );
});

test("an order's words have a value in texts about one, and nowhere else", () => {
  const text = orderVariables.map((word) => `{{${word}}}`).join("|");
  const item = (amount: number, name: string) => ({
    amount,
    unit: "un" as const,
    product: { name },
  });
  const order = orderWords(
    {
      number: 12,
      total: "52.40",
      status: { name: "Em preparo" },
      store: { name: "Centro" },
      wantedAt: "2026-11-28T18:05:00.000Z",
      orderItems: [item(2, "Pão"), item(1, "Bolo")],
    },
    null,
    "America/Sao_Paulo",
  );
  expect(fill(text, { ...facts, order })).toBe(
    "12|R$ 52,40|Em preparo|Centro|2x Pão\n1x Bolo|sábado, 28/11, às 15:05|",
  );
  expect(fill(text, facts)).toBe(text);
});

test("the greeting follows the company's clock", () => {
  const at = (hour: string) =>
    fill("{{ms}}", { ...facts, now: Date.parse(`2026-11-21T${hour}:00.000-03:00`) });
  expect(["00:00", "05:59", "06:00", "11:59", "12:00", "17:59", "18:00", "23:59"].map(at)).toEqual([
    "Boa madrugada",
    "Boa madrugada",
    "Bom dia",
    "Bom dia",
    "Boa tarde",
    "Boa tarde",
    "Boa noite",
    "Boa noite",
  ]);
});

test("a hostile text is filled in as fast as any, and no longer than a message may be", () => {
  expect(fill(`{{${" ".repeat(65_000)}`, facts)).toHaveLength(65_002);
  const long = {
    ...facts,
    contact: { ...facts.contact, extraInfo: [{ name: "a", value: "x".repeat(1000) }] },
  };
  expect(fill("{{a}}".repeat(13_000), long).length).toBeLessThanOrEqual(66_536);
});

test("a text is filled in up to the longest message, and not beyond", () => {
  const rest = "x".repeat(longestMessage - 2 * "{{user}}Ana".length);
  expect(fill(`${rest}{{user}}{{user}}`, facts)).toBe(`${rest}AnaAna`);
  expect(fill(`${rest}x{{user}}{{user}}`, facts)).toBe(`${rest}xAna{{user}}`);
});

test("who has no name is called by the number", () => {
  expect(
    fill("{{name}} {{firstName}}", { ...facts, contact: { name: "", number: "5511", email: "" } }),
  ).toBe("5511 5511");
});
