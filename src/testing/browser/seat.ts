import type { Browser, Cookie, Locator, Page } from "playwright-core";
import type { Language } from "../../shared/languages.ts";
import type { Frame } from "../../shared/wire.ts";
import { eventually } from "./eventually.ts";

export type Look = {
  theme?: "light" | "dark";
  language?: Language;
  size?: { width: number; height: number };
  /** The color scheme that the operating system prefers. */
  system?: "light" | "dark";
  /**
   * The user has turned on that a sent message can be taken back for a moment.
   */
  undoes?: boolean;
  /** Runs in the page before our code. */
  before?: (() => void) | (() => void)[];
  /** A page that no later story gets, because the story changes it for good. */
  own?: boolean;
  /** A clock of their own in the page, which the story moves. */
  clock?: boolean;
  /** The service worker runs. It answers requests that a story may want to see, so few have it. */
  worker?: boolean;
  /** A screen that is touched, as that of a phone. */
  touch?: boolean;
};
export type Entrance = { token: string; cookies: Cookie[] };
export type Seat = Awaited<ReturnType<typeof takeSeat>>;

export const desk = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };
export const smallPhone = { width: 320, height: 640 };

/**
 * Puts a person before a browser of their own. `troubles` collects faults: any error on the
 * console, and any request that leaves the machine.
 */
export async function takeSeat(
  browser: Browser,
  url: string,
  entrance: Entrance | undefined,
  away: () => boolean,
  {
    theme,
    language,
    size = desk,
    system = "light",
    undoes = false,
    before = [],
    own = false,
    clock = false,
    worker = false,
    touch = false,
  }: Look = {},
) {
  const undo = undoes
    ? Object.fromEntries(Array.from({ length: 20 }, (_, id) => [`undo:${id}`, "on"]))
    : {};
  const stored = { preferredTheme: theme, language, token: entrance?.token, ...undo };
  const scripts = [before].flat();
  const isOwn = own || clock || worker || touch;
  const kind = [url, ...scripts].join("\n");
  const again = isOwn ? undefined : left.get(kind)?.pop();
  const page = await emptyPage(browser, url, scripts, { again, worker, touch });
  const context = page.context();
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: system, reducedMotion: "reduce" });
  await context.addCookies(entrance?.cookies ?? []);
  await beginWith(page, stored);
  if (clock) await page.clock.install();

  const troubles: string[] = [];
  const expected: RegExp[] = [];
  const frames: Frame[] = [];
  let loads = 0;
  let leaving: Promise<void> | undefined;
  watch(page);

  const conversation = (name: string) =>
    page.getByRole("region", { name: `Ticket de ${name}`, exact: true });

  const row = (name: string) =>
    page
      .getByRole("tabpanel")
      .getByRole("listitem")
      .filter({ has: page.getByText(name, { exact: true }) });

  /** Scrolls the visible list until a ticket's row is visible: the newest row may be the last. */
  async function reveals(name: string) {
    const target = row(name);
    await eventually(
      async () => {
        if ((await target.count()) > 0) return true;
        await page
          .getByRole("tabpanel")
          .first()
          .evaluate((panel) => {
            const box = panel.querySelector("[role=list]")?.parentElement?.parentElement;
            if (!box) return;
            const atEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 1;
            box.scrollTo(0, atEnd ? 0 : box.scrollTop + box.clientHeight / 2);
          });
        return undefined;
      },
      `the row of ${name}`,
      8000,
    );
    await target.first().scrollIntoViewIfNeeded();
    return target.first();
  }

  const bubble = (text: string | RegExp) => page.locator("[data-bubble]").filter({ hasText: text });

  return {
    page,
    frames,
    button: (name: string | RegExp) => page.getByRole("button", { name, exact: true }),
    link: (name: string | RegExp) => page.getByRole("link", { name, exact: true }),
    tab: (name: string | RegExp) => page.getByRole("tab", { name }),
    field: (label: string | RegExp) => page.getByLabel(label, { exact: true }),
    dialog: (name: string | RegExp) =>
      page.getByRole("dialog", { name }).or(page.getByRole("alertdialog", { name })),
    conversation,
    /** A ticket in the visible list, by the customer's name. */
    row,
    reveals,
    /** A message of the open conversation. */
    bubble,
    /** The status of a message of ours, by the name of its tick. */
    tick: (
      text: string,
      name: "Na fila de envio" | "Enviada" | "Entregue" | "Lida" | "Não enviada",
    ) => bubble(text).getByRole("img", { name, exact: true }),
    /** The composer for a customer. */
    composer: (name: string) =>
      page.getByRole("textbox", { name: `Mensagem para ${name}`, exact: true }),

    goes: (path: string) => page.goto(path),
    sees: (text: string | RegExp) => page.getByText(text).first().waitFor(),
    /** The number of page loads. */
    loads: () => loads,

    async waitsAt(path: string | RegExp) {
      await page.waitForURL((address) =>
        typeof path === "string" ? address.pathname === path : path.test(address.pathname),
      );
    },
    async accepts(name: string) {
      await page.getByRole("tab", { name: "Aguardando" }).click();
      await reveals(name);
      await page.getByRole("button", { name: `Aceitar ${name}`, exact: true }).click();
      await conversation(name).waitFor();
    },
    async writes(name: string, text: string) {
      const box = page.getByRole("textbox", { name: `Mensagem para ${name}`, exact: true });
      await box.fill(text);
      await box.press("Enter");
    },
    /** Runs the page's clock through this time, moment by moment. */
    waits: (ms: number) => page.clock.runFor(ms),
    /** Moves their clock by five seconds again and again, until this is visible. */
    seesLater: (sight: Locator) =>
      eventually(
        async () => (await page.clock.fastForward(5000), (await sight.count()) > 0 || undefined),
        `${String(sight)} in time`,
      ),
    /** Allows a refusal that belongs to the story, because the browser logs each. */
    expects(...refusals: (number | RegExp)[]) {
      expected.push(
        ...refusals.map((one) => (typeof one === "number" ? new RegExp(`status of ${one} `) : one)),
      );
    },
    troubles: () => troubles.filter((trouble) => !expected.some((one) => one.test(trouble))),
    /**
     * Leaves the browser. A failed story may leave the page in any state, so no later story gets
     * it.
     */
    leaves: (failed = false) =>
      (leaving ??= isOwn || failed ? context.close() : empty(page, url, kind)),
  };

  function watch(page: Page) {
    const note = (trouble: string) => {
      // A browser asks for a default icon where a page names none, as only foreign pages do.
      if (trouble.endsWith("/favicon.ico")) return;
      // Connections fail while the box is down.
      if (!(away() && /net::ERR_|WebSocket connection/.test(trouble))) troubles.push(trouble);
    };
    page.on(
      "console",
      (message) =>
        message.type() === "error" && note(`console: ${message.text()} ${message.location().url}`),
    );
    page.on("pageerror", (thrown) => note(`page: ${thrown.stack ?? thrown.message}`));
    page.on("crash", () => note("the page crashed"));
    page.on("load", () => loads++);
    page.on("request", (request) => {
      if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).host !== new URL(url).host)
        note(`leaves the machine: ${request.url()}`);
    });
    page.on("websocket", (socket) => {
      if (new URL(socket.url()).host !== new URL(url).host)
        note(`leaves the machine: ${socket.url()}`);
      socket.on(
        "framereceived",
        ({ payload }) => void frames.push(JSON.parse(String(payload)) as Frame),
      );
    });
  }
}

/**
 * Pages that stories left, by address and by the scripts that run in them first. A story may use
 * one again: opening costs a window, and a page that stays has the scripts compiled.
 */
const left = new Map<string, Page[]>();

/** Closes the pages that stories left, but for two without scripts of a story. */
export async function dropPages() {
  for (const [kind, pages] of left) {
    const isPlain = !kind.includes("\n");
    const dropped = pages.splice(isPlain ? 2 : 0);
    await Promise.all(
      dropped.map((page) =>
        page
          .context()
          .close()
          .catch(() => undefined),
      ),
    );
    if (pages.length === 0) left.delete(kind);
  }
}

/** A page at the server's address that shows nothing, in a context of its own without cookies. */
async function emptyPage(
  browser: Browser,
  url: string,
  scripts: (() => void)[],
  { again, worker, touch }: { again: Page | undefined; worker: boolean; touch: boolean },
) {
  if (again && !again.isClosed()) return again;
  const context = await browser.newContext({
    baseURL: url,
    viewport: desk,
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    hasTouch: touch,
    isMobile: touch,
    serviceWorkers: worker ? "allow" : "block",
  });
  context.setDefaultTimeout(20_000);
  await context.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      console.error(`CSP: ${violatedDirective} ${blockedURI}`),
    ),
  );
  const page = await context.newPage();
  await page.goto(`${url}/healthz`);
  for (const script of scripts) await context.addInitScript(script);
  return page;
}

async function empty(page: Page, url: string, kind: string) {
  const context = page.context();
  page.removeAllListeners();
  try {
    await Promise.all([
      context.setOffline(false),
      context.unrouteAll(),
      page.unrouteAll(),
      ...context.pages().map((one) => one !== page && one.close()),
    ]);
    await page.goto(`${url}/healthz`);
    await Promise.all([context.clearCookies(), context.clearPermissions(), page.mouse.move(0, 0)]);
  } catch {
    // Its server is gone.
    return context.close();
  }
  left.set(kind, [...(left.get(kind) ?? []), page]);
}

/** Replaces this browser's storage with these values. */
async function beginWith(page: Page, stored: Record<string, string | undefined>) {
  await page.evaluate(async (stored) => {
    sessionStorage.clear();
    localStorage.clear();
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
    for (const [name, value] of Object.entries(stored))
      if (value) localStorage.setItem(name, value);
  }, stored);
}
