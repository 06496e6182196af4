import { afterAll, test as bunTest } from "bun:test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser } from "playwright-core";
import { chromiumPath } from "../../build/chromium.ts";
import { openBox, type Box } from "./box.ts";
import { callWith, credentials, signIn, type Name } from "./calls.ts";
import { customers } from "./customer.ts";
import { eventually } from "./eventually.ts";
import { dropPages, takeSeat, type Entrance, type Look, type Seat } from "./seat.ts";
import { linesOf, stock, stockedShop } from "./stocked-shop.ts";

export type Shop = Awaited<ReturnType<typeof openShop>>;

/**
 * Tells a story before real browsers. It also fails on an unexpected error in one of them. All
 * seats leave at the end; `DUMP=1` saves their screenshots. A story that exceeds its `timeout` (ms)
 * loses the box, and so all later stories: the limit is for hangs, not for a busy machine.
 */
export function test(sentence: string, story: () => Promise<void>, timeout = 60_000) {
  bunTest(
    sentence,
    async () => {
      let failed = true;
      try {
        await story();
        complain();
        failed = false;
      } catch (thrown) {
        if (process.env.DUMP) await dump(sentence);
        const troubles = present.flatMap((seat) => seat.troubles());
        if (
          thrown instanceof Error &&
          troubles.length > 0 &&
          !thrown.message.includes(troubles[0]!)
        )
          thrown.message += `\n${troubles.join("\n")}`;
        throw thrown;
      } finally {
        await Promise.all(present.splice(0).map((seat) => seat.leaves(failed)));
      }
    },
    timeout,
  );
}

/** A box without an owner. It ends with the test file. */
export async function unclaimed(env: Record<string, string> = {}) {
  closesBrowser();
  const box = await openBox(env);
  await box.start();
  afterAll(() => box.close());
  return { ...doors(box), box };
}

type ShopOptions = {
  env?: Record<string, string>;
  /** A second box beside that of the file, with nothing in common. */
  second?: boolean;
};

/**
 * Padaria Pão Quente: two queues with a phone each, its admin Rui, Ana and Lia at the counter, and
 * Caio at the orders. The story itself acts as the owner, Zefa.
 */
export async function openShop({ env, second = false }: ShopOptions = {}) {
  closesBrowser();
  const box = await openBox(env, second ? {} : { from: await stockedShop(), port: portOfWorker() });
  afterAll(() => box.close());
  await (second ? stock(box) : box.start());
  const door = doors(box);

  const zefa = await signIn(box, "zefa@paoquente.com.br");
  const lines = await linesOf(zefa.call);

  const customer = customers(zefa.call, lines);
  return {
    ...door,
    lines,
    /** Calls the API as the owner. */
    call: zefa.call,
    /** Calls the API as a member of the staff, or as the user who is signed in in this browser. */
    handOf: async (who: Name | Seat) =>
      typeof who === "string"
        ? (await signIn(box, credentials(who).email)).call
        : callWith(box, await who.page.evaluate(() => localStorage.getItem("token") ?? "")),
    customer,
    /**
     * Opens a browser at this page for a member of the staff or the owner, signed in. `by` replaces
     * the box's own address.
     */
    async enters(
      name: Name | "zefa",
      { at = "/tickets", by = box.url, ...look }: Look & { at?: string; by?: string } = {},
    ) {
      const { entrance } = await signIn(box, credentials(name).email);
      const seat = await sits(by, look, entrance, door.isAway);
      await seat.goes(at);
      return seat;
    },
    /**
     * A customer writes to the counter, and a member of the staff accepts them, through the API.
     * The browser of the staff opens at the conversation.
     */
    async attends(name: Name, who: string, look?: Look) {
      await customer(who).says("Oi");
      const { call, entrance } = await signIn(box, credentials(name).email);
      const ticket = await eventually(async () => {
        const { tickets } = await call<{
          tickets: { id: number; uuid: string; contact: { name: string } }[];
        }>("GET", `/tickets?status=pending&showAll=true&searchParam=${encodeURIComponent(who)}`);
        return tickets.find(({ contact }) => contact.name === who);
      }, `the ticket of ${who}`);
      await call("PUT", `/tickets/${ticket.id}`, { status: "open" });
      const seat = await sits(box.url, look, entrance, door.isAway);
      await seat.goes(`/tickets/${ticket.uuid}`);
      await seat.composer(who).waitFor();
      return seat;
    },
  };
}

let chrome: Promise<Browser> | undefined;
const present: Seat[] = [];

/** The one Chromium of a test file, or of a worker that runs many files. */
async function browser() {
  // Playwright would end the process by itself on a signal; it belongs to the runner.
  return (chrome ??= chromium
    .launch({
      executablePath: chromiumPath(),
      args: flags,
      handleSIGHUP: false,
      handleSIGINT: false,
      handleSIGTERM: false,
    })
    .then((launched) => launched.once("disconnected", () => (chrome = undefined))));
}

/** Call it at the top of a test file: a hook inside a test belongs to that test. */
export function closesBrowser() {
  afterAll(async () => {
    await dropPages();
    if (process.env.SHARED_WORKER) return;
    await (await chrome)?.close();
    chrome = undefined;
  });
}

/**
 * The port of the worker's boxes, outside of those that the system gives away. Each box of a worker
 * has the same address, so its pages and their compiled scripts stay. 0 where it is in use.
 */
function portOfWorker(): number {
  const port = 20_000 + (process.pid % 10_000);
  try {
    Bun.listen({ hostname: "127.0.0.1", port, socket: { data() {} } }).stop(true);
    return port;
  } catch {
    return 0;
  }
}

/**
 * The features that playwright switches off, because a second list replaces the first. It adds the
 * popup of the address bar, a page that each window would load.
 */
const features = [
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "WebUIOmniboxPopup",
];

const flags = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${features.join()}`,
];

/** Opens a browser at any address. It closes when the test ends. */
export async function sits(url: string, look?: Look, entrance?: Entrance, away = () => false) {
  const seat = await takeSeat(await browser(), url, entrance, away, look);
  present.push(seat);
  return seat;
}

function doors(box: Box) {
  let away = false;
  return {
    get url() {
      return box.url;
    },
    isAway: () => away,
    /** Opens an empty browser for a stranger, or for the holder of this entrance. */
    enters: (look?: Look, entrance?: Entrance) => sits(box.url, look, entrance, () => away),
    stranger: (look?: Look) => sits(box.url, look, undefined, () => away),
    paidUntil: box.paidUntil,
    looksUp: box.looksUp,
    damages: box.damages,
    async kill() {
      away = true;
      await box.kill();
    },
    /**
     * Starts it again on the same data and port. Until the next test, browsers may still report
     * errors of the time between.
     */
    restart: () => box.start(),
  };
}

function complain() {
  const troubles = present.flatMap((seat) => seat.troubles());
  if (troubles.length > 0)
    throw new Error(`a browser met what nobody expected:\n${troubles.join("\n")}`);
}

async function dump(sentence: string) {
  const folder = mkdtempSync(join(tmpdir(), "balcao-seen-"));
  await Promise.all(
    present.map(({ page }, index) =>
      page.screenshot({ path: join(folder, `${index + 1}.png`) }).catch(() => undefined),
    ),
  );
  console.error(`${sentence}: see ${folder}`);
}
