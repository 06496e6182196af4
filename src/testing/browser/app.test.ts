import { afterAll, expect } from "bun:test";
import { openShop, test } from "./browser.ts";
import { eventually } from "./eventually.ts";
import type { Seat } from "./seat.ts";

const shop = await openShop();

/** Waits until the service worker answers the page's requests. */
const worker = ({ page }: Seat) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((next) => setTimeout(next, 20));
  });

const script = ({ page }: Seat) => page.locator("script[type=module]").getAttribute("src");

test("a phone may install the app", async () => {
  const ana = await shop.enters("ana", { worker: true });
  await worker(ana);
  const devtools = await ana.page.context().newCDPSession(ana.page);
  expect(await devtools.send("Page.getInstallabilityErrors")).toEqual({ installabilityErrors: [] });
  const { url, errors, data } = await devtools.send("Page.getAppManifest");
  expect([url, errors]).toEqual([`${shop.url}/manifest.webmanifest`, []]);
  expect(JSON.parse(data!)).toMatchObject({ name: "Balcão", display: "standalone" });
});

test("a photo and words that another app shares stand in the composer of the chosen conversation", async () => {
  const ana = await shop.attends("ana", "Gil App", { worker: true });
  await worker(ana);
  await ana.page.evaluate(() => {
    const form = document.createElement("form");
    form.method = "POST";
    form.action = "/share";
    form.enctype = "multipart/form-data";
    form.innerHTML = '<input name="text"><input name="files" type="file">';
    const [text, files] = form.querySelectorAll("input");
    const data = new DataTransfer();
    data.items.add(new File(["Bolo de fubá, R$ 40"], "cardapio.txt", { type: "text/plain" }));
    text!.value = "O cardápio de hoje";
    files!.files = data.files;
    document.body.append(form);
    form.submit();
  });
  await ana.sees("Enviar para quem?");
  await ana.sees("cardapio.txt");
  await ana.button(/Gil App/).click();
  const dialog = ana.page.getByRole("dialog");
  await dialog.getByText("cardapio.txt").waitFor();
  expect(await dialog.getByRole("textbox").inputValue()).toBe("O cardápio de hoje");
  await ana.goes("/share");
  await ana.sees("Nada para enviar");
});

test("without its box the app opens from the browser's store and says so, and goes on once it is back", async () => {
  const ana = await shop.enters("ana", { worker: true });
  await worker(ana);
  await shop.kill();
  await ana.page.reload();
  await ana.sees("O servidor não responde");
  expect(await ana.page.locator("html[data-stored]").count()).toBe(1);
  await shop.restart();
  await ana.tab("Aguardando").waitFor();
  expect(await ana.page.locator("html[data-stored]").count()).toBe(0);
});

test("a stored page that is older than the box gives way to the box's own before it says anything", async () => {
  const ana = await shop.enters("ana", { worker: true });
  await worker(ana);
  const current = await script(ana);
  await ana.page.evaluate(async (current) => {
    const [name] = await caches.keys();
    const cache = await caches.open(name!);
    const page = await (await cache.match("/index.html"))!.text();
    const as = (type: string) => ({ headers: { "content-type": type } });
    const old = current!.replace(".js", "-old.js");
    await cache.put("/index.html", new Response(page.replace(current!, old), as("text/html")));
    const code = await (await cache.match(current!))!.text();
    await cache.put(old, new Response(code, as("text/javascript")));
    await caches.open("shell-of-another-version");
  }, current);
  await shop.kill();
  await ana.page.reload();
  await ana.sees("O servidor não responde");
  expect(await script(ana)).not.toBe(current);
  await shop.restart();
  await ana.tab("Aguardando").waitFor();
  expect(await script(ana)).toBe(current);
  expect(await ana.page.evaluate(() => caches.keys())).not.toContain("shell-of-another-version");
});

test("a box that was updated under an open page has the page say so, and leaves no old files", async () => {
  const newer = newerBox();
  const ana = await shop.enters("ana", { worker: true, by: newer.url });
  ana.expects(/WebSocket connection/);
  await worker(ana);
  const names = await ana.page.evaluate(() => caches.keys());
  newer.isUpdated = true;
  await ana.page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await ana.sees("O Balcão foi atualizado");
  await eventually(
    async () =>
      (await ana.page.evaluate(() => caches.keys())).join() === "shell-newer" || undefined,
    "the newer files alone",
  );
  expect(names).not.toContain("shell-newer");
  const loads = ana.loads();
  await ana.button("Atualizar").click();
  await eventually(() => ana.loads() > loads || undefined, "the page to load");
});

/** The box behind a proxy, which passes it off as a newer version once it `isUpdated`. */
function newerBox() {
  const state = { url: "", isUpdated: false };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      if (pathname === "/ws") return new Response(null, { status: 404 });
      request.headers.delete("if-none-match");
      const answer = await fetch(shop.url + pathname + search, {
        method: request.method,
        headers: request.headers,
        body: request.body,
        redirect: "manual",
      });
      const headers = new Headers(answer.headers);
      headers.delete("content-encoding");
      headers.delete("content-length");
      if (pathname !== "/sw.js" || !state.isUpdated)
        return new Response(answer.body, { status: answer.status, headers });
      const text = await answer.text();
      return new Response(text.replaceAll(/(version:.)\w+/g, "$1newer"), { headers });
    },
  });
  afterAll(() => server.stop(true));
  state.url = server.url.origin;
  return state;
}
