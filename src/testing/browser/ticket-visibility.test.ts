import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";

const shop = await openShop();

test("an agent of another queue sees no ticket and gets no notification", async () => {
  const caio = await shop.enters("caio");
  const ana = await shop.enters("ana");
  await caio.tab("Aguardando").click();
  await ana.tab("Aguardando").click();
  await shop.customer("Bia").says("Segredo do balcão");
  await shop.customer("Davi", "orders").says("Um bolo para sábado");
  await caio.row("Davi").waitFor();
  await ana.row("Bia").waitFor();
  expect(await caio.row("Bia").count()).toBe(0);
  await caio.tab(/^Aguardando 1$/).waitFor();

  await ana.accepts("Bia");
  await ana.writes("Bia", "Fica entre nós");
  await shop.customer("Bia").receives(/entre nós/);
  await shop.customer("Davi", "orders").says("Com cobertura");
  await caio.row("Davi").getByText("Com cobertura").waitFor();

  const [, uuid = ""] = /tickets\/(.+)$/.exec(ana.page.url())!;
  const heard = JSON.stringify(caio.frames);
  expect(heard).toContain("Um bolo para sábado");
  // The contact Bia he does see: contacts are everyone's.
  for (const secret of ["Segredo do balcão", "Fica entre nós", uuid]) expect(heard).not.toContain(secret);

  caio.expects(404);
  await caio.goes(`/tickets/${uuid}`);
  await caio.page.getByRole("alert").getByText(/^Acesso não permitido\./).waitFor();
  await caio.waitsAt("/tickets");
  expect(await caio.page.getByText("Segredo do balcão").count()).toBe(0);
});

test("of two who accept at once one gets it, and the other is told who", async () => {
  await shop.customer("Elis").says("Quem me atende?");
  const seats = { Ana: await shop.enters("ana"), Lia: await shop.enters("lia") };
  const both = meeting(2);
  for (const seat of Object.values(seats)) {
    // The preview of the conversation may come too late as well.
    seat.expects(409, 404);
    await seat.page.route(/\/api\/tickets\/\d+$/, async (route) => {
      await both();
      await route.continue();
    });
    await seat.tab("Aguardando").click();
  }
  await Promise.all(Object.values(seats).map((seat) => seat.button("Aceitar Elis").click()));
  const told = await Promise.any(
    (["Ana", "Lia"] as const).map(async (winner) => {
      const loser = winner === "Ana" ? seats.Lia : seats.Ana;
      await loser.page.getByRole("alert").getByText(`${winner} aceitou este atendimento antes.`).waitFor();
      return { winner: seats[winner], loser };
    }),
  );
  await told.winner.composer("Elis").waitFor();
  await told.loser.tab(/^Aguardando 0$/).waitFor();
  expect(await told.loser.row("Elis").count()).toBe(0);
  expect(await told.loser.conversation("Elis").count()).toBe(0);
  expect(told.loser.page.url()).toEndWith("/tickets");
});

test("a ticket whose connection was deleted is moved to another", async () => {
  const davi = shop.customer("Davi", "orders");
  await davi.says("E o bolo?");
  const caio = await shop.enters("caio");
  await caio.tab("Aguardando").click();
  await caio.accepts("Davi");
  await caio.writes("Davi", "Sai já");
  await davi.receives(/Sai já/);
  await shop.call("DELETE", `/whatsapp/${shop.lines.orders}`);
  await caio.sees("A conexão deste atendimento foi excluída.");
  await caio.page.getByRole("combobox", { name: "Continuar por" }).selectOption({ label: "Balcão da padaria" });
  await caio.button("Continuar").click();
  await caio.composer("Davi").waitFor();
  await caio.writes("Davi", "Seguimos por aqui");
  await shop.customer("Davi").receives(/Seguimos por aqui/);
});

/** Opens for all once so many have come. */
function meeting(size: number) {
  let come = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  return () => {
    if (++come === size) resolve();
    return promise;
  };
}
