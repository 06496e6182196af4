import { Database } from "bun:sqlite";
import { loadavg } from "node:os";
import { join } from "node:path";
import { chromium, type Browser, type CDPSession } from "playwright-core";
import { chromiumPath } from "../../build/chromium.ts";
import { buildExecutable } from "../../build/executable.ts";
import { eventually } from "../browser/eventually.ts";
import { takeSeat, type Entrance, type Seat } from "../browser/seat.ts";
import { memory, startBox, type Box } from "./box.ts";
import { at } from "./load.ts";
import { admin, copySeed, password, seeded, size } from "./seed.ts";
import { dice, speaker } from "./words.ts";

const quick = process.argv.includes("--quick");
const opens = quick ? 10 : 45;
const letters = quick ? 60 : 200;
const sendings = quick ? 10 : 30;
const walks = quick ? 50 : 200;
const scrolling = quick ? 4000 : 15_000;

/** One conversation is this long, and every so many messages one has a unique text. */
const long = { messages: 2500, every: 60 };

/** As fast as a user turns a wheel to get far, px a second. */
const wheel = 5000;

const desk = { width: 1440, height: 900 };
const flags = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

type Page = Seat["page"];
type Find = { word: string; messageId: number };
type Company = { newest: Record<number, number>; endless: Endless; finds: Find[] };
/** The long conversation. */
type Endless = { uuid: string; first: number; last: number };
/** `cpu`: the work of the main thread for a frame, ms. */
type Smoothness = { fps: number; late: number; frames: number; worst: number; cpu: number };
/** The page, and its DevTools session. */
type Eyes = { page: Page; cdp: CDPSession };
/**
 * The wait, and the work of the page's main thread in it, ms. Unlike the clock the work hardly
 * depends on other load of the machine.
 */
type Wait = { ms: number; cpu: number };
type Aim = [what: string, isMet: boolean];

/** Measures the screens of the benchmark's company in a browser: waits, scrolling, and weight. */
export async function screens(folder: string) {
  const executable =
    process.env.EXECUTABLE ?? (await buildExecutable(undefined, join(folder, "dist")));
  const data = join(folder, "data");
  copySeed(await seeded(), data);
  const company = prepared(join(data, "companies/1.sqlite"));
  const box = await startBox(executable, data);
  const url = addressOf(box);
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: flags,
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  });
  try {
    const seat = await takeSeat(browser, url, await signIn(url), () => false, {
      size: desk,
      before: stopwatch,
    });
    say(
      `${size.tickets} tickets, ${size.messages} messages, and a conversation of ${long.messages}; an admin sees all. Chromium ${browser.version()}, ${desk.width} × ${desk.height}, drawn without a graphics card.`,
    );
    await measure(seat.page, browser, box, company);
    for (const trouble of new Set(seat.troubles()))
      say(`the page met what nobody expected: ${trouble}`);
  } finally {
    await browser.close();
    await box.stop();
  }
}

async function measure(
  page: Page,
  browser: Browser,
  box: Box,
  { newest, endless, finds }: Company,
) {
  const aims: Aim[] = [];
  const aim = (what: string, isMet: boolean) => void aims.push([what, isMet]);
  const cdp = await page.context().newCDPSession(page);
  const eyes = { page, cdp };
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });

  await enter(page);
  const rest = await smoothness(eyes, () => Bun.sleep(2000));
  say(`load of the machine ${loadavg()[0]!.toFixed(1)}; the page at rest: ${smoothnessText(rest)}`);
  if (rest.late > 0 || rest.fps < 58)
    say(
      "The machine is busy with something else: of what follows only the CPU's times are worth much.",
    );
  say("");
  say(line("", ["times", "p50 ms", "p95 ms", "worst", "CPU p50", "p95"]));
  const timed = (what: string, waits: Wait[], most: number) => {
    const ms = waits.map((wait) => wait.ms).sort((one, other) => one - other);
    const cpu = waits.map((wait) => wait.cpu).sort((one, other) => one - other);
    const p95 = at(ms, 0.95);
    say(
      line(
        what,
        [ms.length, at(ms, 0.5), p95, ms.at(-1) ?? NaN, at(cpu, 0.5), at(cpu, 0.95)].map((value) =>
          value.toFixed(0),
        ),
      ),
    );
    aim(`${what}: p95 at most ${most} ms`, p95 <= most);
  };

  const { cold, again, hovered, assets } = await openings(eyes, newest);
  timed("a ticket, cold", cold, 300);
  timed("a ticket, seen before", again, 100);
  timed("a ticket, hovered", hovered, 100);
  timed("a search hit deep down", await hits(eyes, endless.uuid, finds), 300);
  const weights = await weigh(page, cdp, browser, box, newest);
  timed("a key, few messages", await keys(eyes), 50);
  timed("Enter, few messages", await enters(eyes), 50);

  const list = await scrollsList(eyes);
  const talk = await scrollsTalk(eyes, endless);
  timed(`a key, ${talk.inMemory} messages`, await keys(eyes), 50);
  timed(`Enter, ${talk.inMemory} messages`, await enters(eyes), 50);

  say(`\nscrolling at ${wheel} px/s`);
  for (const [what, how] of [...list, ...talk.passages]) {
    say(`${what}: ${smoothnessText(how)}`);
    aim(
      `${what}: at least 55 frames a second, at most one in a hundred over 50 ms`,
      how.fps >= 55 && how.late <= how.frames / 100,
    );
  }

  say("");
  for (const { opened, heap, nodes, listeners, process } of weights)
    say(
      `after ${opened} opens: JS heap ${heap.toFixed(1)} MB, ${nodes} nodes, ${listeners} listeners; the tab's process ${process.toFixed(0)} MB (PSS)`,
    );
  const [, half, all] = weights;
  aim(
    `the heap is flat: at most 10 % more after ${walks} more opens`,
    all!.heap <= half!.heap * 1.1,
  );
  aim("the tab under 250 MB", all!.process < 250);

  const { script, files, style, font } = await sizes(addressOf(box), assets);
  say(
    `\nsent to show the inbox, gzipped: script ${kilobytes(script)} in ${files} files, styles ${kilobytes(style)}, fonts ${kilobytes(font)}\n`,
  );
  aim("script at most 250 kB", script <= 250_000);
  for (const [what, isMet] of aims) say(`${isMet ? "met   " : "MISSED"} ${what}`);
}

/** Opens the list of all open tickets, without a conversation. */
async function enter(page: Page) {
  await page.goto("/tickets");
  await page.getByRole("switch", { name: "Mostrar todos" }).click();
  await page.locator("[data-ticket] a[data-main]").first().waitFor();
}

/**
 * Goes down the list screen by screen. On each it clicks rows that nothing has loaded, then the
 * same again, then rows under a resting mouse.
 */
async function openings(eyes: Eyes, newest: Record<number, number>) {
  const { page } = eyes;
  const cold: Wait[] = [];
  const again: Wait[] = [];
  const hovered: Wait[] = [];
  let assets: string[] = [];
  const seen = new Set<number>();
  const click = async (ticketId: number) => {
    const { x, y } = await spot(page, ticketId);
    return waited(eyes, () => page.mouse.click(x, y), `[data-message="${newest[ticketId]}"]`);
  };
  while (hovered.length < opens) {
    await park(page);
    const rows = (await page.evaluate(() => window.bench.rows())).filter(
      (ticketId) => !seen.has(ticketId),
    );
    for (const ticketId of rows) seen.add(ticketId);
    const half = Math.ceil(rows.length / 2);
    for (const ticketId of rows.slice(0, half)) cold.push(await click(ticketId));
    for (const ticketId of rows.slice(0, half)) again.push(await click(ticketId));
    for (const ticketId of rows.slice(half)) {
      const { x, y } = await spot(page, ticketId);
      const here = page.waitForResponse((answer) =>
        answer.url().includes(`/api/messages/${ticketId}`),
      );
      await page.mouse.move(x, y);
      await (await here).finished();
      await Bun.sleep(100);
      hovered.push(await click(ticketId));
    }
    if (assets.length === 0)
      assets = await page.evaluate(() =>
        performance.getEntriesByType("resource").map(({ name }) => name),
      );
    await park(page);
    await page.evaluate(() => window.bench.turn());
  }
  return { cold, again, hovered, assets };
}

/** Opens search results, each from another conversation, at a message of long ago. */
async function hits(eyes: Eyes, uuid: string, finds: Find[]) {
  const { page } = eyes;
  const waits: Wait[] = [];
  await page.locator('[role=tab][data-value="search"]').click();
  for (const { word, messageId } of finds) {
    await page.locator('input[type="search"]').fill(word);
    const row = page.locator(`a[href="/tickets/${uuid}?message=${messageId}"]`);
    await row.waitFor();
    const { x, y } = (await row.boundingBox())!;
    await park(page);
    waits.push(
      await waited(
        eyes,
        () => page.mouse.click(x + 20, y + 5),
        `[data-target][data-message="${messageId}"]`,
      ),
    );
    await park(page);
    await page.goBack();
    await page.locator(`[data-message="${messageId}"]`).waitFor({ state: "detached" });
  }
  return waits;
}

/** Measures from each key to the frame that shows it. */
async function keys({ page, cdp }: Eyes): Promise<Wait[]> {
  await page.locator("[data-composer]").click();
  await page.evaluate(() => (window.bench.keys = []));
  const before = await busy(cdp);
  await page.keyboard.type(speaker(dice(3))(letters).slice(0, letters), { delay: 30 });
  await Bun.sleep(300);
  const times = await page.evaluate(() => window.bench.keys);
  const cpu = ((await busy(cdp)) - before) / times.length;
  await page.locator("[data-composer]").fill("");
  return times.map((ms) => ({ ms, cpu }));
}

async function enters(eyes: Eyes) {
  const { page } = eyes;
  const waits: Wait[] = [];
  for (let count = 0; count < sendings; count++) {
    const body = `resposta ${count} de ${letters}`;
    await page.locator("[data-composer]").fill(body);
    await Bun.sleep(200);
    waits.push(await waited(eyes, () => page.keyboard.press("Enter"), "[data-bubble]", body));
  }
  return waits;
}

/** Scrolls down the longest list, and back up. */
async function scrollsList(eyes: Eyes) {
  const { page, cdp } = eyes;
  await page.locator('[role=tab][data-value="closed"]').click();
  await page.locator("[data-ticket] a[data-main]").first().waitFor();
  const turn = (way: 1 | -1, ms: number) =>
    smoothness(eyes, () => wheels(cdp, { x: 200, y: 500 }, way, ms));
  const down = await turn(1, scrolling);
  const rows = await page.evaluate(() => window.bench.place());
  const up = await turn(-1, scrolling / 3);
  return [
    [`the closed tickets, ${rows} rows down`, down],
    [`and ${rows - (await page.evaluate(() => window.bench.place()))} rows up`, up],
  ] satisfies [string, Smoothness][];
}

/** Scrolls up to the first message, and back down to the last. */
async function scrollsTalk(eyes: Eyes, { uuid, first, last }: Endless) {
  const { page, cdp } = eyes;
  await page.goto(`/tickets/${uuid}`);
  await page.locator("[data-composer]").waitFor();
  const turn = (way: 1 | -1) =>
    smoothness(eyes, async () => {
      for (
        let rounds = 0;
        rounds < (quick ? 4 : 90) &&
        !(await page.evaluate(
          (end) => window.bench.isSeen(end, ""),
          `[data-message="${way < 0 ? first : last}"]`,
        ));
        rounds++
      )
        await wheels(cdp, { x: 800, y: 400 }, way, 1000);
    });
  const seen = () => page.evaluate(() => window.bench.messageInSight());
  const low = await seen();
  const up = await turn(-1);
  const high = await seen();
  const inMemory = await page.locator("[data-message]").count();
  const down = await turn(1);
  const passages: [string, Smoothness][] = [
    [`a conversation, ${low - high} messages up`, up],
    [`and ${(await seen()) - high} down`, down],
  ];
  return { passages, inMemory };
}

/** Measures the memory of the tab at the start, after many opens, and after as many more. */
async function weigh(
  page: Page,
  cdp: CDPSession,
  browser: Browser,
  box: Box,
  newest: Record<number, number>,
) {
  const whole = await browser.newBrowserCDPSession();
  const weight = async (opened: number) => {
    for (let count = 0; count < 3; count++) await cdp.send("HeapProfiler.collectGarbage");
    const { JSHeapUsedSize, Nodes, JSEventListeners } = await metrics(cdp);
    const { processInfo } = await whole.send("SystemInfo.getProcessInfo");
    const tab = processInfo
      .filter(({ type }) => type === "renderer")
      .toSorted((one, other) => other.cpuTime - one.cpuTime)[0]!;
    return {
      opened,
      heap: JSHeapUsedSize! / 1e6,
      nodes: Nodes!,
      listeners: JSEventListeners!,
      process: memory({ ...box, pid: tab.id }).pss,
    };
  };
  await enter(page);
  await park(page);
  const weights = [await weight(0)];
  let here = "/tickets";
  // At the end of the loaded rows the key does nothing until more are loaded.
  const next = async () => {
    await page.keyboard.press("Alt+j");
    const path = await page.evaluate(() => location.pathname);
    return path === here ? undefined : path;
  };
  for (const opened of [walks, walks * 2]) {
    for (let count = 0; count < walks; count++) {
      here = await eventually(next, "the next ticket");
      await page.locator(`[data-message="${newest[Number(here.slice(-12))]}"]`).waitFor();
    }
    await Bun.sleep(1000);
    weights.push(await weight(opened));
  }
  return weights;
}

/** The bytes that the server sends to a client that accepts gzip. */
async function sizes(url: string, assets: string[]) {
  const sent: { type: string; bytes: number }[] = [];
  for (const address of new Set([...assets, `${url}/`])) {
    const answer = await fetch(address, {
      headers: { "accept-encoding": "gzip" },
      decompress: false,
    });
    const { byteLength } = await answer.arrayBuffer();
    sent.push({ type: answer.headers.get("content-type") ?? "", bytes: byteLength });
  }
  const of = (kind: string) => sent.filter(({ type }) => type.includes(kind));
  const sum = (kind: string) => of(kind).reduce((all, { bytes }) => all + bytes, 0);
  return {
    script: sum("javascript"),
    files: of("javascript").length,
    style: sum("css"),
    font: sum("font"),
  };
}

/** Ms from the press of a button or key to the frame after the one that shows the element. */
async function waited(
  { page, cdp }: Eyes,
  act: () => Promise<void>,
  selector: string,
  text = "",
): Promise<Wait> {
  await page.evaluate(([selector, text]) => window.bench.look(selector, text), [
    selector,
    text,
  ] as const);
  const before = await busy(cdp);
  await act();
  const ms = await page.evaluate(() => window.bench.seen);
  return { ms, cpu: (await busy(cdp)) - before };
}

/** The work of the page's main thread so far, ms. */
const busy = async (cdp: CDPSession) => (await metrics(cdp)).TaskDuration! * 1000;

const metrics = async (cdp: CDPSession): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await cdp.send("Performance.getMetrics")).metrics.map(({ name, value }) => [name, value]),
  );

async function smoothness({ page, cdp }: Eyes, work: () => Promise<unknown>): Promise<Smoothness> {
  await page.evaluate(() => window.bench.watch());
  const before = await busy(cdp);
  await work();
  const cpu = (await busy(cdp)) - before;
  const gaps = await page.evaluate(() => window.bench.watched());
  const span = gaps.reduce((sum, gap) => sum + gap, 0);
  return {
    fps: (gaps.length / span) * 1000,
    late: gaps.filter((gap) => gap > 50).length,
    frames: gaps.length,
    worst: Math.max(...gaps),
    cpu: cpu / gaps.length,
  };
}

/** Turns the wheel for a while: 1 is down. The browser does it alone, without the driver. */
const wheels = (cdp: CDPSession, over: { x: number; y: number }, way: 1 | -1, ms: number) =>
  cdp.send("Input.synthesizeScrollGesture", {
    ...over,
    yDistance: (-way * wheel * ms) / 1000,
    speed: wheel,
    gestureSourceType: "mouse",
    preventFling: true,
  });

/** The point to click on a row. */
async function spot(page: Page, ticketId: number) {
  const { x, y, height } = (await page.locator(`[data-ticket="${ticketId}"]`).boundingBox())!;
  return { x: x + 100, y: y + height / 2 };
}

/** Rests the mouse where no row comes under it. */
const park = (page: Page) => page.mouse.move(desk.width / 2, 20);

type Bench = {
  look(selector: string, text: string): void;
  seen: Promise<number>;
  keys: number[];
  watch(): void;
  watched(): number[];
  rows(): number[];
  turn(): Promise<void>;
  place(): number;
  isSeen(selector: string, text: string): boolean;
  messageInSight(): number;
};

declare global {
  interface Window {
    bench: Bench;
  }
}

/** Runs in the page before our code, so that the driver adds nothing to the times. */
function stopwatch() {
  let pressed = 0;
  let ticks: number[] | undefined;
  const press = ({ timeStamp }: Event) => (pressed = timeStamp);
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, press, true);
  addEventListener(
    "input",
    () => {
      const from = pressed;
      requestAnimationFrame(() =>
        requestAnimationFrame(() => window.bench.keys.push(performance.now() - from)),
      );
    },
    true,
  );

  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const inSight = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const list = element.closest("[role=region]")?.getBoundingClientRect();
    return list !== undefined && bottom > list.top && top < list.bottom;
  };
  const isSeen = (selector: string, text: string) => {
    const element = [...document.querySelectorAll(selector)].findLast(({ textContent }) =>
      textContent.includes(text),
    );
    return element !== undefined && inSight(element);
  };
  const list = () =>
    document.querySelector("[role=tabpanel] [role=list]")!.parentElement!.parentElement!;
  const rows = () => {
    const { top, bottom } = list().getBoundingClientRect();
    const whole = (row: Element) =>
      row.getBoundingClientRect().top >= top && row.getBoundingClientRect().bottom <= bottom;
    return [...list().querySelectorAll<HTMLElement>("[data-ticket]")].filter(whole);
  };
  const talk = () =>
    document.querySelector("[data-bubble]")!.closest<HTMLElement>("[role=region]")!;

  window.bench = {
    seen: Promise.resolve(0),
    keys: [],
    look(selector, text) {
      pressed = 0;
      const until = performance.now() + 8000;
      const wait = async () => {
        while (performance.now() < until) {
          await frame();
          if (pressed === 0 || !isSeen(selector, text)) continue;
          await frame();
          return performance.now() - pressed;
        }
        throw new Error(`never seen: ${selector} ${text}`);
      };
      window.bench.seen = wait();
    },
    watch() {
      ticks = [];
      const tick = (now: number) => {
        ticks?.push(now);
        if (ticks) requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    },
    watched() {
      const all = ticks ?? [];
      ticks = undefined;
      return all.slice(1).map((now, index) => now - all[index]!);
    },
    rows: () => rows().map(({ dataset }) => Number(dataset.ticket)),
    async turn() {
      const before = rows()[0];
      list().scrollTop += list().clientHeight - 72;
      while (rows().length < 5 || rows()[0] === before) await frame();
    },
    place: () => Number(rows()[0]?.closest("[aria-posinset]")?.getAttribute("aria-posinset")),
    isSeen,
    messageInSight: () =>
      Number(
        [...talk().querySelectorAll<HTMLElement>("[data-message]")].find(inSight)?.dataset.message,
      ),
  };
}

/**
 * Makes one conversation long. Returns the newest message of each open ticket, and the texts to
 * find.
 */
function prepared(file: string): Company {
  const sqlite = new Database(file);
  const ticket = sqlite
    .query<{ id: number; uuid: string; contactId: number; userId: number; updatedAt: number }, []>(
      "SELECT id, uuid, contactId, userId, updatedAt FROM tickets WHERE status = 'open' ORDER BY id DESC",
    )
    .get()!;
  const roll = dice(2);
  const say = speaker(roll);
  const finds: Find[] = [];
  const add = sqlite.query<
    { id: number },
    [number, number, string, string, number | null, number, string, number, number, number]
  >(
    "INSERT INTO messages (ticketId, contactId, whatsappId, providerId, origin, userId, fromMe, read, ack, body, sentAt, createdAt, updatedAt) VALUES (?, ?, 1, ?, ?, ?, ?, 1, 3, ?, ?, ?, ?) RETURNING id",
  );
  sqlite.transaction(() => {
    sqlite.run("DELETE FROM messages WHERE ticketId = ?", [ticket.id]);
    for (let turn = 0; turn < long.messages; turn++) {
      const fromMe = roll() < 0.5;
      const time = ticket.updatedAt - (long.messages - turn) * 1_800_000;
      const word =
        turn % long.every === 0 && turn < long.messages - 100 ? `achado${1000 + turn}` : "";
      const body = `${say(1 + Math.floor(roll() * roll() * 32))} ${word}`.trim();
      const { id } = add.get(
        ticket.id,
        ticket.contactId,
        `L${turn}`,
        fromMe ? "agent" : "contact",
        fromMe ? ticket.userId : null,
        fromMe ? 1 : 0,
        body,
        time,
        time,
        time,
      )!;
      if (word) finds.push({ word, messageId: id });
    }
  })();
  const { first, last } = sqlite
    .query<{ first: number; last: number }, [number]>(
      "SELECT min(id) AS first, max(id) AS last FROM messages WHERE ticketId = ?",
    )
    .get(ticket.id)!;
  const newest = sqlite
    .query<{ id: number; message: number }, []>(
      "SELECT ticketId AS id, max(id) AS message FROM messages WHERE ticketId IN (SELECT id FROM tickets WHERE status = 'open') GROUP BY ticketId",
    )
    .all();
  sqlite.close();
  return {
    newest: Object.fromEntries(newest.map(({ id, message }) => [id, message])),
    endless: { uuid: ticket.uuid, first, last },
    finds: finds.slice(0, opens),
  };
}

async function signIn(url: string): Promise<Entrance> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: admin, password }),
  });
  const { token } = (await answer.json()) as { token: string };
  const [pair = ""] = answer.headers.getSetCookie();
  const [name = "", value = ""] = pair.split(";")[0]!.split("=");
  const path = /path=([^;]+)/i.exec(pair)?.[1] ?? "/";
  return {
    token,
    cookies: [
      {
        name,
        value,
        domain: "127.0.0.1",
        path,
        expires: -1,
        httpOnly: true,
        secure: false,
        sameSite: "Lax",
      },
    ],
  };
}

const addressOf = ({ port }: Box) => `http://127.0.0.1:${port}`;

const say = (text: string) => console.log(text);

const line = (name: string, values: string[]) =>
  `${name.padEnd(28)}${values.map((value) => value.padStart(9)).join("")}`;

const smoothnessText = ({ fps, late, frames, worst, cpu }: Smoothness) =>
  `${fps.toFixed(0)} frames a second, ${late} of ${frames} over 50 ms, the worst ${worst.toFixed(0)} ms; CPU ${cpu.toFixed(1)} ms a frame`;

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
