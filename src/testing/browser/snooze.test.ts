import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import type { Seat } from "./seat.ts";

type Ticket = { id: number; snoozedUntil: string | null; markedUnread: boolean };

const shop = await openShop();

const heading = ({ page }: Seat, name: string | RegExp) =>
  page.getByRole("tabpanel").getByRole("heading", { name });
const ticketOf = async (name: string): Promise<Ticket> => {
  const { tickets } = await shop.call<{ tickets: (Ticket & { contact: { name: string } })[] }>(
    "GET",
    `/tickets?showAll=true&searchParam=${name}`,
  );
  return tickets.find(({ contact }) => contact.name === name)!;
};

/** Ana holds the tickets of these customers. */
async function holds(...customers: string[]): Promise<Seat> {
  const ana = await shop.enters("ana");
  for (const customer of customers) {
    await shop.customer(customer).says("Oi");
    await ana.tab("Aguardando").click();
    await ana.button(`Aceitar ${customer}`).click();
    await ana.composer(customer).waitFor();
  }
  await ana.goes("/tickets");
  return ana;
}

test("a ticket is put away by a key until its customer writes; its group folds, and stays folded", async () => {
  const ana = await holds("Alba", "Bento");
  await heading(ana, "Sua vez 2").waitFor();
  await (await ana.reveals("Alba")).getByRole("link").click();
  await ana.page.keyboard.press("Alt+m");
  await ana.page.getByRole("menuitem", { name: "Daqui a 1 hora" }).waitFor();
  await ana.page.getByRole("menuitem", { name: "Até o cliente responder" }).click();
  await ana.sees("Adiado até o cliente responder");
  await heading(ana, "Sua vez 1").waitFor();
  await heading(ana, "Adiados 1").waitFor();
  await ana.button("Desfazer").click();
  await heading(ana, "Sua vez 2").waitFor();
  expect((await ticketOf("Alba")).snoozedUntil).toBeNull();

  await (await ana.reveals("Alba")).getByRole("link").click();
  await ana.page.keyboard.press("Alt+m");
  await ana.page.getByRole("menuitem", { name: "Até o cliente responder" }).click();
  await heading(ana, "Adiados 1").getByRole("button").click();
  await ana.row("Alba").waitFor({ state: "detached" });
  await heading(ana, "Adiados 1").waitFor();
  // The server remembers it, not the browser.
  await ana.page.reload();
  await heading(ana, "Adiados 1").getByRole("button", { expanded: false }).waitFor();
  await ana.row("Bento").waitFor();

  await shop.customer("Alba").says("Cheguei");
  await ana.row("Alba").waitFor();
  await heading(ana, "Sua vez 2").waitFor();
  await heading(ana, "Adiados").waitFor({ state: "detached" });
});

test("a ticket that is marked as unread looks so until it is opened; resolving one whose customer waits says for how long", async () => {
  const ana = await holds("Caco");
  await (await ana.reveals("Caco")).getByRole("link").click();
  await ana.composer("Caco").waitFor();
  await eventually(
    async () => (await ana.page.getByText("Oi", { exact: true }).count()) > 0 || undefined,
    "the message",
  );
  await ana.page.keyboard.press("Alt+u");
  await ana.row("Caco").getByRole("img", { name: "Marcada como não lida" }).waitFor();
  expect((await ticketOf("Caco")).markedUnread).toBe(true);
  await ana.row("Caco").getByRole("link").click();
  await ana
    .row("Caco")
    .getByRole("img", { name: "Marcada como não lida" })
    .waitFor({ state: "detached" });
  await ana.page.keyboard.press("Alt+e");
  await ana.sees(/Atendimento de Caco resolvido\. Esperava há /);
  await ana.button("Desfazer").click();
  await ana.row("Caco").waitFor();
});
