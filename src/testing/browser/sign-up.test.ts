import { openShop, test } from "./browser.ts";
import { smallPhone } from "./seat.ts";

const shop = await openShop();

test("the owner opens the public page, a visitor writes, signs up and is at work", async () => {
  const lia = await shop.stranger({ size: smallPhone });
  await lia.goes("/");
  await lia.waitsAt("/login");

  const zefa = await shop.enters("zefa", { at: "/settings?tab=box" });
  await zefa.page.getByRole("switch", { name: /Página de apresentação/ }).check();
  await zefa.page.getByRole("switch", { name: /Cadastro aberto/ }).check();
  await zefa.button("Salvar").click();
  await zefa.sees("Operação atualizada com sucesso.");
  await zefa.link("Contatos recebidos").click();
  await zefa.sees("Ninguém escreveu ainda");

  await lia.goes("/");
  await lia.sees("Chatbot inteligente");
  await lia.field("Nome").fill("Lia Prado");
  await lia.field("E-mail").fill("lia@flores.com.br");
  await lia.field("Telefone com DDD").fill("11988880002");
  await lia.field("Mensagem").fill("Quanto custa?");
  await lia.button("Enviar mensagem").click();
  await lia.sees("Email enviado com sucesso!");
  await zefa.sees("Quanto custa?");
  await zefa.button(/Marcar como respondido/).first().click();
  await zefa.sees("Respondido");

  await lia.link("Crie sua conta").click();
  await lia.waitsAt("/signup");
  await lia.field("Nome da empresa").fill("Flores da Lia");
  await lia.field("CNPJ").fill("12.ABC.345/01DE-36");
  await lia.field("E-mail").fill("lia@flores.com.br");
  await lia.field("Telefone com DDD").fill("11988880002");
  await lia.field("Senha").fill("rosas-e-lirios");
  await lia.button("Criar conta").click();
  await lia.sees("CNPJ inválido");
  await lia.field("CNPJ").fill("12.ABC.345/01DE-35");
  await lia.button("Criar conta").click();
  await lia.waitsAt("/dashboard");
  await lia.sees(/Conta criada. Você tem \d dias de teste/);
  await lia.goes("/subscription");
  await lia.sees(/Restam \d dias/);
});
