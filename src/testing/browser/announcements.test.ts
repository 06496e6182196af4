import { expect } from "bun:test";
import { join } from "node:path";
import { repository } from "../../build/repository.ts";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import type { Seat } from "./seat.ts";
import { dialogLooks, passes } from "./sound.ts";

const shop = await openShop();
const picture = join(repository, "web/public/icon-192.png");

type Row = {
  id: number;
  title: string;
  priority: number;
  status: boolean;
  mediaName: string | null;
};
const stored = async () => (await shop.call<{ records: Row[] }>("GET", "/announcements/")).records;
const make = (title: string, more: object = {}) =>
  shop.call<Row>("POST", "/announcements", { title, text: "Domingo das 3h às 4h.", ...more });
const megaphone = (seat: Seat) =>
  seat.page.locator("[data-tools]").getByRole("button", { name: /^(Comunicados|Announcements)/ });

test("the owner announces something with a picture, everyone gets it at once, and each browser remembers what was read", async () => {
  const owner = await shop.enters("zefa", { at: "/announcements" });
  const ana = await shop.enters("ana");
  await ana.tab("Aguardando").waitFor();
  expect(await megaphone(ana).count()).toBe(0);

  await owner.button("Novo comunicado").click();
  await owner.button("Salvar").click();
  expect(await owner.dialog("Novo comunicado").getByText("Obrigatório").count()).toBe(2);
  await owner.field("Título").fill("Manutenção");
  await owner.field("Texto").fill("Domingo das 3h às 4h\no Balcão fica fora do ar.");
  await owner.page.getByLabel("Alta").check();
  const chooser = owner.page.waitForEvent("filechooser");
  await owner.button("Juntar imagem").click();
  await (
    await chooser
  ).setFiles({ name: "aviso.txt", mimeType: "text/plain", buffer: Buffer.from("Oi") });
  await owner.sees("Escolha uma imagem PNG ou JPG.");
  const again = owner.page.waitForEvent("filechooser");
  await owner.button("Juntar imagem").click();
  await (await again).setFiles(picture);
  await owner.page.getByRole("img", { name: "Imagem do comunicado" }).waitFor();
  await owner.button("Salvar").click();
  await owner.sees("Operação realizada com sucesso!");
  expect(await stored()).toMatchObject([
    { title: "Manutenção", priority: 1, status: true, mediaName: "icon-192.png" },
  ]);

  await ana.button("Comunicados: 1 novo").click();
  const list = ana.page.getByRole("list", { name: "Comunicados" });
  await list.getByText("Manutenção").waitFor();
  await list.getByText("Alta").waitFor();
  await list.getByText("novo", { exact: true }).waitFor();
  await list.getByRole("button").click();
  const whole = ana.dialog("Manutenção");
  await whole.getByText("o Balcão fica fora do ar.").waitFor();
  await eventually(
    () =>
      whole
        .getByRole("img")
        .evaluate((image) => (image as HTMLImageElement).naturalWidth > 0 || undefined),
    "the picture to show",
  );
  await ana.page.keyboard.press("Escape");
  await ana.page.reload();
  await ana.button("Comunicados").waitFor();
  // Another browser of hers has not marked it as read.
  await shop.call("PUT", "/settings/singleSession", { value: "disabled" });
  const elsewhere = await shop.enters("ana");
  await elsewhere.button("Comunicados: 1 novo").waitFor();
});

test("changes, deactivation and deletion show on every screen, also after being away", async () => {
  const { id } = await make("Tarifas");
  const caio = await shop.enters("caio");
  const owner = await shop.enters("zefa", { at: "/announcements" });
  await megaphone(caio).click();
  const list = caio.page.getByRole("list", { name: "Comunicados" });
  await list.getByText("Tarifas").waitFor();
  await owner.button("Editar: Tarifas").click();
  await owner.field("Título").fill("Tarifas novas");
  await owner.button("Salvar").click();
  await list.getByText("Tarifas novas").waitFor();
  await shop.call("PUT", `/announcements/${id}`, { status: false });
  await list.getByText("Tarifas novas").waitFor({ state: "detached" });
  await owner.page
    .getByRole("row", { name: /Tarifas novas/ })
    .getByText("Fora do ar")
    .waitFor();
  await owner.button("Excluir: Tarifas novas").click();
  await owner
    .dialog("Deseja realmente excluir este registro?")
    .getByRole("button", { name: "Excluir" })
    .click();
  await owner.page.getByRole("row", { name: /Tarifas novas/ }).waitFor({ state: "detached" });

  await caio.page.keyboard.press("Escape");
  await caio.page.context().setOffline(true);
  caio.expects(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  for (const { id: old } of await stored()) await shop.call("DELETE", `/announcements/${old}`);
  await make("Enquanto isso");
  await caio.page.context().setOffline(false);
  await caio.page.reload();
  await caio.button("Comunicados: 1 novo").click();
  await list.getByText("Enquanto isso").waitFor();
  expect(await list.getByRole("listitem").count()).toBe(1);
});

test("only the owner opens the page: admins too are told so and sent home", async () => {
  const rui = await shop.enters("rui", { at: "/announcements" });
  await rui.sees(
    "Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.",
  );
  await rui.waitsAt("/dashboard");
  await rui.button("Admin.").click();
  await rui.page.getByRole("menuitem", { name: "Filas", exact: true }).waitFor();
  expect(await rui.page.getByRole("menuitem", { name: "Comunicados" }).count()).toBe(0);
});

for (const look of dialogLooks) {
  test(`${look.theme}, ${look.size?.width ?? 1280} px: nothing needs sideways scrolling, and axe finds nothing serious`, async () => {
    const { id } = await make(
      "Um título bem comprido que não cabe numa linha só, comonessapalavraquenaoacabanunca",
      { priority: 2, text: "Texto ".repeat(100) },
    );
    const owner = await shop.enters("zefa", look);
    if (look.size) await owner.page.locator("[data-dock] button").click();
    await megaphone(owner).click();
    const first = owner.page.locator("[popover]:popover-open li").first();
    await eventually(
      async () => ((await first.boundingBox())?.x ?? -1) > 0 || undefined,
      "the list to be placed",
    );
    await passes(owner, "news");
    await owner.page.locator("[popover]:popover-open li button").first().click();
    await owner.page.locator("dialog[open]").waitFor();
    await passes(owner, "one of them");
    await shop.call("DELETE", `/announcements/${id}`);
  });
}
