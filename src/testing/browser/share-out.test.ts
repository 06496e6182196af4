import { openShop, test } from "./browser.ts";

const shop = await openShop();

test("a queue that hands out gives a customer to who is online, and both read why", async () => {
  const rui = await shop.enters("rui", { at: "/queues/1" });
  await rui.page.getByText("Quem tem menos").click();
  await rui.page.getByLabel("Limite por pessoa").selectOption("Até 1 conversa aberta");
  await rui.page.getByLabel("Se a pessoa não responder").selectOption("Retomar depois de 10 min");
  await rui.button("Salvar").click();
  await rui.sees("Fila salva");

  const ana = await shop.enters("ana");
  await shop.customer("Dora").says("Oi");
  await (await ana.reveals("Dora")).getByText("A fila passou para você").waitFor();
  await ana.row("Dora").getByRole("link").click();
  await ana.conversation("Dora").getByText("com menos conversas: 0").waitFor();

  // At her limit she gets no other.
  await shop.customer("Enzo").says("Oi");
  await ana.tab("Aguardando").click();
  await ana.button("Aceitar Enzo").waitFor();
});
