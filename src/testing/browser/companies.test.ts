import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";

const shop = await openShop();
const password = "pao-quente-1";
const sol = "sol@mercearia.com.br";

/** Signs a user of another company in. */
async function signsIn(email: string) {
  const seat = await shop.stranger();
  await seat.goes("/login");
  await seat.page.locator("input[name=email]").fill(email);
  await seat.page.locator("input[name=password]").fill(password);
  await seat.page.locator("button[type=submit]").click();
  return seat;
}

test("the owner opens a company, helps in it where it allows that, and blocks it", async () => {
  const zefa = await shop.enters("zefa", { at: "/platform/companies" });
  await zefa.sees("Padaria Pão Quente");
  await zefa.button("Nova empresa").click();
  const form = zefa.dialog("Nova empresa");
  await form.getByLabel("Nome", { exact: true }).fill("Mercearia Sol");
  await form.locator("input[name=email]").fill(sol);
  await form.locator("input[name=phone]").fill("11988880001");
  await form.locator("input[name=document]").fill("12ABC34501DE35");
  expect(await form.locator("input[name=document]").inputValue()).toBe("12.ABC.345/01DE-35");
  await form.locator("input[name=password]").fill(password);
  await form.getByRole("button", { name: "Salvar" }).click();
  await form.waitFor({ state: "detached" });
  await zefa.sees("Mercearia Sol");
  const [mercearia] = (
    await shop.call<{ companies: { id: number; name: string }[] }>(
      "GET",
      "/companies/all/1?searchParam=sol",
    )
  ).companies;

  const admin = await signsIn(sol);
  await admin.waitsAt("/dashboard");
  await admin.goes("/company");
  await admin.page.locator("select[name=primaryColor]").selectOption("Roxo");
  await admin.button("Salvar").click();
  await eventually(
    async () =>
      (await admin.page.evaluate(() => document.documentElement.dataset.primary)) === "purple" ||
      undefined,
    "the screens to wear the colour",
  );
  await admin.goes("/subscription");
  await admin.sees("Assinatura ativa");
  await admin.goes("/settings/team");
  await admin.field("Acesso do suporte").click();
  await admin.button("Liberar").click();
  await admin.page.getByText(/^Salvo às/).waitFor();

  zefa.expects(403);
  await zefa.button(/Ações.*Mercearia Sol/).click();
  await zefa.page.getByRole("menuitem", { name: "Entrar como suporte" }).click();
  await zefa.sees(/Você está em Mercearia Sol como suporte até \d\d:\d\d\./);
  await admin.sees(/O suporte \(Zefa\) está nesta conta até \d\d:\d\d\./);
  // Support reads people, tokens and webhooks on a visit, and each page says why it offers no more.
  const readOnly = "Durante a visita do suporte, isto pode ser visto, mas não alterado.";
  for (const page of ["/users", "/messages-api/tokens", "/messages-api/webhooks", "/profile"]) {
    await zefa.goes(page);
    await zefa.sees(readOnly);
    expect(await zefa.button(/^(Novo|Nova|Editar|Excluir|Salvar)/).count()).toBe(0);
  }
  await zefa.goes("/settings/team");
  await zefa.page.locator("[data-setting=supportAccess]").getByText(readOnly).waitFor();
  expect(await zefa.page.locator("[data-setting=supportAccess] input").count()).toBe(0);
  await zefa.goes("/chats");
  await zefa.sees("Durante uma visita, o suporte não abre esta página.");
  const loads = zefa.loads();
  await zefa.button("Sair da empresa").click();
  await eventually(() => zefa.loads() > loads || undefined, "her own company's pages to load");
  await zefa.page.locator("[data-visit]").waitFor({ state: "detached" });
  await admin.page.locator("[data-visit]").waitFor({ state: "detached" });

  await zefa.goes("/platform/companies");
  admin.expects(401, 403);
  await zefa.button(/Ações.*Mercearia Sol/).click();
  await zefa.page.getByRole("menuitem", { name: "Bloquear" }).click();
  await zefa.dialog("Bloquear Mercearia Sol?").getByRole("button", { name: "Bloquear" }).click();
  await zefa.sees("Bloqueada");
  await admin.waitsAt("/login");
  const out = await signsIn(sol);
  out.expects(403);
  await out.page
    .getByRole("alert")
    .getByText("O acesso da sua empresa está bloqueado. Entre em contato com o Suporte.")
    .waitFor();

  // The admin of an overdue company signs in to pay.
  await shop.call("PUT", `/companies/${mercearia!.id}`, { status: true, dueDate: "2026-01-31" });
  await zefa.sees(/venceu há \d+ dias/);
  await zefa.button(/\+ Vencimento.*Mercearia Sol/).click();
  const question = zefa.dialog("Mudar o vencimento de Mercearia Sol?");
  await question
    .getByText(/^De 31\/01\/2026 para \d\d\/\d\d\/20\d\d, um período adiante\.$/)
    .waitFor();
  await question.getByRole("button", { name: "Cancelar" }).click();
  const late = await signsIn(sol);
  late.expects(402);
  await late.waitsAt("/invoices");
  await late.goes("/subscription");
  await late.sees(/Venceu há \d+ dias/);
});
