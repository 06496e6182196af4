import { expect } from "bun:test";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { repository } from "../../build/repository.ts";
import { efiAccount, efiStand } from "../efi.ts";
import { shopDate, shopDay } from "../shop-days.ts";
import { closesBrowser, openShop, test } from "./browser.ts";
import { customers } from "./customer.ts";
import { eventually } from "./eventually.ts";
import { desk, smallPhone, type Seat } from "./seat.ts";

closesBrowser();
const efi = efiStand(Date.now);
// The stand-in has a certificate of its own, and runs on this machine.
const shop = await openShop({
  env: {
    NODE_EXTRA_CA_CERTS: join(repository, "src/testing/whatsapp-server/cert.pem"),
    BALCAO_OUTBOUND_ALLOW: "127.0.0.0/8",
  },
});
const lias = { email: "lia@flores.com.br", password: "pao-quente-1" };
const renewed = `Sua licença foi renovada até ${shopDay().add({ months: 1 }).toLocaleString("pt-BR", { day: "2-digit", month: "2-digit", year: "numeric" })}!`;

test("a visitor signs up, works, falls due, pays and works on without a reload, while the owner watches", async () => {
  const lia = await shop.stranger({ size: smallPhone });
  const zefa = await shop.enters("zefa", { at: "/platform/box" });
  await opensToStrangers(lia, zefa);
  await writesToOwner(lia, zefa);
  await zefa.goes("/platform/companies");
  await zefa.sees("Padaria Pão Quente");
  await signsUp(lia);
  const listed = zefa.page.getByRole("row").filter({ hasText: "Flores da Lia" });
  await listed.getByText(/vence em 3 dias/).waitFor();

  // The page warns her of the end of the trial from its first day.
  await lia.page.setViewportSize(desk);
  await lia.page.getByRole("status").getByText("Sua assinatura vence em 3 dias.").waitFor();
  const call = await shop.handOf(lia);
  const { id: phone } = await call<{ id: number }>("POST", "/whatsapp", {
    name: "Floricultura",
    provider: "practice",
  });
  await call("POST", `/practice/${phone}/scan`);
  const bia = customers(call, { counter: phone, orders: phone })("Bia");
  await bia.says("Tem rosas?");
  await inbox(lia).click();
  const loads = lia.loads();
  await lia.accepts("Bia");
  await lia.writes("Bia", "Vermelhas e brancas");
  await bia.receives(/Vermelhas e brancas/);

  // She works on past the due date for the days of grace, and no longer. No event notifies her
  // window of their end.
  await shop.call("PUT", "/companies/grace", { days: 2 });
  const {
    companies: [flores],
  } = await shop.call<{ companies: { id: number }[] }>(
    "GET",
    "/companies/all/1?searchParam=flores",
  );
  await shop.call("PUT", `/companies/${flores!.id}`, { dueDate: shopDay(-2).toString() });
  await lia.page
    .getByRole("status")
    .getByText("Sua assinatura venceu há 2 dias: pague para continuar usando.")
    .waitFor();
  await listed.getByText(/venceu há 2 dias/).waitFor();
  await lia.writes("Bia", "R$ 60 a dúzia");
  await bia.receives(/R\$ 60 a dúzia/);
  await shop.call("PUT", "/companies/grace", { days: 0 });
  lia.expects(402);
  await lia.writes("Bia", "Entregamos hoje");
  await lia.page.getByRole("heading", { name: "Assinatura vencida" }).waitFor();
  await inbox(lia).waitFor({ state: "detached" });

  // She pays in another window, through the gateway, once the platform has one.
  const other = await lia.page.context().newPage();
  await other.goto("/invoices");
  await asksToPay(other, shopDate(-2));
  await noWayYet(other).getByText("O pagamento por Pix ainda não está disponível").waitFor();
  await noWayYet(other).getByText("Fechar", { exact: true }).click();
  const { pixKey, clientId, clientSecret, certificate } = efiAccount;
  await shop.call("PUT", "/subscription/billing", {
    gateway: "efi",
    efiUrl: efi.url,
    pixKey,
    clientId,
    clientSecret,
    certificate,
  });
  await beginsToPay(other, shopDate(-2));
  await saysWhoPays(other);
  await finishesCheckout(other);
  await dialog(other).getByRole("img", { name: "QR Code do Pix" }).waitFor();
  const [txid = ""] = [...efi.charges.keys()];
  expect(await dialog(other).locator("code").innerText()).toContain(txid);
  await pays(txid);
  await other.getByText(renewed).waitFor();
  await lia.conversation("Bia").waitFor();
  await lia
    .bubble("Entregamos hoje")
    .getByText("A assinatura da empresa estava vencida.")
    .waitFor();
  await lia.button("Tentar de novo").click();
  await bia.receives(/Entregamos hoje/);
  await bia.says("Quero duas dúzias");
  await lia.bubble("Quero duas dúzias").waitFor();
  await isAtWork(lia);
  await listed.getByText(/vence em (2[89]|3[01]) dias/).waitFor();
  expect(efi.wrong).toEqual([]);

  // The next payment has no gateway: it uses the platform's own key, and its owner looks at the
  // bank.
  await shop.call("PUT", "/subscription/billing", {
    gateway: "pix",
    pixKey: "contato@balcao.com.br",
    merchantName: "Balcao",
    merchantCity: "Santos",
  });
  await zefa.goes("/invoices");
  await zefa.page.getByRole("row").filter({ hasText: "Flores da Lia" }).first().waitFor();
  await shop.call("PUT", `/companies/${flores!.id}`, { dueDate: shopDay(-1).toString() });
  const owed = zefa.page
    .getByRole("row")
    .filter({ hasText: "Flores da Lia" })
    .filter({ hasText: shopDate(-1) });
  await owed.getByText("Vencido").waitFor();
  await lia.link("Ver faturas").click();
  await beginsToPay(lia.page, shopDate(-1));
  // The form keeps her details.
  await next(lia.page);
  await finishesCheckout(lia.page);
  await lia.sees("Uma pessoa confere o pagamento.");
  await lia.button("Copiar código").click();

  await owed.getByRole("button", { name: /^Ver fatura/ }).click();
  const facts = zefa.dialog(/^Fatura \d+$/);
  await facts.locator("[name=note]").fill("Pix no banco, conferido");
  await facts.getByRole("button", { name: "Marcar como paga" }).click();
  await owed.getByText("Pago", { exact: true }).first().waitFor();
  await lia.sees(renewed);
  await lia.waitsAt("/dashboard");
  await isAtWork(lia);
  expect(lia.loads()).toBe(loads);
}, 120_000);

async function opensToStrangers(lia: Seat, zefa: Seat) {
  await lia.goes("/");
  await lia.waitsAt("/login");
  await shop.call("POST", "/plans", {
    name: "Loja",
    users: 5,
    connections: 2,
    queues: 3,
    value: "99.90",
  });
  await zefa.page.getByRole("switch", { name: /Página de apresentação/ }).check();
  await zefa.page.getByRole("switch", { name: /Cadastro aberto/ }).check();
  await zefa.button("Salvar").click();
  await zefa.sees("Operação atualizada com sucesso.");
}

async function writesToOwner(lia: Seat, zefa: Seat) {
  await zefa.link("Contatos recebidos").click();
  await zefa.sees("Ninguém escreveu ainda");
  await lia.goes("/");
  await lia.sees("Chatbot inteligente");
  await lia.field("Nome").fill("Lia Prado");
  await lia.field("E-mail").fill(lias.email);
  await lia.field("Telefone com DDD").fill("11988880002");
  await lia.field("Mensagem").fill("Quanto custa?");
  await lia.button("Enviar mensagem").click();
  await lia.sees("Mensagem recebida. Respondemos pelo e-mail ou telefone que você deixou.");
  await zefa.sees("Quanto custa?");
  await zefa
    .button(/Marcar como respondido/)
    .first()
    .click();
  await zefa.sees("Respondido");
}

async function signsUp(lia: Seat) {
  await lia.link("Crie sua conta").click();
  await lia.waitsAt("/signup");
  await lia.field("Nome da empresa").fill("Flores da Lia");
  await lia.field("CNPJ").fill("12.ABC.345/01DE-36");
  await lia.field("E-mail").fill(lias.email);
  await lia.field("Telefone com DDD").fill("11988880002");
  await lia.field("Senha").fill(lias.password);
  await lia.page.getByRole("radio", { name: /^Loja R\$ 99,90/ }).check();
  await lia.button("Criar conta").click();
  await lia.sees("CNPJ inválido");
  await lia.field("CNPJ").fill("12.ABC.345/01DE-35");
  await lia.button("Criar conta").click();
  await lia.waitsAt("/dashboard");
  await lia.sees("Conta criada. Você tem 3 dias de teste");
}

const dialog = (page: Page) => page.getByRole("dialog", { name: "Falta pouco!" });
const next = (page: Page) => dialog(page).getByRole("button", { name: "Próximo" }).click();

const noWayYet = (page: Page) => page.getByRole("dialog", { name: "Pagar", exact: true });
const asksToPay = (page: Page, dueDate: string) =>
  page
    .getByRole("row")
    .filter({ hasText: dueDate })
    .getByRole("button", { name: /^Pagar a fatura/ })
    .click();

async function beginsToPay(page: Page, dueDate: string) {
  await asksToPay(page, dueDate);
  await dialog(page).waitFor();
}

async function saysWhoPays(page: Page) {
  await next(page);
  for (const refused of [
    "O nome completo é obrigatório",
    "O Endereço é obrigatório",
    "Cidade é obrigatória",
    "CEP é obrigatório",
  ])
    await dialog(page).getByText(refused).waitFor();
  for (const [name, value] of Object.entries({
    name: "Flores Ltda",
    address: "Rua das Flores, 10",
    city: "Santos",
    zipCode: "11010-000",
  }))
    await dialog(page).locator(`[name=${name}]`).fill(value);
  await next(page);
}

async function finishesCheckout(page: Page) {
  await dialog(page).getByRole("region", { name: "Personalizar" }).getByText("R$ 99,90").waitFor();
  await next(page);
  await dialog(page).getByText("Santos, 11010-000").waitFor();
  await dialog(page).getByRole("button", { name: "Pagar com Pix" }).click();
  await page
    .getByText("Assinatura realizada com sucesso!, aguardando a realização do pagamento")
    .waitFor();
}

/** Pays a charge at the bank. The gateway notifies the box. */
async function pays(txid: string) {
  const answer = await fetch(`${shop.url}/api/subscription/webhook/efi/pix`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ pix: [efi.pay(txid)] }),
  });
  expect(answer.status).toBe(200);
}

const inbox = (seat: Seat) =>
  seat.page
    .getByRole("navigation", { name: "Menu principal" })
    .getByRole("link", { name: "Atendimentos" });

/** The whole product is open again. */
async function isAtWork(seat: Seat) {
  await inbox(seat).waitFor();
  await eventually(
    async () => (await seat.page.getByText("Sua assinatura venceu").count()) === 0 || undefined,
    "the warning to go",
  );
}
