import { expect } from "bun:test";
import { desk, phone } from "./seat.ts";
import { openShop, type Shop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import { fits, passes } from "./sound.ts";

const password = "pao-quente-1";
const [here, there] = await Promise.all([openShop(), openShop({ second: true })]);

const opens = (shop: Shop, name: string, email: string) =>
  shop.call<{ id: number }>("POST", "/companies", {
    name,
    email,
    password,
    phone: "11988880001",
    planId: 1,
    dueDate: null,
  });

/** Opens the companies of a box as its owner. */
const owner = (shop: Shop, look = {}) =>
  shop.enters("zefa", { ...look, at: "/platform/companies" });

test("a company moves to another server: stopped, carried over, looked at, handed over, taken over", async () => {
  await opens(here, "Mercearia Sol", "sol@mercearia.com.br");
  const zefa = await owner(here);
  await zefa.button(/Ações.*Mercearia Sol/).click();
  await zefa.page.getByRole("menuitem", { name: "Mudar para outro servidor" }).click();
  const question = zefa.dialog("Mudar Mercearia Sol para outro servidor?");
  zefa.expects(422);
  await question.getByLabel("Sua senha").fill("errada-errada");
  await question.getByRole("button", { name: "Parar e gravar o arquivo" }).click();
  await question.getByText("Senha incorreta").waitFor();
  await question.getByLabel("Sua senha").fill(password);
  await question.getByRole("button", { name: "Parar e gravar o arquivo" }).click();
  const codeDialog = zefa.dialog("Código do arquivo de Mercearia Sol");
  const code = (await codeDialog.locator("[data-code]").textContent())!.trim();
  await codeDialog.getByRole("button", { name: "Anotei" }).click();
  await zefa.sees("Bloqueada");
  await zefa.button("Baixar o arquivo de Mercearia Sol").waitFor();
  const [file] = await Promise.all([
    zefa.page.waitForEvent("download"),
    zefa.button("Baixar o arquivo de Mercearia Sol").click(),
  ]);
  const path = (await file.path())!;
  await passes(zefa, "the companies with a move");

  const lia = await owner(there);
  await lia.button("Importar empresa").click();
  const dialog = lia.dialog("Importar uma empresa");
  lia.expects(422);
  await dialog.locator("input[type=file]").setInputFiles({
    name: "outra.balcao",
    mimeType: "application/octet-stream",
    buffer: Buffer.from("isto não é um arquivo de empresa"),
  });
  await dialog
    .getByText("Este arquivo não é de uma empresa, está incompleto ou foi alterado.")
    .waitFor();
  await dialog.locator("input[type=file]").setInputFiles({
    name: "sol.balcao",
    mimeType: "application/octet-stream",
    buffer: Buffer.from(await Bun.file(path).bytes()),
  });
  await dialog.getByText("Mercearia Sol").waitFor();
  await dialog.getByLabel("Código do arquivo").fill("7K2M-9QXD-4T0R-VV3C");
  await dialog.getByRole("button", { name: "Abrir" }).click();
  await dialog.getByText("Este código não abre o arquivo").waitFor();
  await dialog.getByLabel("Código do arquivo").fill(code);
  await dialog.getByRole("button", { name: "Abrir" }).click();
  await dialog.getByText("1 · sol@mercearia.com.br").waitFor();
  await dialog.getByLabel("Nome neste servidor").fill("Padaria Pão Quente");
  lia.expects(409);
  await dialog.getByRole("button", { name: "Importar" }).click();
  await dialog.getByText("Já existe uma empresa com este nome").first().waitFor();
  await dialog.getByLabel("Nome neste servidor").fill("Mercearia Lua");
  await dialog.getByRole("button", { name: "Importar" }).click();
  await dialog.waitFor({ state: "detached" });
  await lia.sees("Mercearia Lua está de mudança");

  await zefa.button("Entregar").click();
  await zefa
    .dialog("Entregar Mercearia Sol ao outro servidor?")
    .getByRole("button", { name: "Entregar" })
    .click();
  const gone = zefa.dialog("Mercearia Sol foi entregue");
  const last = (await gone.locator("[data-code]").textContent())!.trim();
  await gone.getByRole("button", { name: "Anotei" }).click();
  await zefa.sees(/Entregue: este servidor não trabalha mais para ela/);

  await lia.button("Assumir").click();
  const taking = lia.dialog("Assumir Mercearia Lua neste servidor?");
  await taking.getByLabel("Código da entrega").fill(code);
  await taking.getByRole("button", { name: "Assumir" }).click();
  await taking.getByText("Este não é o código que o outro servidor mostrou").waitFor();
  await taking.getByLabel("Código da entrega").fill(last);
  await taking.getByRole("button", { name: "Assumir" }).click();
  await taking.waitFor({ state: "detached" });
  await lia.page.getByText("Mercearia Lua está de mudança").waitFor({ state: "detached" });
  const signedIn = async (shop: Shop) =>
    (
      await fetch(`${shop.url}/api/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "sol@mercearia.com.br", password }),
      })
    ).status;
  expect([await signedIn(here), await signedIn(there)]).toEqual([403, 200]);
}, 120_000);

test("a damaged company comes back from its copy, by the banner, and the others never noticed", async () => {
  const { id } = await opens(there, "Quitanda", "caio@quitanda.com.br");
  await there.call("POST", "/backups");
  await eventually(
    async () =>
      (await there
        .call<{ running: string | null; copies: object[] }>("GET", "/backups")
        .then(({ running, copies }) => running === null && copies.length > 0)) || undefined,
    "the copy to be made",
    30_000,
  );
  await there.kill();
  there.damages(id);
  await there.restart();
  await fetch(`${there.url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "caio@quitanda.com.br", password }),
  });
  for (const [theme, size] of [
    ["light", desk],
    ["dark", phone],
  ] as const) {
    const zefa = await there.enters("zefa", { theme, size, at: "/backups" });
    await zefa.sees(/Quitanda está fora do ar/);
    await fits(zefa, "the banner of a company that is shut");
    await zefa.button(/Trazer de volta da cópia de/).click();
    const dialog = zefa.dialog("Trazer Quitanda de volta?");
    await dialog.waitFor();
    if (theme === "light") {
      await dialog.getByRole("button", { name: "Cancelar" }).click();
      continue;
    }
    await dialog.getByRole("button", { name: "Trazer de volta" }).click();
    const done = zefa.dialog("Quitanda está de volta");
    await done.getByText(/before-restore-/).waitFor();
    await done.getByRole("button", { name: "Fechar" }).last().click();
    await zefa.page.getByText(/Quitanda está fora do ar/).waitFor({ state: "detached" });
  }
}, 120_000);
