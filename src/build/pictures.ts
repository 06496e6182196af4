import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import { chromiumPath } from "./chromium.ts";
import { freshExecutable } from "./executable.ts";
import { repository } from "./repository.ts";

type Demo = { url: string; people: { name: string; email: string; password: string }[] };

/** A picture of the demo's shop, as one of its people has it on screen after `open`. */
type Picture = {
  name: string;
  as: "Ana" | "Rui";
  width: number;
  height: number;
  theme: "light" | "dark";
  open(page: Page): Promise<unknown>;
};

const folder = join(repository, "docs/pictures");
const desk = { as: "Ana", width: 1280, height: 800, theme: "light" } as const;
const office = { ...desk, as: "Rui" } as const;

const pictures: Picture[] = [
  { ...desk, name: "inbox-light", open: openConversation },
  { ...desk, name: "inbox-dark", theme: "dark", open: openConversation },
  { ...desk, name: "inbox-phone", width: 390, height: 844, open: openList },
  { ...desk, name: "budget", open: startBudget },
  { ...office, name: "orders", open: (page) => visit(page, "/kanbanOrders") },
  { ...office, name: "campaign", height: 1120, open: startCampaign },
  { ...office, name: "campaign-report", open: (page) => visit(page, "/campaign/1/report") },
  { ...office, name: "copies", open: makeCopy },
  { ...office, name: "health", open: (page) => visit(page, "/health") },
  { ...office, name: "connection", open: newConnection },
];

/** Takes the pictures of README and guides: all of them, or the named ones. */
const names = process.argv.slice(2);
const executable = process.env.EXECUTABLE ?? (await freshExecutable());
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox"] });
try {
  await mkdir(folder, { recursive: true });
  const chosen = pictures.filter(({ name }) => names.length === 0 || names.includes(name));
  if (chosen.length > 0) await takeInDemo(browser, chosen);
  if (names.length === 0 || names.includes("setup")) await takeInNewBox(browser);
} finally {
  await browser.close();
}

async function takeInDemo(browser: Browser, chosen: Picture[]) {
  const demo = Bun.spawn([executable, "demo", "--port", "0", "--json"], {
    stdout: "pipe",
    stderr: "inherit",
  });
  try {
    const line = await firstLine(demo.stdout, (line) => line.startsWith('{"url"'));
    for (const picture of chosen) await take(browser, JSON.parse(line) as Demo, picture);
  } finally {
    demo.kill("SIGTERM");
    await demo.exited;
  }
}

async function take(browser: Browser, { url, people }: Demo, picture: Picture) {
  const page = await pageOf(browser, picture);
  const person = people.find(({ name }) => name === picture.as)!;
  await page.goto(`${url}/login`);
  await page.fill("input[name=email]", person.email);
  await page.fill("input[name=password]", person.password);
  await page.press("input[name=password]", "Enter");
  await page.waitForURL((address) => address.pathname !== "/login");
  await picture.open(page);
  await save(page, picture.name);
}

/** The pages that the owner of a new box sees first. */
async function takeInNewBox(browser: Browser) {
  const data = await mkdtemp(join(tmpdir(), "balcao-pictures-"));
  const box = Bun.spawn(
    [executable, "serve", "--data", data, "--host", "127.0.0.1", "--port", "0"],
    {
      stdout: "pipe",
      stderr: "inherit",
    },
  );
  try {
    const link = await firstLine(box.stdout, (line) => line.includes("/setup?token="));
    const page = await pageOf(browser, office);
    await page.goto(link.trim());
    await page.fill("input[name=name]", "Marina Costa");
    await page.fill("input[name=email]", "marina@paoquente.com.br");
    await page.fill("input[name=password]", "fornada-das-sete");
    await save(page, "setup", { close: false });
    await page.press("input[name=password]", "Enter");
    await page.waitForURL("**/guide**");
    await visit(page, "/guide/line");
    await save(page, "guide");
  } finally {
    box.kill("SIGTERM");
    await box.exited;
    await rm(data, { recursive: true, force: true });
  }
}

async function pageOf(
  browser: Browser,
  { width, height, theme }: Pick<Picture, "width" | "height" | "theme">,
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height },
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    colorScheme: theme,
    reducedMotion: "reduce",
  });
  return context.newPage();
}

async function save(page: Page, name: string, { close = true } = {}) {
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  await page.screenshot({ path: join(folder, `${name}.png`) });
  if (close) await page.context().close();
}

function visit(page: Page, path: string) {
  return page.goto(new URL(path, page.url()).href);
}

async function openConversation(page: Page) {
  await page.locator("[data-ticket]").first().click();
  await page.locator("[data-bubble]").first().waitFor();
  await page.waitForLoadState("networkidle");
}

async function openList(page: Page) {
  await openConversation(page);
  await page.goBack();
}

async function startBudget(page: Page) {
  await openConversation(page);
  await page.getByRole("button", { name: /^Orçamentos/ }).click();
  await page.getByRole("button", { name: "Novo", exact: true }).click();
  const search = page.getByRole("combobox", { name: "Buscar produto" });
  for (const [typed, product] of [
    ["10*pão fr", "Pão francês"],
    ["café gr", "Café grande"],
  ] as const) {
    await search.fill(typed);
    await page.getByRole("option", { name: product }).first().waitFor();
    await search.press("Enter");
    await page.getByRole("button", { name: `Tirar ${product}` }).waitFor();
  }
}

async function startCampaign(page: Page) {
  await visit(page, "/campaigns");
  await page.getByRole("button", { name: "Nova campanha" }).click();
  await page.getByLabel("Nome").fill("Panetone da casa");
  await page.getByLabel("Lista de contatos").selectOption({ label: "Clientes da loja" });
  await page.getByLabel("Conexão").selectOption({ label: "Balcão da padaria" });
  await page.getByText(/contatos? (vai|vão) receber/).waitFor();
}

async function makeCopy(page: Page) {
  await visit(page, "/backups");
  await page.getByRole("button", { name: "Fazer uma cópia agora" }).click();
  await page.getByText(/^Última cópia boa/).waitFor({ timeout: 120_000 });
}

/** A practice phone's code in place of WhatsApp's, for which a network would be needed. */
async function newConnection(page: Page) {
  await visit(page, "/connections");
  await page.getByRole("button", { name: "Nova conexão" }).click();
  await page.getByLabel("Nome").fill("Loja");
  await page.getByText("Telefone de treino", { exact: true }).last().click();
  await page.getByRole("button", { name: "Salvar" }).click();
  await page.getByRole("img", { name: /^QR code/ }).waitFor();
}

/** The first line of an output that fits. */
async function firstLine(
  output: ReadableStream<Uint8Array>,
  fits: (line: string) => boolean,
): Promise<string> {
  let text = "";
  for await (const chunk of output) {
    text += new TextDecoder().decode(chunk);
    const line = text.split("\n").slice(0, -1).find(fits);
    if (line !== undefined) return line;
  }
  throw new Error(`the process ended: ${text}`);
}
