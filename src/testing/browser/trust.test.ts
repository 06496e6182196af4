import { afterAll, expect } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { chromiumPath } from "../../build/chromium.ts";
import { test } from "./browser.ts";
import { openBox } from "./box.ts";

const home = mkdtempSync(join(tmpdir(), "balcao-trust-"));
const box = await openBox({
  BALCAO_TLS: "local",
  BALCAO_TLS_PORT: "0",
  BALCAO_TLS_NAMES: "balcao.lan",
});
afterAll(async () => {
  await box.close();
  rmSync(home, { recursive: true, force: true });
});

test("a device learns to trust the box by the page in plain http, and goes on to it by https, live", async () => {
  await box.start();
  const [, link] = await box.prints(/(http:\S+\/trust#\/setup\S+)/);
  const plain = new URL(link!);
  plain.hostname = "balcao.lan";

  await withDevice(async (page) => {
    await page.goto(plain.href);
    await page.getByText("Este aparelho ainda não confia no Balcão.").waitFor();
    await page.getByText(/vale por 30 minutos/).waitFor();
    expect(
      await page
        .getByRole("link", { name: "Continuar sem confiar neste aparelho" })
        .getAttribute("href"),
    ).toMatch(/^https:\/\/balcao\.lan:\d+\/setup\?token=/);
    await page.getByRole("tab", { name: "Linux" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Baixar balcao.crt" }).click(),
    ]);
    writeFileSync(join(home, "balcao.crt"), await Bun.file(await download.path()).text());
  });

  // The person adds the authority to their browser by hand, as on their own system.
  const store = `sql:${join(home, ".pki/nssdb")}`;
  mkdirSync(join(home, ".pki/nssdb"), { recursive: true });
  certutil("-N", "-d", store, "--empty-password");
  certutil("-A", "-d", store, "-n", "balcao", "-t", "C,,", "-i", join(home, "balcao.crt"));

  await withDevice(async (page) => {
    const framed = page
      .waitForEvent("websocket")
      .then((socket) => socket.waitForEvent("framereceived"));
    await page.goto(plain.href);
    await page.waitForURL(/^https:\/\/balcao\.lan:\d+\/setup\?token=/);
    expect(
      await page.evaluate(() => [
        isSecureContext,
        "mediaDevices" in navigator,
        "clipboard" in navigator,
      ]),
    ).toEqual([true, true, true]);
    await page.getByLabel("Seu nome", { exact: true }).fill("Zefa");
    await page.getByLabel("E-mail", { exact: true }).fill("zefa@paoquente.com.br");
    await page.getByLabel("Senha", { exact: true }).fill("pao-quente-1");
    await page.getByRole("button", { name: "Abrir o balcão", exact: true }).click();
    expect(String((await framed).payload)).toContain('"event":"ready"');
  });
}, 90_000);

/** A browser that trusts its user's store of certificates, and finds the box by a name. */
async function withDevice(story: (page: import("playwright-core").Page) => Promise<void>) {
  const device = await chromium.launch({
    executablePath: chromiumPath(),
    env: { ...process.env, HOME: home },
    args: [
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--host-resolver-rules=MAP balcao.lan 127.0.0.1",
      "--disable-background-networking",
      "--disable-component-update",
    ],
  });
  try {
    const page = await device.newPage({ locale: "pt-BR" });
    page.setDefaultTimeout(20_000);
    await story(page);
  } finally {
    await device.close();
  }
}

function certutil(...words: string[]) {
  const { exitCode, stderr } = Bun.spawnSync(["certutil", ...words], { stdin: "ignore" });
  if (exitCode !== 0) throw new Error(`certutil: ${stderr.toString()}`);
}
