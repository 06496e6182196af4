import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { credentials } from "./calls.ts";
import type { Seat } from "./seat.ts";
import { linkIn, mailbox, reachesMail, startMailServer } from "../mail-server.ts";
import { shopDay } from "../shop-days.ts";

const shop = await openShop({ env: reachesMail });

test("a wrong password shows a message, the right one leads to the tickets, with a warning of a subscription about to expire; agents neither open nor see admins' pages", async () => {
  shop.paidUntil(shopDay(3).toString());
  const ana = await shop.stranger();
  ana.expects(401);
  await ana.goes("/login");
  await ana.page.locator("input[name=email]:focus").waitFor();
  await fillIn(ana, { ...credentials("ana"), password: "pao-frio-1" });
  await ana.page
    .getByRole("alert")
    .getByText("E-mail ou senha incorretos. Tente de novo.")
    .waitFor();
  await fillIn(ana, credentials("ana"));
  await ana.waitsAt("/tickets");
  await ana.page.getByText("Sua assinatura vence em 3 dias.").waitFor();
  shop.paidUntil(null);
  await ana.button("Sua conta").click();
  await ana.sees("Olá, Ana · Padaria Pão Quente");

  await ana.goes(`/practice/${shop.lines.counter}`);
  await ana.page.getByRole("alert").getByText("Acesso não permitido").waitFor();
  const menu = ana.page.getByRole("navigation", { name: "Menu principal" });
  await menu.getByRole("button", { name: "Cadastros" }).click();
  await ana.page.getByRole("menuitem", { name: "Tags", exact: true }).waitFor();
  expect(await ana.page.getByText("Telefone de treino").count()).toBe(0);
  await ana.page.getByRole("menuitem", { name: "Tags", exact: true }).click();
  await ana.sees("Peça a um administrador para criar as primeiras.");
  expect(await ana.button("Nova tag").count()).toBe(0);
  await ana.goes("/bolo-de-fuba");
  await ana.sees("Página não encontrada");
  await ana.link("Ir para os atendimentos").click();
  await ana.waitsAt("/tickets");
});

test("an admin gets to the dashboard, skips the sign-in page while signed in, and can sign out; a page that needs a session leads to sign-in, and back to itself", async () => {
  const rui = await shop.stranger();
  await rui.goes("/login");
  await fillIn(rui, credentials("rui"));
  await rui.waitsAt("/dashboard");
  for (const path of ["/", "/login"]) {
    await rui.goes(path);
    await rui.waitsAt("/dashboard");
  }
  await quiet(rui);
  await rui.button("Sua conta").click();
  await rui.page.getByRole("menuitem", { name: "Sair" }).click();
  await rui.waitsAt("/login");
  await rui.goes("/connections");
  await rui.waitsAt("/login");
  await fillIn(rui, credentials("rui"));
  await rui.waitsAt("/connections");
  await rui.page.getByRole("heading", { name: "Conexões" }).waitFor();
});

test("signing in on another computer ends the first session, which says why", async () => {
  const first = await shop.enters("ana");
  await quiet(first);
  const notice = first
    .dialog("Sessão encerrada")
    .getByText("Sua conta foi acessada em outro computador.")
    .waitFor();
  // The dialog closes after a second.
  const [second] = await Promise.all([shop.enters("ana"), notice]);
  await first.waitsAt("/login");
  const reason = first.page
    .getByRole("status")
    .getByText("Sua conta foi acessada em outro computador.");
  await reason.waitFor();
  await first.page.reload();
  await reason.waitFor();
  expect(await first.page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  await second.tab(/^Aguardando 0$/).waitFor();
  expect(second.page.url()).toEndWith("/tickets");
});

test("who forgot the password gets a link by mail, chooses another and is at work", async () => {
  const post = await startMailServer();
  await shop.call("PUT", "/box", {
    publicUrl: shop.url,
    smtpHost: "127.0.0.1",
    smtpPort: post.port,
    smtpSecurity: "tls",
    smtpUser: mailbox.user,
    smtpPassword: mailbox.password,
    mailFrom: "oi@paoquente.com.br",
  });
  const caio = await shop.stranger();
  await caio.goes("/login");
  await caio.link("Esqueci minha senha").click();
  await caio.field("E-mail").fill(credentials("caio").email);
  await caio.button("Enviar link").click();
  await caio.sees("Veja seu e-mail");
  await caio.goes(linkIn(await post.mailTo(credentials("caio").email)));
  await caio.field("Nova senha").fill("broa-de-milho-1");
  await caio.button("Trocar a senha").click();
  await caio.link("Entrar").click();
  await fillIn(caio, { ...credentials("caio"), password: "broa-de-milho-1" });
  await caio.waitsAt("/tickets");
});

/** Waits until no request is under way that the box would refuse after the end of the session. */
const quiet = (seat: Seat) => seat.page.waitForLoadState("networkidle");

async function fillIn(seat: Seat, { email, password }: { email: string; password: string }) {
  await seat.field("E-mail").fill(email);
  await seat.field("Senha").fill(password);
  await seat.button("Entrar").click();
}
