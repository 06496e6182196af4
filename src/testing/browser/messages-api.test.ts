import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import { phone, smallPhone } from "./seat.ts";
import { passes } from "./sound.ts";

const shop = await openShop();

test("a program gets a token, is tried on the page, and its calls are seen", async () => {
  const bia = shop.customer("Bia");
  const rui = await shop.enters("rui", { at: "/messages-api" });
  await rui.page
    .locator("pre")
    .filter({ hasText: `curl -X POST ${shop.url}/api/messages/send` })
    .first()
    .waitFor();
  await rui.tab("PHP").click();
  await rui.page.locator("pre").filter({ hasText: "curl_setopt_array" }).first().waitFor();

  await rui.tab("Tokens").click();
  await rui.button("Novo token").click();
  await rui.field("Nome").fill("Loja virtual");
  await rui.field(/^Conexão/).selectOption({ label: "Balcão da padaria" });
  await rui.button("Salvar").click();
  const token = (await rui.page.locator("[data-token]").textContent())!;
  expect(token).toMatch(/^bal_[\w-]{43}$/);
  expect(await rui.page.locator("[data-prefix]").textContent()).toBe(`${token.slice(0, 12)}…`);

  await rui.tab("Testar").click();
  await rui.button("Enviar").click();
  expect(await rui.page.locator("[aria-invalid=true]").count()).toBe(3);
  await rui.field("Token").fill(token);
  await rui.field("Número").fill("(11) 98888");
  await rui.field("Mensagem").fill("Seu pão saiu do forno");
  await rui.button("Enviar").click();
  expect(await rui.page.locator("[aria-invalid=true]").count()).toBe(1);
  await rui.field("Número").fill(bia.number);
  await rui.button("Enviar").click();
  await rui.sees("Mensagem enviada com sucesso");
  await bia.receives(/Seu pão saiu do forno/);

  await rui.tab("Chamadas").click();
  await rui.page.getByRole("listitem").filter({ hasText: "Loja virtual" }).first().waitFor();

  await rui.tab("Tokens").click();
  await rui.button("Revogar Loja virtual").click();
  await rui
    .dialog("Revogar o token Loja virtual?")
    .getByRole("button", { name: "Revogar" })
    .click();
  await rui.sees("Nenhum token ainda");
  await rui.tab("Testar").click();
  await rui.field("Token").fill(token);
  await rui.field("Número").fill(bia.number);
  await rui.field("Mensagem").fill("Oi");
  rui.expects(401);
  await rui.button("Enviar").click();
  await rui.sees("Acesso não permitido");
});

test("a webhook is made, tried, and told of what happens; its secret is shown once", async () => {
  const rui = await shop.enters("rui", { at: "/messages-api/webhooks" });
  await rui.button("Novo webhook").click();
  await rui.field("Nome").fill("Sistema de gestão");
  await rui.field("Endereço").fill("http://127.0.0.1:9/balcao");
  rui.expects(422);
  await rui.button("Salvar").click();
  await rui.sees("Este endereço fica dentro da rede do servidor. O operador pode liberá-lo.");
  await rui.field("Endereço").fill("http://gestao.invalid/balcao");
  await rui.button("Salvar").click();
  expect(await rui.page.locator("[data-token]").textContent()).toMatch(/^whsec_[\w-]{43}$/);
  await rui.button("Testar Sistema de gestão").click();
  const deliveries = rui.dialog("Entregas: Sistema de gestão");
  await deliveries.getByText("webhook.test").first().waitFor();
  await shop.customer("Davi").says("Bom dia");
  await eventually(async () => {
    await deliveries.getByRole("button", { name: "Atualizar" }).click();
    return (await deliveries.getByText("message.received").count()) > 0 &&
      (await deliveries.getByText("Não foi possível chegar ao endereço").count()) > 1
      ? true
      : undefined;
  }, "both deliveries with why they failed");
  await deliveries.getByText("Ver o conteúdo").first().click();
  await deliveries.locator("pre").first().waitFor();
  await rui.page.keyboard.press("Escape");
  await deliveries.waitFor({ state: "detached" });

  // Another host gets another secret.
  const secret = await rui.page.locator("[data-token]").textContent();
  await rui.button("Editar Sistema de gestão").click();
  await rui.field("Endereço").fill("https://outro.exemplo.com.br/balcao");
  await rui.button("Salvar").click();
  await eventually(
    async () => (await rui.page.locator("[data-token]").textContent()) !== secret || undefined,
    "another secret",
  );
});

test("who has a token alone reads the reference, in their own browser", async () => {
  const { token } = await shop.call<{ token: string }>(
    "POST",
    `/whatsapp/${shop.lines.counter}/token`,
    { name: "Um programador" },
  );
  for (const look of [{ theme: "light" }, { theme: "dark", size: phone }] as const) {
    const programmer = await shop.stranger(look);
    await programmer.goes("/api-reference");
    await programmer.field("Token").fill(token);
    await programmer.button("Abrir a referência").click();
    await programmer.page.getByRole("searchbox").fill("messages/send");
    await programmer.sees("/api/messages/send");
    await programmer.page.getByRole("searchbox").fill("enviar uma mensagem");
    await programmer.sees("/api/v1/messages");
    await programmer.sees("messages:write");
    await programmer.tab("Python").click();
    await programmer.page.locator("pre").filter({ hasText: "urllib" }).first().waitFor();
    await passes(programmer, "the reference");
  }
});

for (const look of [
  { theme: "light", size: phone },
  { theme: "dark", size: smallPhone },
] as const) {
  test(`its parts fit ${look.size.width} px in ${look.theme}, and axe finds nothing serious`, async () => {
    await shop.call("POST", `/whatsapp/${shop.lines.counter}/token`, {
      name: "Um programa de nome bem comprido, comonessapalavra",
    });
    const rui = await shop.enters("rui", { ...look, at: "/messages-api" });
    for (const part of ["", "/tokens", "/test", "/calls", "/webhooks"]) {
      await rui.goes(`/messages-api${part}`);
      await rui.page.getByRole("tabpanel").locator("p, li, label").first().waitFor();
      await passes(rui, part);
    }
  });
}
