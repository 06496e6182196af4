import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Browser } from "playwright-core";
import { chromiumPath } from "./chromium.ts";
import { freshExecutable } from "./executable.ts";
import { repository } from "./repository.ts";

type Demo = { url: string; people: { name: string; email: string; password: string }[] };

const folder = join(repository, "docs/pictures");
const pictures = [
  { name: "inbox-light", width: 1280, height: 800, theme: "light" },
  { name: "inbox-dark", width: 1280, height: 800, theme: "dark" },
  { name: "inbox-phone", width: 390, height: 844, theme: "light" },
] as const;

/** Takes the README's pictures of the inbox, in the demo's shop. */
const demo = Bun.spawn([await freshExecutable(), "demo", "--port", "0", "--json"], {
  stdout: "pipe",
  stderr: "inherit",
});
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox"] });
try {
  const shop = await opened(demo.stdout);
  await mkdir(folder, { recursive: true });
  for (const picture of pictures) await take(browser, shop, picture);
} finally {
  await browser.close();
  demo.kill("SIGTERM");
  await demo.exited;
}

async function take(
  browser: Browser,
  { url, people }: Demo,
  { name, width, height, theme }: (typeof pictures)[number],
) {
  const ana = people.find((person) => person.name === "Ana")!;
  const context = await browser.newContext({
    viewport: { width, height },
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    colorScheme: theme,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.fill("input[name=email]", ana.email);
  await page.fill("input[name=password]", ana.password);
  await page.press("input[name=password]", "Enter");
  const rows = page.locator("[data-ticket]");
  await rows.first().click();
  await page.locator("[data-bubble]").first().waitFor();
  await page.waitForLoadState("networkidle");
  if (width < 640) await page.goBack();
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await context.close();
}

/** The demo's address and people, from the first line that it writes. */
async function opened(output: ReadableStream<Uint8Array>): Promise<Demo> {
  let text = "";
  for await (const chunk of output) {
    text += new TextDecoder().decode(chunk);
    if (text.includes("\n")) return JSON.parse(text) as Demo;
  }
  throw new Error(`the demo ended: ${text}`);
}
