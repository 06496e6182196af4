import { expect } from "bun:test";
import { credentials, openShop, test } from "./browser.ts";
import type { Seat } from "./seat.ts";

const shop = await openShop();

test("a wrong password shows a message, the right one leads to the tickets", async () => {
  const ana = await shop.stranger();
  ana.expects(401);
  await ana.goes("/login");
  await ana.page.locator("input[name=email]:focus").waitFor();
  await fillIn(ana, { ...credentials("ana"), password: "pao-frio-1" });
  await ana.page.getByRole("alert").getByText("E-mail ou senha incorretos. Tente de novo.").waitFor();
  await fillIn(ana, credentials("ana"));
  await ana.waitsAt("/tickets");
  await ana.button("Sua conta").click();
  await ana.sees("Olá, Ana · Padaria Pão Quente");
});

test("an admin gets to the dashboard, unless they came for another page", async () => {
  const rui = await shop.stranger();
  await rui.goes("/login");
  await fillIn(rui, credentials("rui"));
  await rui.waitsAt("/dashboard");
  await rui.goes("/");
  await rui.waitsAt("/dashboard");
  await rui.leaves();

  const again = await shop.stranger();
  await again.goes("/connections");
  await again.waitsAt("/login");
  await fillIn(again, credentials("rui"));
  await again.waitsAt("/connections");
});

test("a subscription about to expire shows a warning, and an expired one signs nobody in", async () => {
  shop.paidUntil(new Intl.DateTimeFormat("en-CA", { timeZone: "America/Sao_Paulo" }).format(Date.now() + 3 * 86_400_000));
  const ana = await shop.stranger();
  await ana.goes("/login");
  await fillIn(ana, credentials("ana"));
  await ana.page.getByText("Sua assinatura vence em 3 dias.").waitFor();

  shop.paidUntil("2026-01-31");
  const caio = await shop.stranger();
  caio.expects(402);
  await caio.goes("/login");
  await fillIn(caio, credentials("caio"));
  await caio.page.getByRole("alert").getByText("Opss! Sua assinatura venceu 31/01/2026. Entre em contato com o Suporte para mais informações!").waitFor();
  // A signed-in user is refused at the next request, which the page may send by itself.
  ana.expects(402);
  await ana.goes("/tags").catch(() => undefined);
  await ana.waitsAt("/login");
  shop.paidUntil(null);
});

test("a page that needs a session leads to sign-in, and back to itself", async () => {
  const ana = await shop.stranger();
  await ana.goes("/quick-messages");
  await ana.waitsAt("/login");
  await fillIn(ana, credentials("ana"));
  await ana.waitsAt("/quick-messages");
  await ana.page.getByRole("heading", { name: "Respostas rápidas" }).waitFor();
});

test("a signed-in user skips the sign-in page, and can sign out", async () => {
  const ana = await shop.enters("ana", { at: "/login" });
  await ana.waitsAt("/tickets");
  await quiet(ana);
  await ana.button("Sua conta").click();
  await ana.page.getByRole("menuitem", { name: "Sair" }).click();
  await ana.waitsAt("/login");
  await ana.goes("/tags");
  await ana.waitsAt("/login");
});

test("an admins' page refuses others, and is not in their menu", async () => {
  const ana = await shop.enters("ana", { at: `/practice/${shop.lines.counter}` });
  await ana.page.getByRole("alert").getByText("Acesso não permitido").waitFor();
  const menu = ana.page.getByRole("navigation", { name: "Menu principal" });
  await menu.getByRole("link", { name: "Tags" }).waitFor();
  expect(await menu.getByRole("link", { name: "Telefone de treino" }).count()).toBe(0);
  await ana.goes("/tags");
  await ana.sees("Peça a um administrador para criar as primeiras.");
  expect(await ana.button("Nova tag").count()).toBe(0);
});

test("an unknown address says so, with a link home", async () => {
  const ana = await shop.enters("ana", { at: "/bolo-de-fuba" });
  await ana.sees("Página não encontrada");
  await ana.link("Ir para os atendimentos").click();
  await ana.waitsAt("/tickets");
});

test("signing in on another computer ends the first session, which says why", async () => {
  const first = await shop.enters("ana");
  await quiet(first);
  const told = first.dialog("Sessão encerrada").getByText("Sua conta foi acessada em outro computador.").waitFor();
  // The dialog closes after a second.
  const [second] = await Promise.all([shop.enters("ana"), told]);
  await first.waitsAt("/login");
  const reason = first.page.getByRole("status").getByText("Sua conta foi acessada em outro computador.");
  await reason.waitFor();
  await first.page.reload();
  await reason.waitFor();
  expect(await first.page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  await second.tab(/^Aguardando 0$/).waitFor();
  expect(second.page.url()).toEndWith("/tickets");
});

/** No request is under way that would be refused once the session is over. */
const quiet = (seat: Seat) => seat.page.waitForLoadState("networkidle");

async function fillIn(seat: Seat, { email, password }: { email: string; password: string }) {
  await seat.field("E-mail").fill(email);
  await seat.field("Senha").fill(password);
  await seat.button("Entrar").click();
}
