import { expect } from "bun:test";
import { join } from "node:path";
import { repository } from "../../build/repository.ts";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import { phone, type Seat } from "./seat.ts";
import { passes, sound } from "./sound.ts";

const shop = await openShop();

const writes = async ({ page }: Seat, title: string, text: string) => {
  const pen = page.getByRole("textbox", { name: `Mensagem para ${title}`, exact: true });
  await pen.fill(text);
  await pen.press("Enter");
};
const chatFrames = ({ frames }: Seat) =>
  frames.filter(({ event }) => event === "chat" || event === "chatTyping");

test("three people talk, one is taken out in the middle and hears nothing more", async () => {
  const ana = await shop.enters("ana", { at: "/chats" });
  await ana.sees("Nenhuma conversa ainda");
  await ana.button("Nova conversa").click();
  await ana.button("Salvar").click();
  await ana.sees("Por favor, preencha o título da conversa.");
  await ana.sees("Por favor, selecione pelo menos um usuário.");
  await ana.field("Título").fill("Fornada");
  await ana.page.getByLabel("Caio").check();
  await ana.page.getByLabel("Lia").check();
  await sound(ana, "a new chat");
  await ana.button("Salvar").click();
  await ana.page.getByRole("region", { name: "Conversa Fornada" }).waitFor();

  const caio = await shop.enters("caio", { at: "/tickets" });
  const lia = await shop.enters("lia", {
    at: new URL(ana.page.url()).pathname,
    size: phone,
    theme: "dark",
  });
  const rui = await shop.enters("rui", { at: new URL(ana.page.url()).pathname });
  await rui.sees("Esta conversa não está aqui");
  await lia.tab("Mensagens").waitFor();
  await ana.page.getByRole("textbox", { name: "Mensagem para Fornada" }).press("Enter");
  await ana.page.getByRole("textbox", { name: "Mensagem para Fornada" }).pressSequentially("@cai");
  await ana.page.getByRole("option", { name: "Caio" }).waitFor();
  await ana.page.keyboard.press("Enter");
  await lia.page.getByText("Ana está digitando…").first().waitFor();
  await ana.page.keyboard.type("a broa saiu?");
  await ana.page.keyboard.press("Enter");
  await lia.bubble("@Caio a broa saiu?").waitFor();

  // The menu counts unread messages while Caio looks at another page, and the chat marks the new
  // ones.
  await caio.page
    .getByRole("link", { name: /^Chat interno/ })
    .filter({ hasText: "1" })
    .click();
  await caio.page.getByRole("img", { name: "Você foi mencionado" }).waitFor();
  await caio.page
    .getByRole("link", { name: /Fornada/ })
    .first()
    .click();
  await caio.sees("Mensagens novas");
  await writes(caio, "Fornada", "Saiu agora");
  await writes(lia, "Fornada", "Já busco");
  await ana.bubble("Já busco").waitFor();
  const chooser = ana.page.waitForEvent("filechooser");
  await ana.button("Anexar arquivos").click();
  await (await chooser).setFiles(join(repository, "web/public/icon-192.png"));
  await ana.sees("icon-192.png");
  await writes(ana, "Fornada", "Olhem só");
  await caio.bubble("Olhem só").getByRole("button").waitFor();
  await sound(caio, "a chat");
  await passes(lia, "a chat on a phone");
  await lia.tab("Chats").click();
  await lia.page.getByRole("link", { name: /Fornada/ }).waitFor();
  await passes(lia, "the chats on a phone");
  await lia.tab("Mensagens").click();

  // Ana takes Caio out while he looks at it.
  await ana.button("Mais ações").click();
  await ana.page.getByRole("menuitem", { name: "Editar conversa" }).click();
  await ana.page.getByLabel("Caio").uncheck();
  await ana.button("Salvar").click();
  await caio.sees("Esta conversa não está aqui");
  expect(chatFrames(caio).at(-1)).toMatchObject({ action: "delete" });
  const before = chatFrames(caio).length;
  await writes(ana, "Fornada", "Só entre nós duas");
  await lia.bubble("Só entre nós duas").waitFor();
  await writes(lia, "Fornada", "Ele não ouve");
  await ana.bubble("Ele não ouve").waitFor();
  // A frame that everyone gets: an earlier frame for him would have come before it.
  await shop.call("POST", "/tags", { name: "Cerca", color: "#0f766e" });
  await eventually(
    () => caio.frames.some(({ event }) => event === "tag") || undefined,
    "the frame after all others",
  );
  expect(chatFrames(caio)).toHaveLength(before);
  await caio.page.reload();
  await caio.sees("Esta conversa não está aqui");
  expect(await caio.bubble("Olhem só").count()).toBe(0);

  // The search finds a message, and a link to an order opens over the conversation.
  await ana.page.getByRole("searchbox", { name: "Buscar conversas e mensagens" }).fill("broa");
  await ana.page.getByRole("region", { name: "Mensagens encontradas" }).getByRole("link").click();
  await ana.page.locator("[data-target]").filter({ hasText: "a broa saiu?" }).waitFor();
  await writes(ana, "Fornada", `Vejam ${ana.page.url().replace(/chats.*/, "orders/99")}`);
  ana.expects(404);
  await ana.page.getByRole("link", { name: /orders/ }).click();
  await ana.dialog("Pedido 99").waitFor();
  await ana.waitsAt(/^\/chats\//);
});
