import { expect } from "bun:test";
import { join } from "node:path";
import { repository } from "../../build/repository.ts";
import { efiAccount, efiStand } from "../efi.ts";
import { shopDate, shopDay } from "../shop-days.ts";
import { closesBrowser, openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import type { Seat } from "./seat.ts";

closesBrowser();
const efi = efiStand(Date.now);
// The stand-in has a certificate of its own, and lives on this machine.
const shop = await openShop({ env: { NODE_EXTRA_CA_CERTS: join(repository, "src/testing/whatsapp-server/cert.pem"), BALCAO_OUTBOUND_ALLOW: "127.0.0.0/8" } });
const admin = { email: "nina@quitanda.com.br", password: "quitanda-1" };
const day = (after: number) => shopDay(after).toString();
const renewed = (from: number) => shopDay(from).add({ months: 1 }).toLocaleString("pt-BR", { day: "2-digit", month: "2-digit", year: "numeric" });

test("an overdue company is warned and refused, pays through the gateway, and works on without a reload", async () => {
  const { pixKey, clientId, clientSecret, certificate } = efiAccount;
  await shop.call("PUT", "/subscription/billing", { gateway: "efi", efiUrl: efi.url, pixKey, clientId, clientSecret, certificate });
  const { id: planId } = await shop.call<{ id: number }>("POST", "/plans", { name: "Loja", users: 5, connections: 2, queues: 3, value: "99.90" });
  const company = await shop.call<{ id: number }>("POST", "/companies", { name: "Quitanda da Vila", userName: "Nina", ...admin, planId, dueDate: day(-2) });

  const nina = await shop.stranger();
  await nina.goes("/login");
  await nina.page.locator("input[name=email]").fill(admin.email);
  await nina.page.locator("input[name=password]").fill(admin.password);
  await nina.page.locator("button[type=submit]").click();
  await nina.waitsAt("/invoices");
  const loads = nina.loads();
  const warning = nina.page.getByRole("alert").getByText(`Sua assinatura venceu em ${shopDate(-2)}.`);
  await warning.first().waitFor();
  await nina.page.evaluate(() => history.pushState(null, "", "/tickets"));
  await nina.page.getByRole("heading", { name: "Assinatura vencida" }).waitFor();
  await nina.link("Ver faturas").click();

  const row = nina.page.getByRole("row").filter({ hasText: "#1" });
  await row.getByText("Vencido").waitFor();
  await row.getByRole("button", { name: "Pagar a fatura 1" }).click();
  const dialog = nina.dialog("Falta pouco!");
  await dialog.getByRole("button", { name: "Próximo" }).click();
  for (const refused of ["O nome completo é obrigatório", "O Endereço é obrigatório", "Cidade é obrigatória", "CEP é obrigatório"]) await dialog.getByText(refused).waitFor();
  for (const [name, value] of Object.entries({ name: "Quitanda Ltda", address: "Rua das Flores, 10", city: "Santos", zipCode: "11010-000" })) await dialog.locator(`[name=${name}]`).fill(value);
  await dialog.getByRole("button", { name: "Próximo" }).click();
  await dialog.getByRole("region", { name: "Personalizar" }).getByText("R$ 99,90").waitFor();
  await dialog.getByRole("button", { name: "Próximo" }).click();
  await dialog.getByText("Santos, 11010-000").waitFor();
  await dialog.getByRole("button", { name: "Pagar com Pix" }).click();
  await nina.sees("Assinatura realizada com sucesso!, aguardando a realização do pagamento");
  await dialog.getByRole("img", { name: "QR Code do Pix" }).waitFor();
  const [txid = ""] = [...efi.charges.keys()];
  expect(await dialog.locator("code").innerText()).toContain(txid);

  // In another window, at the bank; the gateway tells of it.
  await pays(txid);
  await nina.sees(`Sua licença foi renovada até ${renewed(0)}!`);
  await worksOn(nina);
  expect([nina.loads() - loads, efi.wrong]).toEqual([0, []]);

  // The next time without a gateway: the platform's own key, and its owner looks at the bank.
  await shop.call("PUT", "/subscription/billing", { gateway: "pix", pixKey: "contato@balcao.com.br", merchantName: "Balcao", merchantCity: "Santos" });
  // The page that is open may ask once more before it learns of it.
  nina.expects(402);
  await shop.call("PUT", `/companies/${company.id}`, { dueDate: day(-1) });
  await warning.or(nina.page.getByText(`Sua assinatura venceu em ${shopDate(-1)}.`)).first().waitFor();
  await nina.link("Ver faturas").click();
  await nina.button("Pagar a fatura 2").click();
  // What she said of herself is kept.
  for (const next of ["Próximo", "Próximo", "Pagar com Pix"]) await dialog.getByRole("button", { name: next }).click();
  await dialog.getByText("Uma pessoa confere o pagamento.").waitFor();
  await dialog.getByRole("button", { name: "Copiar código" }).click();

  const zefa = await shop.enters("zefa", { at: "/invoices" });
  const theirs = zefa.page.getByRole("row").filter({ hasText: "#2" });
  await theirs.getByText("Quitanda da Vila").waitFor();
  await theirs.getByRole("button", { name: /^Ver fatura/ }).click();
  const facts = zefa.dialog("Fatura 2");
  await facts.locator("[name=note]").fill("Pix no banco, conferido");
  await facts.getByRole("button", { name: "Marcar como paga" }).click();
  await theirs.getByText("Pago", { exact: true }).first().waitFor();
  await nina.sees(`Sua licença foi renovada até ${renewed(0)}!`);
  await worksOn(nina);
  expect(nina.loads() - loads).toBe(0);
});

/** Pays a charge, and tells the box as the gateway does. */
async function pays(txid: string) {
  const answer = await fetch(`${shop.url}/api/subscription/webhook/efi/pix`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ pix: [efi.pay(txid)] }) });
  expect(answer.status).toBe(200);
}

/** The whole product is open again, at the page that one starts on. */
async function worksOn(seat: Seat) {
  await seat.waitsAt("/dashboard");
  await seat.page.getByRole("navigation", { name: "Menu principal" }).getByRole("link", { name: "Atendimentos" }).waitFor();
  await eventually(async () => (await seat.page.getByText("Sua assinatura venceu").count()) === 0 || undefined, "the warning to go");
}
