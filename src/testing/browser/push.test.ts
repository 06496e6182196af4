import { afterAll, expect } from "bun:test";
import type { CDPSession } from "playwright-core";
import type { PushMessage } from "../../shared/push.ts";
import { pushService } from "../push-service/push-service.ts";
import { openShop, test } from "./browser.ts";
import { credentials, type Call } from "./calls.ts";
import { eventually } from "./eventually.ts";
import type { Seat } from "./seat.ts";

const service = pushService();
afterAll(() => service.stop());
const shop = await openShop({ env: { BALCAO_OUTBOUND_ALLOW: "127.0.0.0/8" } });

/**
 * A phone whose browser subscribes at the stand-in push service, at the page of its user. The
 * browser of the tests has no place for notifications, so lists stand in for it.
 */
async function phoneOf(name: "ana" | "lia") {
  const seat = await shop.enters(name, { worker: true, at: "/profile", before: allowsNotices });
  const call = await shop.handOf(seat);
  const { key } = await call<{ key: string }>("GET", "/push/key");
  const { got, endpoint, keys } = await service.subscribes(key);
  const context = seat.page.context();
  await context.addInitScript(subscribesAs, JSON.stringify({ endpoint, keys }));
  await seat.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await seat.page.reload();
  const worker = context.serviceWorkers()[0]!;
  await worker.evaluate(showsInList);
  const devtools = await context.newCDPSession(seat.page);
  const registrationId = await registrationOf(devtools);
  return {
    ...seat,
    call,
    worker,
    async turnsOn() {
      await seat.field("Avisar neste aparelho").click();
      await eventually(async () => {
        const { records } = await call<{ records: { isThis: boolean }[] }>(
          "GET",
          "/push/subscriptions",
        );
        return records.some(({ isThis }) => isThis) || undefined;
      }, "the phone to be on");
      await seat.sees("Chrome no Linux");
    },
    /** Hands the next message that the push service opened to the service worker. */
    async gets() {
      const message = await eventually(() => got.shift() as PushMessage | undefined, "a message");
      await devtools.send("ServiceWorker.deliverPushMessage", {
        origin: shop.url,
        registrationId,
        data: JSON.stringify(message),
      });
      return message;
    },
    /** The notifications that are visible, how often one rang, and the number on the app's icon. */
    shows: () => worker.evaluate(() => (globalThis as unknown as Lists).lists),
    /** The tags of the notifications that the page closed. */
    closed: () => seat.page.evaluate(() => localStorage.getItem("closed")),
  };
}

type Lists = { lists: { visible: string[]; rings: number; badge: number } };

/** Runs in the page. */
function allowsNotices() {
  if (!globalThis.ServiceWorkerRegistration) return;
  Object.defineProperty(Notification, "permission", {
    get: () => localStorage.getItem("permission") ?? "default",
  });
  Object.assign(Notification, {
    async requestPermission() {
      localStorage.setItem("permission", "granted");
      return "granted";
    },
  });
  Object.assign(ServiceWorkerRegistration.prototype, {
    async getNotifications({ tag = "all" } = {}) {
      const close = () => localStorage.setItem("closed", tag);
      return [{ tag, close }];
    },
  });
}

/** Runs in the page. */
function subscribesAs(json: string) {
  const { endpoint, keys } = JSON.parse(json) as { endpoint: string; keys: object };
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => localStorage.removeItem("standIn"),
  };
  Object.assign(PushManager.prototype, {
    async subscribe() {
      localStorage.setItem("standIn", "on");
      return subscription;
    },
    getSubscription: async () => (localStorage.getItem("standIn") ? subscription : null),
  });
}

/** Runs in the service worker. */
function showsInList() {
  type Shown = { title: string; tag: string; body: string; data: unknown; close(): void };
  let visible: Shown[] = [];
  const lists = { visible: [] as string[], rings: 0, badge: 0 };
  const change = (next: Shown[]) => {
    visible = next;
    lists.visible = visible.map(({ title, body }) => `${title}: ${body}`);
  };
  const without = (tag: string) => visible.filter((one) => one.tag !== tag);
  Object.assign(globalThis, { lists });
  // This browser has no icon either, and ends a worker that asks for one.
  const setAppBadge = async (count: number) => void (lists.badge = count);
  Object.assign(Object.getPrototypeOf(navigator) as object, {
    setAppBadge,
    clearAppBadge: () => setAppBadge(0),
  });
  Object.assign(ServiceWorkerRegistration.prototype, {
    async showNotification(title: string, options: Omit<Shown, "title" | "close">) {
      lists.rings++;
      const close = () => change(without(options.tag));
      change([...without(options.tag), { ...options, title, close }]);
    },
    getNotifications: async ({ tag }: { tag?: string } = {}) =>
      visible.filter((one) => tag === undefined || one.tag === tag),
  });
}

async function registrationOf(devtools: CDPSession): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    const [registration] = registrations;
    if (registration) resolve(registration.registrationId);
  });
  await devtools.send("ServiceWorker.enable");
  return promise;
}

test("a phone that is on rings while the app is closed; the next takes its place, an answer closes it", async () => {
  const ana = await phoneOf("ana");
  await ana.turnsOn();
  await ana.goes("about:blank");
  const shows = (visible: string[], rings: number) =>
    eventually(
      async () =>
        Bun.deepEquals(await ana.shows(), { visible, rings, badge: visible.length }) || undefined,
      `${visible.join()} after ${rings} rings`,
    );
  const bia = shop.customer("Bia Push");
  await bia.says("Tem bolo?");
  const message = await ana.gets();
  await shows(["Bia Push: Tem bolo?"], 1);
  await bia.says("E broa?");
  expect(await ana.gets()).toMatchObject({ do: "show", kind: "newTicket" });
  await shows(["Bia Push: E broa?"], 2);
  expect(message).toMatchObject({ do: "show", kind: "newTicket" });
  const lia = await shop.handOf("lia");
  const { tickets } = await lia<{ tickets: { id: number }[] }>(
    "GET",
    "/tickets?status=pending&showAll=true&searchParam=Bia%20Push",
  );
  await lia("PUT", `/tickets/${tickets[0]!.id}`, { status: "open" });
  expect(await ana.gets()).toMatchObject({ do: "close" });
  await shows([], 2);
});

test("a visible page rings by itself, and closes what the phone shows of the conversation that it opens", async () => {
  const lia = await phoneOf("lia");
  await lia.turnsOn();
  await shop.customer("Davi Push").says("Oi");
  const message = await lia.gets();
  await lia.goes("/tickets");
  await lia.accepts("Davi Push");
  await eventually(async () => (await lia.closed()) === message.tag || undefined, "it to close");
  expect(await lia.shows()).toMatchObject({ visible: [], rings: 0 });
});

test("a click on a notification leads an open page to its subject", async () => {
  const ana = await phoneOf("ana");
  await ana.sees("Avisos neste aparelho");
  await eventually(async () => {
    await ana.worker.evaluate(() => {
      const notification = { data: { path: "/contacts", stamp: "1" }, close: () => {} };
      const event = new Event("notificationclick");
      dispatchEvent(Object.assign(event, { notification, waitUntil: () => {} }));
    });
    return new URL(ana.page.url()).pathname === "/contacts" || undefined;
  }, "the contacts");
  expect(ana.page.context().pages()).toHaveLength(1);
});

test("a notification's button accepts; words answer the customer, or wait in the composer where the box refuses them", async () => {
  const ana = await phoneOf("ana");
  await ana.turnsOn();
  const fabio = shop.customer("Fabio Push");
  await fabio.says("Tem sonho?");
  const message = await ana.gets();
  if (message.do !== "show" || !message.step) throw new Error("a notification without a button");
  const { path, stamp, step } = message;
  const { label, ...rest } = step;
  expect([label, rest.do]).toEqual(["Aceitar", "accept"]);
  const presses = (step: object, action: string, reply?: string) =>
    ana.worker.evaluate(
      (click) => {
        const notification = { data: click.data, close: () => {} };
        const event = new Event("notificationclick");
        const { action, reply } = click;
        dispatchEvent(Object.assign(event, { notification, action, reply, waitUntil: () => {} }));
      },
      { data: { path, stamp, step }, action, reply },
    );
  // The page listens to its worker some seconds after its start.
  await eventually(async () => {
    await presses(step, "accept");
    return new URL(ana.page.url()).pathname === path || undefined;
  }, "the conversation");
  await ana.composer("Fabio Push").waitFor();
  const answer = { ...step, do: "reply" };
  await presses(answer, "reply", "Tem, de creme!");
  await fabio.receives(/de creme/);
  await presses({ ...answer, for: "1:0" }, "reply", "E de doce de leite");
  await eventually(
    async () =>
      (await ana.composer("Fabio Push").inputValue()) === "E de doce de leite" || undefined,
    "the words in the composer",
  );
});

test("signing out ends a phone, and the next sign-in on it turns it on again; a colleague's does not", async () => {
  const ana = await phoneOf("ana");
  await ana.turnsOn();
  const devices = async (call: Call) =>
    (await call<{ count: number }>("GET", "/push/subscriptions")).count;
  const others = (await devices(ana.call)) - 1;
  await signsOut(ana);
  expect(await devices(await shop.handOf("ana"))).toBe(others);
  await signsIn(ana, "lia");
  await ana.goes("/profile");
  await ana.field("Avisar neste aparelho").waitFor();
  expect(await ana.field("Avisar neste aparelho").isChecked()).toBe(false);
  await signsOut(ana);
  await signsIn(ana, "ana");
  const again = await shop.handOf(ana);
  await eventually(
    async () => (await devices(again)) === others + 1 || undefined,
    "the phone to be on again",
  );
});

async function signsOut({ page, button, waitsAt }: Seat) {
  await button("Sua conta").click();
  await page.getByRole("menuitem", { name: "Sair" }).click();
  await waitsAt("/login");
}

async function signsIn({ page, field, button, waitsAt }: Seat, name: "ana" | "lia") {
  const { email, password } = credentials(name);
  await field("E-mail").fill(email);
  await page.getByLabel("Senha", { exact: true }).fill(password);
  await button("Entrar").click();
  await waitsAt(/^\/(tickets|dashboard|profile)/);
}
