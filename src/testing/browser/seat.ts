import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { Frame, Language } from "../../shared.ts";

export type Look = {
  theme?: "light" | "dark";
  language?: Language;
  size?: { width: number; height: number };
  /** What the system of this computer likes. */
  system?: "light" | "dark";
  /** What they send can be taken back for a moment. Off, or every story would wait for it. */
  undoes?: boolean;
  /** Runs in the page before anything of ours. */
  before?: (() => void) | (() => void)[];
};
export type Entrance = { token: string; cookies: NonNullable<Exclude<BrowserContextOptions["storageState"], string>>["cookies"] };
export type Seat = Awaited<ReturnType<typeof takeSeat>>;

export const desk = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };
export const smallPhone = { width: 320, height: 640 };

/** Someone before a browser of their own. What they may not see is kept in `troubles`: any error on the console, and any request that leaves the machine. */
export async function takeSeat(browser: Browser, url: string, entrance: Entrance | undefined, away: () => boolean, { theme, language, size = desk, system = "light", undoes = false, before = [] }: Look = {}) {
  const hasty = undoes ? {} : Object.fromEntries(Array.from({ length: 20 }, (_, id) => [`undo:${id}`, "off"]));
  const kept = Object.entries({ preferredTheme: theme, language, token: entrance?.token, ...hasty }).flatMap(([name, value]) => (value ? [{ name, value }] : []));
  const context = await browser.newContext({
    baseURL: url,
    viewport: size,
    colorScheme: system,
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    storageState: { cookies: entrance?.cookies ?? [], origins: [{ origin: url, localStorage: kept }] },
  });
  context.setDefaultTimeout(8000);
  await context.addInitScript(() => document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => console.error(`CSP: ${violatedDirective} ${blockedURI}`)));
  for (const script of [before].flat()) await context.addInitScript(script);
  const page = await context.newPage();

  const troubles: string[] = [];
  const expected: RegExp[] = [];
  const frames: Frame[] = [];
  let loads = 0;
  watch(page);

  const conversation = (name: string) => page.getByRole("region", { name: `Ticket de ${name}`, exact: true });

  const bubble = (text: string | RegExp) => page.locator("[data-said]").filter({ hasText: text });

  return {
    page,
    frames,
    button: (name: string | RegExp) => page.getByRole("button", { name, exact: true }),
    link: (name: string | RegExp) => page.getByRole("link", { name, exact: true }),
    tab: (name: string | RegExp) => page.getByRole("tab", { name }),
    field: (label: string | RegExp) => page.getByLabel(label, { exact: true }),
    dialog: (name: string | RegExp) => page.getByRole("dialog", { name }).or(page.getByRole("alertdialog", { name })),
    conversation,
    /** A ticket in the list on show, by the customer's name. */
    row: (name: string) => page.getByRole("tabpanel").getByRole("listitem").filter({ has: page.getByText(name, { exact: true }) }),
    /** A message of the open conversation. */
    bubble,
    /** How far a message of ours came, by the name of its tick. */
    tick: (text: string, name: "Na fila de envio" | "Enviada" | "Entregue" | "Lida" | "Não enviada") => bubble(text).getByRole("img", { name, exact: true }),
    /** Where one writes to a customer. */
    composer: (name: string) => page.getByRole("textbox", { name: `Mensagem para ${name}`, exact: true }),

    goes: (path: string) => page.goto(path),
    sees: (text: string | RegExp) => page.getByText(text).first().waitFor(),
    /** How often a page was loaded. */
    loads: () => loads,

    async waitsAt(path: string | RegExp) {
      await page.waitForURL((address) => (typeof path === "string" ? address.pathname === path : path.test(address.pathname)));
    },
    async accepts(name: string) {
      await page.getByRole("tab", { name: "Aguardando" }).click();
      await page.getByRole("button", { name: `Aceitar ${name}`, exact: true }).click();
      await conversation(name).waitFor();
    },
    async writes(name: string, text: string) {
      const box = page.getByRole("textbox", { name: `Mensagem para ${name}`, exact: true });
      await box.fill(text);
      await box.press("Enter");
    },
    /** A refusal that belongs to the story: the browser logs each by itself. */
    expects(...refusals: (number | RegExp)[]) {
      expected.push(...refusals.map((one) => (typeof one === "number" ? new RegExp(`status of ${one} `) : one)));
    },
    troubles: () => troubles.filter((trouble) => !expected.some((one) => one.test(trouble))),
    leaves: () => context.close(),
  };

  function watch(page: Page) {
    const note = (trouble: string) => {
      // Nobody can be reached while nobody is there.
      if (!(away() && /net::ERR_|WebSocket connection/.test(trouble))) troubles.push(trouble);
    };
    page.on("console", (message) => message.type() === "error" && note(`console: ${message.text()} ${message.location().url}`));
    page.on("pageerror", (thrown) => note(`page: ${thrown.stack ?? thrown.message}`));
    page.on("crash", () => note("the page crashed"));
    page.on("load", () => loads++);
    page.on("request", (request) => {
      if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).host !== new URL(url).host) note(`leaves the machine: ${request.url()}`);
    });
    page.on("websocket", (socket) => {
      if (new URL(socket.url()).host !== new URL(url).host) note(`leaves the machine: ${socket.url()}`);
      socket.on("framereceived", ({ payload }) => void frames.push(JSON.parse(String(payload)) as Frame));
    });
  }
}
