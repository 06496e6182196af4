import { expect } from "bun:test";
import { shopDate, shopDay } from "../shop-days.ts";
import { openShop, test } from "./browser.ts";

const shop = await openShop();
type Company = { id: number };

test("the owner writes an invoice, lowers it, notes a part, takes one back, and reads what came", async () => {
  await shop.call("PUT", "/plans/1", { value: "99.90" });
  const { id } = await shop.call<Company>("POST", "/companies", {
    name: "Flores da Lia",
    email: "lia@flores.com.br",
    phone: "11988880002",
    password: "pao-quente-1",
    planId: 1,
    dueDate: shopDay(5).toString(),
    recurrence: "MENSAL",
  });
  const zefa = await shop.enters("zefa", { at: "/platform/companies" });
  const { page } = zefa;

  // The form shows the sum of a year's invoice before the user saves it.
  const flores = page.getByRole("row").filter({ hasText: "Flores da Lia" });
  await flores.getByText("R$ 99,90 por mês").waitFor();
  await flores.getByRole("button", { name: /^Editar/ }).click();
  await zefa.tab("Assinatura").click();
  await zefa.sees(/^R\$\s99,90 por mês$/);
  await page.locator("select[name=recurrence]").selectOption("anual");
  await zefa.sees("Cada fatura: 12 × R$ 99,90 = R$ 1.198,80");
  await zefa.button("Salvar").click();
  await flores.getByText("anual").waitFor();

  await zefa.goes("/invoices");
  const plan = page.getByRole("row").filter({ hasText: "R$ 1.198,80" });
  await plan.waitFor();

  await zefa.button("Nova fatura").click();
  const writing = zefa.dialog("Nova fatura");
  await writing.locator("select[name=companyId]").selectOption("Flores da Lia");
  await writing.locator("[name=dueDate]").fill(shopDate(3));
  await writing.locator("[name=detail0]").fill("Instalação");
  await writing.locator("[name=value0]").fill("150");
  await writing.getByRole("button", { name: "Outra linha" }).click();
  await writing.locator("[name=detail1]").fill("Treinamento");
  await writing.locator("[name=value1]").fill("49,90");
  await writing.getByText("Total: R$ 199,90").waitFor();
  await writing.locator("[name=reason]").fill("Combinado por telefone");
  await writing.getByRole("button", { name: "Salvar" }).click();
  await writing.waitFor({ state: "detached" });
  const extra = page.getByRole("row").filter({ hasText: "Instalação, Treinamento" });
  await extra.getByText("Em Aberto").waitFor();

  const facts = zefa.dialog(/^Fatura \d+$/);
  await extra.getByRole("button", { name: /^Ver fatura/ }).click();
  await facts.getByRole("tab", { name: "Desconto" }).click();
  await facts.locator("[name=value]").fill("19,90");
  await facts.locator("[name=reason]").fill("Cliente antigo");
  await facts.getByRole("button", { name: "Dar desconto" }).click();
  await extra.getByText("R$ 180,00").waitFor();

  await extra.getByRole("button", { name: /^Ver fatura/ }).click();
  await facts.locator("[name=value]").fill("80");
  await facts.locator("[name=note]").fill("Dinheiro");
  await facts.getByRole("button", { name: "Marcar como paga" }).click();
  await extra.getByText("recebido R$ 80,00").waitFor();

  await plan.getByRole("button", { name: /^Ver fatura/ }).click();
  await facts.getByRole("tab", { name: "Cancelar" }).click();
  await facts.locator("[name=reason]").fill("Vai pagar por mês");
  await facts.getByRole("button", { name: "Cancelar fatura" }).click();
  await plan.getByText("Cancelada").waitFor();

  await zefa.button("Recebimentos").click();
  await page.getByRole("row").filter({ hasText: "Flores da Lia" }).getByText("R$ 80,00").waitFor();
  await zefa.button("Faturas").click();
  await extra.waitFor();

  await zefa.goes("/audit");
  for (const entry of ["Fatura escrita", "Desconto em fatura", "Fatura cancelada"])
    await page.getByRole("listitem").getByText(entry).first().waitFor();
  expect((await shop.call<{ dueDate: string }>("GET", `/companies/${id}`)).dueDate).toBe(
    shopDay(5).toString(),
  );
}, 60_000);

test("opening sign-up asks about plans without a price, and whoever is stopped without an invoice reads whom to call", async () => {
  await shop.call("POST", "/plans", { name: "Cortesia", value: "0", offered: true });
  const zefa = await shop.enters("zefa", { at: "/platform/box" });
  await zefa.page.getByRole("switch", { name: /Cadastro aberto/ }).check();
  await zefa.sees(/^Sem preço: Cortesia\./);
  await zefa.page.getByRole("radio", { name: "Oferecer no cadastro" }).check();
  await zefa.field(/^Contato do suporte/).fill("Zefa, WhatsApp (11) 98888-0001");
  await zefa.button("Salvar").click();
  await zefa.sees("Operação atualizada com sucesso.");

  const lia = await shop.stranger();
  await lia.goes("/signup");
  const [free, priced] = [
    lia.page.getByRole("radio", { name: /^Cortesia Sob consulta/ }),
    lia.page.getByRole("radio", { name: /R\$ 99,90 por mês/ }),
  ];
  await priced.waitFor();
  expect([await free.isChecked(), await priced.isChecked()]).toEqual([false, true]);
  await free.check();
  await lia.field("Nome da empresa").fill("Mercearia Sol");
  await lia.field("CNPJ").fill("12.ABC.345/01DE-35");
  await lia.field("E-mail").fill("sol@mercearia.com.br");
  await lia.field("Telefone com DDD").fill("11988880003");
  await lia.field("Senha").fill("pao-quente-1");
  await lia.button("Criar conta").click();
  await lia.waitsAt("/dashboard");

  const {
    companies: [sol],
  } = await shop.call<{ companies: Company[] }>("GET", "/companies/all/1?searchParam=sol");
  lia.expects(402);
  await shop.call("PUT", `/companies/${sol!.id}`, { dueDate: shopDay(-1).toString() });
  await lia.goes("/dashboard");
  const stopped = lia.page
    .getByRole("alert")
    .getByText(
      /não há fatura em aberto para pagar\. Fale com o Suporte \(Zefa, WhatsApp \(11\) 98888-0001\)/,
    );
  await stopped.first().waitFor();
  await lia.goes("/subscription");
  await lia.sees(/^Este plano não gera fatura\..*Zefa/);
}, 60_000);
