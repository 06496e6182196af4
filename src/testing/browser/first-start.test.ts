import { afterAll, expect } from "bun:test";
import { whatsapp } from "../whatsapp-server/server.ts";
import { test, unclaimed } from "./browser.ts";
import { eventually } from "./eventually.ts";
import type { Seat } from "./seat.ts";

const wa = await whatsapp();
afterAll(() => wa.stop());
const { box, stranger } = await unclaimed(wa.env);
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

test("the printed link makes an owner, once, and a guide leads to the first message", async () => {
  const zefa = await stranger();
  const shownCode = codesTold(zefa);
  await zefa.goes(link);
  await zefa.button("English").click();
  await zefa.sees("Let's open your counter");
  await zefa.button("Português (Brasil)").click();
  await zefa.sees(/vale uma única vez, por 30 minutos/);
  await zefa.button("Abrir o balcão").click();
  await zefa.sees("Obrigatório");
  await zefa.field("Seu nome").fill("Zefa");
  await zefa.field("E-mail").fill("zefa@paoquente.com.br");
  await zefa.field("Senha").fill("pão");
  await zefa.button("Abrir o balcão").click();
  await zefa.sees("Curto demais: ao menos 8 caracteres");
  await zefa.field("Senha").fill("pao-quente-1");
  await zefa.button("Abrir o balcão").click();

  await zefa.waitsAt("/guide");
  const step = (name: string) =>
    zefa.page.getByRole("heading", { level: 2, name, exact: true }).waitFor();
  await step("Como se chama a sua empresa?");
  await zefa.field("Nome da empresa").fill("Padaria Pão Quente");
  await zefa.button("Salvar e continuar").click();
  await step("O endereço seguro");
  await zefa.sees("Neste computador está tudo certo");
  await zefa.button("Deixar para depois").click();
  await step("Por onde os clientes escrevem");
  // The step shows the QR code, and then the result.
  await zefa.button("Conectar meu WhatsApp").click();
  await zefa.page.getByRole("img", { name: "QR code de WhatsApp" }).waitFor();
  await wa.account().scans(await shownCode());
  await zefa.sees("A linha está ligada.");
  await zefa.page.getByRole("img", { name: "QR code de WhatsApp" }).waitFor({ state: "detached" });
  expect(zefa.loads()).toBe(1);
  await zefa.button("Próximo passo").waitFor({ state: "detached" });
  await zefa.button("Continuar").click();
  await step("A primeira fila e o horário");
  await zefa.field("Nome da fila").fill("Encomendas");
  await zefa.button("Salvar e continuar").click();
  await step("Cópias de segurança");
  await zefa.sees("nenhum outro lugar ainda");

  // The guide reopens at the step that she left.
  await zefa.goes("/dashboard");
  await zefa.sees("Faltam 3 passos do guia.");
  await zefa.link("Continuar").click();
  await step("O endereço seguro");
  await zefa.button("Continuar").click();
  await zefa.waitsAt("/guide/line");
  await zefa.goes("/guide");
  await step("Cópias de segurança");
  await zefa.button("Continuar").click();
  await step("Uma mensagem para experimentar");
  await zefa.sees("De outro celular, mande uma mensagem para o número da loja.");
  await wa.phone("Bia").says("Oi, tem pão?");
  await zefa.sees("A primeira mensagem chegou.");
  await zefa.button("Próximo passo").waitFor({ state: "detached" });
  await zefa.button("Concluir").click();
  await zefa.waitsAt("/tickets");
  await zefa.goes("/dashboard");
  await zefa.page.getByRole("heading", { level: 1 }).waitFor();
  await zefa.button("Sua conta").click();
  await zefa.sees("Olá, Zefa · Padaria Pão Quente");

  const rival = await stranger();
  rival.expects(409);
  await rival.goes(link);
  await rival.sees("Este Balcão já está configurado");
  await rival.link("Ir para o login").click();
  await rival.waitsAt("/login");
});

/**
 * Listens to a page for the QR codes that it receives. Returns a function that reads the last of
 * them. A second session would end the page's own.
 */
function codesTold({ page }: Seat): () => Promise<string> {
  let last = "";
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      const { session } = JSON.parse(String(payload)) as { session?: { qrcode: string } };
      if (session?.qrcode) last = session.qrcode;
    }),
  );
  return () => eventually(async () => last || undefined, "the code");
}
