import { expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { focused } from "./gadgets.ts";
import { dialogLooks, passes } from "./sound.ts";

const shop = await openShop();
const id = "aB3_-56789x";
const player = new RegExp(`leaves the machine: https://www\\.youtube-nocookie\\.com/embed/${id}`);

test("the owner pastes a link, everyone has the video at once, and its site is asked for nothing before play is pressed", async () => {
  const ana = await shop.enters("ana", { at: "/helps" });
  await ana.sees("Nenhum vídeo por enquanto");
  expect(await ana.link("Editar vídeos").count()).toBe(0);
  expect(await ana.link("Primeiros passos").count()).toBe(0);
  await ana.button("Atalhos do teclado").click();
  await ana.dialog("Atalhos do teclado").getByRole("button", { name: "Fechar" }).first().click();

  const owner = await shop.enters("zefa", { at: "/helps" });
  await owner.link("Primeiros passos").waitFor();
  await owner.link("Editar vídeos").click();
  await owner.button("Novo vídeo").click();
  await owner.button("Salvar").click();
  expect(await owner.dialog("Novo vídeo").getByText("Obrigatório").count()).toBe(2);
  await owner.field("Título").fill("Primeiros passos");
  await owner.field("Vídeo").fill("https://exemplo.com/watch?v=aB3_-56789x");
  await owner.button("Salvar").click();
  await owner.sees("Isto não é um vídeo do YouTube");
  await owner.field("Vídeo").fill(`https://youtu.be/${id}?si=abc`);
  await owner.button("Salvar").click();
  await owner.page
    .getByRole("row", { name: /Primeiros passos/ })
    .getByText(id)
    .waitFor();
  owner.expects(409);
  await owner.button("Novo vídeo").click();
  await owner.field("Título").fill("primeiros passos");
  await owner.field("Vídeo").fill(id);
  await owner.button("Salvar").click();
  await owner.sees(
    "Verifique se já existe uma empresa com o mesmo nome ou se os campos foram preenchidos corretamente",
  );
  await owner.page.goto("about:blank");

  // By the keyboard alone.
  await ana.page.route("https://www.youtube-nocookie.com/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<p>No ar</p>" }),
  );
  await ana.button(/Primeiros passos/).press("Enter");
  const dialog = ana.dialog("Primeiros passos");
  await focused(ana.button("Reproduzir o vídeo"));
  expect(ana.troubles()).toEqual([]);
  ana.expects(player);
  await ana.page.keyboard.press("Enter");
  await dialog.frameLocator("iframe").getByText("No ar").waitFor();
  await dialog.getByRole("button", { name: "Fechar" }).click();
  expect(await ana.page.locator("iframe").count()).toBe(0);

  const [help] = await shop.call<{ id: number }[]>("GET", "/helps/list");
  await shop.call("DELETE", `/helps/${help!.id}`);
  await ana.sees("Nenhum vídeo por enquanto");
});

test("the owner's list and a video fit a desk and the smallest phone, and axe finds nothing serious", async () => {
  await shop.call("POST", "/helps", {
    title: "Um título bem comprido, comonessapalavraquenaoacabanuncamaisdetaolongaqueela",
    description: "Texto ".repeat(80),
    video: id,
  });
  for (const look of dialogLooks) {
    const owner = await shop.enters("zefa", { ...look, at: "/platform/helps" });
    await owner.page.locator("main [data-create]").waitFor();
    await owner.sees(id);
    await passes(owner, "the list");
    await owner.goes("/helps");
    await owner.page.locator("main li button").click();
    await owner.page.locator("dialog[open]").waitFor();
    await passes(owner, "a video");
    await owner.leaves();
  }
}, 60_000);
