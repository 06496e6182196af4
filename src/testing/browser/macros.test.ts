import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import { focused } from "./gadgets.ts";

type Ticket = { id: number; status: string; tags: { name: string }[]; contact: { name: string } };

const shop = await openShop();
const pictures = process.env.PICTURES;

const ticketOf = async (name: string): Promise<Ticket | undefined> => {
  const { tickets } = await shop.call<{ tickets: Ticket[] }>(
    "GET",
    `/tickets?showAll=true&searchParam=${name}`,
  );
  return tickets.find(({ contact }) => contact.name === name);
};

test("a macro is written step by step, moved by keys, and runs in a conversation by its key and by the palette", async () => {
  const tag = await shop.call<{ id: number }>("POST", "/tags", { name: "Entrega" });
  const rui = await shop.enters("rui", { at: "/macros" });
  rui.expects(422);
  await rui.sees("Nenhuma macro ainda");
  await rui.button("Nova macro").first().click();
  const dialog = rui.dialog("Nova macro");
  await dialog.getByLabel("Nome", { exact: true }).fill("Saiu para entrega");
  await dialog.getByLabel(/^Para toda a equipe/).check();
  const add = async (kind: string) => {
    await dialog.getByRole("button", { name: "Novo passo" }).click();
    await rui.page.getByRole("menuitem", { name: kind }).click();
  };
  await add("Resolver");
  await add("Mandar mensagem");
  await dialog.getByText(/Mova este passo para cima/).waitFor();
  const message = dialog.getByLabel("Mensagem", { exact: true });
  await focused(message);
  await message.fill("Oi {{name}}, saiu para entrega!");
  await message.press("Alt+ArrowUp");
  await dialog.getByRole("listitem", { name: "Passo 1: Mandar mensagem" }).waitFor();
  await dialog.getByText(/Mova este passo para cima/).waitFor({ state: "detached" });
  await focused(message);
  await add("Pôr tag");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await dialog.getByText("Escolha uma opção").waitFor();
  await dialog.getByLabel("Tag", { exact: true }).selectOption("Entrega");
  if (pictures) await rui.page.screenshot({ path: `${pictures}/macro-dialog.png` });
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await rui.sees("Operação realizada com sucesso!");
  await rui.sees(/Mandar: Oi .* · Resolver · Pôr a tag Entrega/);
  if (pictures) await rui.page.screenshot({ path: `${pictures}/macros-1280.png` });

  const ana = await shop.enters("ana");
  await shop.customer("Dora").says("Cadê meu bolo?");
  await ana.tab("Aguardando").click();
  await ana.button("Aceitar Dora").click();
  await ana.composer("Dora").waitFor();
  await ana.page.keyboard.press("Alt+q");
  const run = ana.dialog("Usar uma macro com Dora");
  await run.getByText("Mandar: Oi Dora, saiu para entrega!").waitFor();
  if (pictures) await ana.page.screenshot({ path: `${pictures}/run-macro.png` });
  await shop.call("DELETE", `/tags/${tag.id}`);
  await run.getByRole("combobox").press("Enter");
  await run.getByText("Isto não está mais aqui.").waitFor();
  expect(await ticketOf("Dora")).toMatchObject({ status: "open", tags: [] });
  await run.getByRole("button", { name: "Cancelar" }).click();

  const [macro] = (await shop.call<{ records: { id: number }[] }>("GET", "/macros")).records;
  await shop.call("PUT", `/macros/${macro!.id}`, {
    steps: [
      { kind: "text", text: "Oi {{name}}, saiu para entrega!" },
      { kind: "resolve", silent: true },
    ],
  });
  await ana.page.keyboard.press("Control+k");
  await ana.dialog("Buscar e fazer").getByRole("combobox").fill("entrega");
  await ana.dialog("Buscar e fazer").getByRole("option", { name: "Saiu para entrega" }).click();
  await run.getByText("Mandar: Oi Dora, saiu para entrega!").waitFor();
  await run.getByText("Isto não está mais aqui.").waitFor({ state: "detached" });
  await run.getByRole("button", { name: "Usar macro" }).click();
  await ana.sees("Macro Saiu para entrega usada.");
  await eventually(
    async () => (await ticketOf("Dora"))?.status === "closed" || undefined,
    "the closed ticket",
  );
});
