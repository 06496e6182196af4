import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { digitsOf, stepAt } from "../../modules/identities/totp.ts";
import { openShop, test } from "./browser.ts";
import { credentials } from "./calls.ts";
import { eventually } from "./eventually.ts";
import { phone, smallPhone, type Look, type Seat } from "./seat.ts";
import { passes, sound } from "./sound.ts";
import { wordsIn } from "../texts.ts";

const shop = await openShop();
const narrow: Look = { language: "es", theme: "dark", size: smallPhone };
const set = (key: string, value: string) => shop.call("PUT", `/settings/${key}`, { value });

async function fillIn(seat: Seat, { email, password }: { email: string; password: string }) {
  await seat.field("E-mail").fill(email);
  await seat.field("Senha").fill(password);
  await seat.button("Entrar").click();
}

/** A user who types their password, in a browser of their own. */
async function comes(who: Parameters<typeof credentials>[0], look?: Look) {
  const seat = await shop.stranger(look);
  await seat.goes("/login");
  await fillIn(seat, credentials(who));
  return seat;
}

/** The codes of an app with this key. */
function app(letters: string) {
  const bits = [...letters.replaceAll(" ", "")]
    .map((letter) =>
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
    )
    .join("");
  const secret = Uint8Array.from(bits.match(/.{8}/g)!, (eight) => Number.parseInt(eight, 2));
  let last = 0;
  // Each code counts once. The next ones are a step ahead, which the box accepts.
  return () => digitsOf(secret, (last = Math.max(stepAt(Date.now()), last + 1)));
}

async function turnsOn(
  seat: Seat,
  who: Parameters<typeof credentials>[0],
  seen?: () => Promise<void>,
) {
  await seat.field("Senha atual").last().fill(credentials(who).password);
  await seat.button("Já tenho o aplicativo").click();
  await seat.page.getByRole("img", { name: "Código QR para o aplicativo autenticador" }).waitFor();
  await seen?.();
  const code = app((await seat.page.locator("code").textContent())!);
  await seat.field("Código do aplicativo").fill(code());
  await seat.button("Confirmar").click();
  const list = seat.page.getByRole("list", { name: "Códigos de recuperação" });
  await list.waitFor();
  return { code, recovery: await list.getByRole("listitem").allTextContents() };
}

test("a user is created, shown to others at once, changed and deleted; their tickets wait again", async () => {
  const rui = await shop.enters("rui", { at: "/users" });
  const other = await shop.enters("caio", { at: "/tickets" });
  await rui.button("Novo usuário").click();
  const dialog = rui.dialog("Novo usuário");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await dialog.getByText("Obrigatório").first().waitFor();
  await rui.field("Nome").fill("N");
  await rui.field("E-mail").fill("nina@padaria");
  await rui.field("Senha").fill("curta");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  for (const text of [
    "Curto demais: ao menos 2 caracteres",
    "E-mail inválido",
    "Curto demais: ao menos 8 caracteres",
  ])
    await dialog.getByText(text).waitFor();
  await rui.field("Nome").fill("Nina");
  await rui.field("E-mail").fill("ana@paoquente.com.br");
  await rui.field("Senha").fill("bolo-de-fuba-7");
  await dialog.getByText("forte").waitFor();
  rui.expects(409);
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await dialog.getByText("Já está em uso").waitFor();
  await rui.field("E-mail").fill("nina@paoquente.com.br");
  await rui.tab("Acesso e filas").click();
  const warned = dialog.getByText(/^Sem fila, esta pessoa não recebe nenhum atendimento/);
  await warned.waitFor();
  await passes(rui, "their access");
  await dialog.getByRole("checkbox", { name: "Encomendas" }).check();
  await warned.waitFor({ state: "detached" });
  await dialog.getByRole("checkbox", { name: "Encomendas" }).uncheck();
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await rui.sees("Usuário salvo com sucesso.");
  const row = rui.page.getByRole("row").filter({ hasText: "Nina" });
  await row.getByText("Não recebe atendimentos").waitFor();
  const cakes = (await shop.call<{ id: number; name: string }[]>("GET", "/queue")).find(
    ({ name }) => name === "Encomendas",
  )!;
  const made = (await shop.call<{ id: number; name: string }[]>("GET", "/users/list")).find(
    ({ name }) => name === "Nina",
  )!;
  await shop.call("PUT", `/users/${made.id}`, { queueIds: [cakes.id] });
  await row.getByText("Nunca visto").waitFor();
  await row.getByText("Encomendas").waitFor();

  const nina = await shop.stranger();
  await nina.goes("/login");
  await fillIn(nina, { email: "nina@paoquente.com.br", password: "bolo-de-fuba-7" });
  await nina.waitsAt("/tickets");
  await row.getByText("Online").waitFor();
  await shop.customer("Bento", "orders").says("Tem bolo?");
  await nina.accepts("Bento");

  await rui.button("Excluir: Nina").click();
  await rui
    .dialog("Deseja realmente excluir este registro?")
    .getByRole("button", { name: "Excluir" })
    .click();
  await row.waitFor({ state: "detached" });
  nina.expects(401, 403);
  await nina.waitsAt("/login");
  await other.tab("Aguardando").click();
  await other.row("Bento").waitFor();
});

test("one sees one's sessions and ends them, a new password ends others: another browser is signed out within seconds", async () => {
  await set("singleSession", "disabled");
  const [here, there] = [await comes("ana"), await comes("ana", { size: phone })];
  for (const seat of [here, there]) await seat.waitsAt("/tickets");
  await here.button("Sua conta").click();
  await here.page.getByRole("menuitem", { name: "Meu perfil" }).click();
  await here.waitsAt("/profile");
  const list = here.page.getByRole("region", { name: "Onde você está conectado" });
  await list.getByText("Este aparelho").waitFor();
  expect(await list.getByRole("listitem").count()).toBe(2);
  there.expects(401, 403);
  await list.getByRole("button", { name: "Encerrar: Chrome no Linux" }).click();
  await there.waitsAt("/login");
  await there.page.getByRole("status").getByText("Sua sessão terminou").waitFor();
  await list.getByText("Você está conectado só aqui.").waitFor();

  await fillIn(there, credentials("ana"));
  await there.waitsAt("/tickets");
  const part = here.page.getByRole("region", { name: "Senha" });
  here.expects(422);
  const change = async (current: string, next: string) => {
    await part.getByLabel("Senha atual").fill(current);
    await part.getByLabel("Nova senha").fill(next);
    await part.getByRole("button", { name: "Trocar a senha" }).click();
  };
  await change("errada-errada", "outra-senha-boa");
  await part.getByText("Senha incorreta").waitFor();
  await change(credentials("ana").password, "outra-senha-boa");
  await here.sees("Senha trocada. Seus outros acessos foram encerrados.");
  await there.waitsAt("/login");
  await here.page.reload();
  await part.waitFor();
  await change("outra-senha-boa", credentials("ana").password);
  await here.sees("Senha trocada. Seus outros acessos foram encerrados.");
});

test("with TOTP on, a second browser needs a code, and the first is told of the sign-in", async () => {
  await set("singleSession", "enabled");
  const first = await comes("caio");
  await first.waitsAt("/tickets");
  await first.goes("/profile");
  const part = first.page.getByRole("region", { name: "Verificação em duas etapas" });
  await part.getByRole("button", { name: "Ativar verificação" }).click();
  first.expects(422);
  const setupDialog = first.dialog("Ativar verificação");
  await setupDialog.getByLabel("Senha atual").fill("errada-errada");
  await first.button("Já tenho o aplicativo").click();
  await setupDialog.getByText("Senha incorreta").waitFor();
  await passes(first, "the password for it");
  const { code, recovery } = await turnsOn(first, "caio", () => passes(first, "a code to scan"));
  expect(recovery).toHaveLength(10);
  expect(await first.button("Concluir").isDisabled()).toBe(true);
  const [file] = await Promise.all([
    first.page.waitForEvent("download"),
    first.button("Baixar").click(),
  ]);
  const saved = readFileSync(await file.path(), "utf8");
  for (const one of recovery) expect(saved).toContain(one);
  await first.button("Concluir").click();
  await part.getByText("Ativa", { exact: true }).waitFor();

  const second = await shop.stranger();
  second.expects(401);
  await second.goes("/login");
  await fillIn(second, credentials("caio"));
  await second.page.getByRole("heading", { name: "Confirme que é você" }).waitFor();
  await second.page.locator("input[name=code]:focus").waitFor();
  await passes(second, "the second step");
  await second.field("Código").fill("000000");
  await second.button("Entrar").click();
  await second.page
    .getByRole("alert")
    .getByText("Código incorreto, vencido ou já usado.")
    .waitFor();
  await second.field("Código").fill(code());
  first.expects(401, 403);
  const notice = first
    .dialog("Sessão encerrada")
    .getByText("Sua conta foi acessada em outro computador.")
    .waitFor();
  await Promise.all([second.button("Entrar").click(), notice]);
  await second.waitsAt("/tickets");
  await first.waitsAt("/login");

  // The phone is lost.
  await second.goes("/profile");
  await second.button("Desativar verificação").click();
  const dialog = second.dialog("Desativar verificação");
  second.expects(422);
  await dialog.getByLabel("Senha atual").fill(credentials("caio").password);
  await dialog.getByLabel("Código do aplicativo").fill("AAAA-AAAA-AAAA");
  await dialog.getByRole("button", { name: "Desativar verificação" }).click();
  await dialog.getByText("Código incorreto. Confira a hora do celular").waitFor();
  await dialog.getByLabel("Código do aplicativo").fill(recovery[0]!.toLowerCase());
  await dialog.getByRole("button", { name: "Desativar verificação" }).click();
  await second.sees("Verificação desativada.");
  await second.page
    .getByRole("region", { name: "Verificação em duas etapas" })
    .getByText("Desativada", { exact: true })
    .waitFor();
});

test("an admin resets another user's second step, with their own password, and reads and searches the audit of it all", async () => {
  await set("singleSession", "disabled");
  const lia = await comes("lia");
  await lia.waitsAt("/tickets");
  await lia.goes("/profile");
  await lia.button("Ativar verificação").click();
  await turnsOn(lia, "lia");
  await lia.field("Guardei os códigos em lugar seguro").check();
  await lia.button("Concluir").click();

  const rui = await shop.enters("rui", { at: "/users" });
  await rui.button("Editar: Ana").click();
  await rui.dialog("Editar usuário").getByRole("button", { name: "Salvar" }).waitFor();
  expect(await rui.button("Perdeu o celular").count()).toBe(0);
  await rui.dialog("Editar usuário").getByRole("button", { name: "Cancelar" }).click();
  await rui.button("Editar: Lia").click();
  await rui.button("Perdeu o celular").click();
  const dialog = rui.dialog("Desativar verificação em duas etapas");
  await dialog.getByText("Lia vai entrar só com a senha").waitFor();
  await sound(rui, "a lost phone");
  rui.expects(422);
  await dialog.getByLabel("Sua senha").fill("errada-errada");
  await dialog.getByRole("button", { name: "Desativar verificação" }).click();
  await dialog.getByText("Senha incorreta").waitFor();
  lia.expects(401, 403);
  await dialog.getByLabel("Sua senha").fill(credentials("rui").password);
  await dialog.getByRole("button", { name: "Desativar verificação" }).click();
  await rui.sees("Lia entra agora só com a senha.");
  await rui.button("Perdeu o celular").waitFor({ state: "detached" });
  await rui.dialog("Editar usuário").getByRole("button", { name: "Cancelar" }).click();
  await rui.button("Editar: Lia").click();
  await rui.dialog("Editar usuário").getByRole("button", { name: "Salvar" }).waitFor();
  expect(await rui.button("Perdeu o celular").count()).toBe(0);
  await lia.waitsAt("/login");
  await fillIn(lia, credentials("lia"));
  await lia.waitsAt("/profile");
  await lia.page.evaluate(() =>
    fetch("/api/users/1", {
      method: "DELETE",
      headers: { authorization: `Bearer ${localStorage.getItem("token")}` },
    }),
  );

  await rui.goes("/audit");
  const entries = rui.page.getByRole("main").getByRole("listitem");
  await entries.first().waitFor();
  await entries.filter({ hasText: "Usuário excluído: Nina" }).filter({ hasText: "Rui" }).waitFor();
  await entries
    .filter({ hasText: "Acesso não permitido: excluir usuário" })
    .filter({ hasText: "Lia" })
    .waitFor();
  await rui.field("O quê").selectOption({ label: "Código de recuperação usado" });
  await rui.sees("Nenhum registro combina com o filtro.");
  await rui.button("Limpar filtro").click();
  await rui.field("O quê").selectOption({ label: "Verificação em duas etapas desativada" });
  await entries.filter({ hasText: "Caio" }).waitFor();
  await entries.filter({ hasText: "desativada: Lia" }).filter({ hasText: "Rui" }).waitFor();
  await eventually(async () => (await entries.count()) === 2 || undefined, "the list to be short");
  await rui.field("O quê").selectOption({ label: "Tudo" });
  await rui.field("Buscar").fill("Nina");
  await eventually(
    async () =>
      ((await entries.count()) > 1 &&
        (await entries.allTextContents()).every((text) => text.includes("Nina"))) ||
      undefined,
    "only Nina",
  );
  await rui.field("De").fill("01/01/2020");
  await rui.field("Até").fill("02/01/2020");
  await rui.sees("Nenhum registro combina com o filtro.");
});

test("once the company requires TOTP, users without it are led to set it up, and then go on", async () => {
  await set("singleSession", "disabled");
  const ana = await shop.enters("ana", { at: "/tags" });
  const lia = await shop.enters("lia", { at: "/tickets", size: phone });
  await ana.page.getByRole("heading", { name: "Tags" }).waitFor();
  for (const seat of [ana, lia]) seat.expects(403);
  await set("requireTotp", "enabled");
  await ana.page.getByRole("heading", { name: "Proteja sua conta" }).waitFor();
  await lia.page.getByRole("heading", { name: "Proteja sua conta" }).waitFor();
  await ana.page.reload();
  await ana.page.getByRole("heading", { name: "Proteja sua conta" }).waitFor();

  await turnsOn(ana, "ana");
  await ana.field("Guardei os códigos em lugar seguro").check();
  await ana.button("Concluir").click();
  await ana.page.getByRole("heading", { name: "Tags" }).waitFor();
  await lia.button("Sair").click();
  await lia.waitsAt("/login");
  await fillIn(lia, credentials("lia"));
  await lia.page.getByRole("heading", { name: "Proteja sua conta" }).waitFor();
  // The owner must set it up like everyone. The test does so by request, and turns the rule off.
  const { secret } = await shop.call<{ secret: string }>("POST", "/auth/totp", {
    password: credentials("zefa").password,
  });
  await shop.call("PUT", "/auth/totp", { code: app(secret)() });
  await set("requireTotp", "disabled");
  await lia.page.reload();
  await lia.waitsAt("/tickets");
  await lia.tab(/^Aguardando/).waitFor();
});

test("in the dark, at 320 px, in Spanish, too, a user's access and the way to a code fit and are complete", async () => {
  const words = wordsIn("es");
  await set("singleSession", "disabled");
  const rui = await shop.enters("rui", { ...narrow, at: "/users" });
  await rui.button(words("users.new")).click();
  await rui.tab(words("users.parts.access")).click();
  await passes(rui, "their access");
  await rui.goes("/profile");
  await rui.button(words("totp.turnOn")).click();
  await passes(rui, "the password for it");
  await rui.field(words("profile.currentPassword")).last().fill(credentials("rui").password);
  await rui.button(words("totp.begin")).click();
  await rui.page.getByRole("img", { name: words("totp.qr") }).waitFor();
  await passes(rui, "a code to scan");

  const stranger = await shop.stranger(narrow);
  stranger.expects(401);
  await stranger.page.route("**/api/auth/login", (route) =>
    route.fulfill({ status: 401, json: { error: "ERR_TOTP_REQUIRED" } }),
  );
  await stranger.goes("/login");
  await stranger.field(words("auth.email")).fill(credentials("ana").email);
  await stranger.field(words("auth.password")).fill(credentials("ana").password);
  await stranger.button(words("auth.submit")).click();
  await stranger.page.getByRole("heading", { name: words("login.secondTitle") }).waitFor();
  await passes(stranger, "the second step");
});
