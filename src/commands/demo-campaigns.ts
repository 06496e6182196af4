import { walkIns } from "./demo-shop.ts";
import type { Call } from "./demo-sales.ts";

/** The customers in the shop's campaigns. */
const audience = walkIns.slice(0, 8);

const texts = {
  message1:
    "Oi, {nome}! Semana da broa na {loja}: leve duas e pague uma. Responda SAIR para não receber mais.",
  message2:
    "{nome}, hoje tem broa quentinha na {loja}: a segunda é por nossa conta. Responda SAIR para não receber mais.",
};

/** Each customer's reaction to the campaign: whether they read it, and their reply. */
const reactions: { read: boolean; reply?: string }[] = [
  { read: true, reply: "Oba! Separa duas para mim, passo às 18h" },
  { read: true },
  { read: false },
  { read: true, reply: "Tem broa sem açúcar?" },
  { read: true, reply: "sair" },
  { read: false },
  { read: true },
  { read: false },
];

type Sent = { id: string; from: string | null; body: string };

/**
 * Sends a campaign while the day goes on, and plans another. `next` lets one message of it leave;
 * `end` lets the customers read and answer.
 */
export async function writeToMany(rui: Call, whatsappId: number, saturday: string) {
  await rui("POST", "/campaign-settings", {
    settings: { variables: [{ key: "loja", value: "Padaria Pão Quente" }] },
  });
  const { id: contactListId } = await rui<{ id: number }>("POST", "/contact-lists", {
    name: "Clientes da loja",
  });
  for (const { name, number } of audience)
    await rui("POST", "/contact-list-items", { name, number, contactListId });
  const { id } = await rui<{ id: number }>("POST", "/campaigns", {
    name: "Semana da broa",
    ...texts,
    whatsappId,
    contactListId,
  });
  await rui("POST", "/campaigns", {
    name: "Cesta de Natal",
    message1:
      "{nome}, as cestas de Natal da {loja} já podem ser encomendadas. Responda SAIR para não receber mais.",
    confirmation: true,
    confirmationMessage1:
      "Oi, {nome}! Posso mandar as cestas de Natal deste ano? Responda 1 para sim, SAIR para não receber.",
    whatsappId,
    contactListId,
    sendWindow: "own",
    windowStart: "09:00",
    windowEnd: "18:00",
    windowDays: [1, 2, 3, 4, 5, 6],
    scheduledAt: `${saturday} 09:00`,
  });
  await rui("POST", `/campaigns/${id}/start`);
  const state = { sent: 0 };

  return { next, end };

  async function next() {
    if (state.sent === audience.length) return;
    state.sent += 1;
    for (let tries = 0; tries < 500; tries++) {
      const { funnel } = await rui<{ funnel: { sent: number } }>("GET", `/campaigns/${id}/report`);
      if (funnel.sent >= state.sent) return;
      await Bun.sleep(10);
    }
    throw new Error("the demo's campaign stands still");
  }

  async function end() {
    while (state.sent < audience.length) await next();
    for (const [index, { name, number }] of audience.entries()) {
      const { read, reply } = reactions[index]!;
      const got = (
        await rui<Sent[]>("GET", `/practice/${whatsappId}/messages?number=${number}`)
      ).findLast(({ from, body }) => from === null && body.includes("broa"))!;
      await rui("POST", `/practice/${whatsappId}/acks`, { id: got.id, ack: read ? 3 : 2 });
      if (reply)
        await rui("POST", `/practice/${whatsappId}/messages`, { from: number, name, body: reply });
    }
  }
}
