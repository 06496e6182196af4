import { expect } from "bun:test";
import { test, unclaimed } from "./browser.ts";

const { box, stranger } = await unclaimed();
const link = (await box.prints(/http:\S+\/setup\?token=\S+/))[0];

test("until someone owns it, the box says so on its sign-in page", async () => {
  const seat = await stranger();
  seat.expects(503);
  const answer = await seat.goes("/");
  expect(answer?.status()).toBe(503);
  await seat.sees(/Este Balcão espera por seu dono/);
  await seat.sees(/balcao setup-link/);
});

test("a wrong setup link says so, with the way to another", async () => {
  const seat = await stranger();
  seat.expects(403);
  await seat.goes("/setup?token=nonsense");
  await seat.sees("Este link não vale mais");
  await seat.sees("balcao setup-link");
});

test("the printed link makes an owner, once", async () => {
  const zefa = await stranger();
  await zefa.goes(link);
  await zefa.button("Abrir o balcão").click();
  await zefa.sees("Obrigatório");
  await zefa.field("Seu nome").fill("Zefa");
  await zefa.field("E-mail").fill("zefa@paoquente.com.br");
  await zefa.field("Senha").fill("pão");
  await zefa.field("Nome da empresa").fill("Padaria Pão Quente");
  await zefa.button("Abrir o balcão").click();
  await zefa.sees("Curto demais: ao menos 8 caracteres");
  await zefa.field("Senha").fill("pao-quente-1");
  await zefa.button("Abrir o balcão").click();
  await zefa.waitsAt("/tickets");
  await zefa.button("Sua conta").click();
  await zefa.sees("Olá, Zefa · Padaria Pão Quente");
  await zefa.page.keyboard.press("Escape");
  await zefa.link("Conectar meu WhatsApp").click();
  await zefa.waitsAt("/connections");
  await zefa.dialog("Nova conexão").waitFor();
  await zefa.page.goBack();
  await zefa.button("Experimentar com o telefone de treino").click();
  await zefa.waitsAt("/practice/1");
  await zefa.sees("Diga oi para a loja");

  const rival = await stranger();
  rival.expects(409);
  await rival.goes(link);
  await rival.sees("Este Balcão já está configurado");
  await rival.link("Ir para o login").click();
  await rival.waitsAt("/login");
});
