import { expect } from "bun:test";
import { box, test } from "../world.ts";

/** Lists by their envelope, with a body with accents in its text, and a search without them. */
const lists = [
  ["categories", "categories", { name: "Pães" }, "paes"],
  ["payments", "payments", { name: "Crédito", typePaymentId: 3 }, "credito"],
  ["stores", "stores", { name: "Empório" }, "emporio"],
  ["contact-lists", "records", { name: "Promoção de verão" }, "PROMOCAO DE VERAO"],
  ["orderStatus", "orderStatus", { name: "Em separação", color: "#0f766e" }, "separacao"],
  ["quick-messages", "records", { shortcode: "ola", message: "Olá, tudo bem?" }, "olá"],
  ["tags", "tags", { name: "Atenção", color: "#0f766e" }, "atencao"],
] as const;

for (const [name, envelope, body, typed] of lists)
  test(`a search among ${name} finds a text whatever its accents`, async () => {
    const rui = (await box()).as("rui");
    const made = await rui.post<{ id: number }>(`/${name}`, body);
    expect([made.status, made.body]).toEqual([
      expect.any(Number),
      expect.objectContaining({ id: expect.any(Number) }),
    ]);
    const answer = await rui.get<Record<string, { id: number }[]>>(
      `/${name}?searchParam=${encodeURIComponent(typed)}`,
    );
    expect(answer.body[envelope]!.map(({ id }) => id)).toContain(made.body.id);
  });
