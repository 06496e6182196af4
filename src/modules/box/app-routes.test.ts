import { expect } from "bun:test";
import { box, test } from "../../testing/world.ts";

type Manifest = { icons: { src: string; type: string; purpose?: string }[] };

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("a phone installs the box by its name, look and language; without a look, with the mark", async () => {
  const shop = await box();
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  const ask = (path: string) => shop.app.handle(new Request(`http://localhost${path}`));
  const read = async () => (await (await ask("/manifest.webmanifest")).json()) as Manifest;
  expect(await read()).toMatchObject({
    name: "Balcão",
    lang: "pt-BR",
    theme_color: "#0f5f57",
    shortcuts: [
      { name: "Atendimentos", url: "/tickets" },
      { name: "Nova venda", url: "/orders/new" },
      { name: "Quadro", url: "/kanbanOrders" },
    ],
    share_target: { action: "/share", method: "POST" },
  });
  expect((await ask("/icon")).headers.get("location")).toBe("/public/icon-192.png");
  const rui = shop.as("rui");
  await rui.put("/box", { boxName: "Padaria", boxColor: "blue", language: "es" });
  expect(await read()).toMatchObject({ name: "Padaria", lang: "es", theme_color: "#1f5fae" });
  await rui.put("/box", { boxLogo: `data:image/png;base64,${png}` });
  const { icons } = await read();
  expect(icons.map(({ purpose }) => purpose)).toEqual([undefined, "maskable"]);
  for (const { src, type } of icons) {
    const icon = await ask(src);
    expect([icon.status, icon.headers.get("content-type")]).toEqual([200, type]);
    expect(await icon.text()).toContain(png);
  }
  const logo = await ask("/icon");
  expect(logo.headers.get("content-type")).toBe("image/png");
  expect(Buffer.from(await logo.arrayBuffer()).toString("base64")).toBe(png);
});

test("search engines list the public pages that are open, and nothing else", async () => {
  const shop = await box();
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  const ask = (path: string) => shop.app.handle(new Request(`http://localhost${path}`));
  const read = async (path: string) => (await ask(path)).text();
  expect(await read("/robots.txt")).toBe("User-agent: *\nDisallow: /\n");
  expect((await ask("/sitemap.xml")).status).toBe(404);
  await shop.as("rui").put("/box", { publicUrl: "https://loja.com.br", landing: true });
  const robots = await read("/robots.txt");
  expect(robots).toContain("Allow: /$\n");
  expect(robots).not.toContain("/signup");
  expect(robots).toEndWith("Disallow: /\nSitemap: https://loja.com.br/sitemap.xml\n");
  expect(await read("/sitemap.xml")).toContain("<loc>https://loja.com.br/</loc>");
  expect(await read("/sitemap.xml")).not.toContain("signup");
  await shop.as("rui").put("/box", { signUp: true });
  expect(await read("/sitemap.xml")).toContain("<loc>https://loja.com.br/signup</loc>");
});
