import { expect } from "bun:test";
import { bread, cartOf, sells } from "../../testing/bakery.ts";
import { mailbox, startMailServer } from "../../testing/mail-server.ts";
import { bia, box, day, emailOf, hour, idOf, test, type Name } from "../../testing/world.ts";
import { mails } from "../mail/table.ts";
import { resolve } from "../tickets/lifecycle/move.ts";
import { skipMissedMornings } from "../users/morning-hour.ts";
import { mailFigures } from "./morning-mail.ts";

const language = "ptBR" as const;

/** A shop on Friday at nine whose box sends mail, and in which Bia wrote and was served. */
async function open({ isMailing = true } = {}) {
  const shop = await box();
  const post = await startMailServer();
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  if (isMailing)
    await shop.as("rui").put("/box", {
      publicUrl: "https://balcao.exemplo.com",
      smtpHost: "127.0.0.1",
      smtpPort: post.port,
      smtpSecurity: "tls",
      smtpUser: mailbox.user,
      smtpPassword: mailbox.password,
      mailFrom: "oi@balcao.exemplo.com",
    });
  const { ticketId } = shop.receives("Tem pão?")!;
  shop.clock.pass(120_000);
  resolve(shop.db, shop.me("ana"), ticketId);
  const settings = {
    control: shop.control,
    outside: { values: {}, places: {} },
    seals: shop.seals,
  };
  return {
    ...shop,
    post,
    at: (time: string) => shop.clock.set(`${time.replace(" ", "T")}-03:00`),
    asks: (who: Name, hour: number, more: object = { language }) =>
      shop.as(who).put("/preferences", { morningMail: { hour, ...more } }),
    runs: () => mailFigures(settings, shop.db),
    posted: () =>
      shop.control
        .select({ kind: mails.kind, receiver: mails.receiver })
        .from(mails)
        .all()
        .filter(({ kind }) => kind === "morning")
        .map(({ receiver }) => receiver),
    dueAt: () =>
      (
        shop.db.sqlite.query("SELECT morningMailAt AS at FROM userPreferences").get() as {
          at: number | null;
        }
      ).at,
  };
}

test("the figures of the day before come at the chosen hour, and a quiet day sends nothing", async () => {
  const shop = await open();
  sells(shop.db);
  await shop.as("rui").post("/orders", { ...cartOf([[bread, 2]]), contactId: bia.id });
  await shop.asks("rui", 8);
  shop.at("2026-11-21 07:59:59.999");
  shop.runs();
  expect(shop.posted()).toEqual([]);
  shop.at("2026-11-21 08:00:00");
  shop.receives("Bom dia", { from: "5511900000001" });
  shop.runs();
  shop.runs();
  expect(shop.posted()).toEqual([emailOf("rui")]);
  await shop.mailRunner.runDue();
  const { text } = await shop.post.mailTo(emailOf("rui"));
  for (const line of [
    "Olá, Rui.",
    "Sexta-feira, 20 de novembro",
    "Chegaram: 1",
    "Primeira resposta (mediana): 2 min",
    "Resolvidos: 1",
    "Pedidos: 1",
    "Esperando agora: 1",
    "https://balcao.exemplo.com/dashboard?date_from=2026-11-20&date_to=2026-11-20",
  ])
    expect(text).toContain(line);
  expect(text).not.toContain(bia.number);
  // Nothing happened on Sunday.
  for (const [time, count] of [
    ["2026-11-22 08:00:00", 2],
    ["2026-11-23 08:00:00", 2],
  ] as const) {
    shop.at(time);
    shop.runs();
    expect([time, shop.posted().length]).toEqual([time, count]);
  }
});

test("the mail speaks the language of the screen, and has no sales where the plan has none", async () => {
  const shop = await open();
  shop.control.sqlite.run("UPDATE plans SET useSales = 0");
  await shop.asks("rui", 8, { language: "en" });
  shop.at("2026-11-21 08:00:00");
  shop.runs();
  await shop.mailRunner.runDue();
  const { text } = await shop.post.mailTo(emailOf("rui"));
  expect(text).toContain("Friday");
  expect(text).toContain("Arrived: 1");
  expect(text).not.toContain("Sales");
});

test("another hour, or a box that died in between, sends no second mail on a day", async () => {
  const shop = await open();
  await shop.asks("rui", 7);
  shop.at("2026-11-21 07:00:00");
  const dueAt = shop.dueAt();
  shop.runs();
  shop.db.sqlite.run("UPDATE userPreferences SET morningMailAt = ?", [dueAt]);
  shop.runs();
  await shop.asks("rui", 9);
  shop.at("2026-11-21 09:00:00");
  shop.runs();
  expect(shop.posted()).toHaveLength(1);
  expect(shop.dueAt()).toBe(shop.clock.now() + day);
});

test("a time that passed counts until its day ends", async () => {
  for (const [time, count] of [
    ["2026-11-21 23:59:59.999", 1],
    ["2026-11-22 00:00:00", 0],
  ] as const) {
    const shop = await open();
    await shop.asks("rui", 8);
    shop.at(time);
    shop.runs();
    expect([time, shop.posted().length]).toEqual([time, count]);
    expect(shop.dueAt()).toBe(Date.parse("2026-11-22T08:00:00-03:00"));
  }
});

test("nobody gets figures whose page is closed to them, nor from a copy or a box without mail", async () => {
  const shop = await open();
  await shop.asks("ana", 8);
  shop.at("2026-11-21 08:00:00");
  shop.runs();
  expect(shop.posted()).toEqual([]);
  expect(shop.dueAt()).toBe(shop.clock.now() + day);

  await shop.asks("rui", 9);
  shop.clock.pass(hour);
  skipMissedMornings(shop.db);
  shop.runs();
  expect(shop.posted()).toEqual([]);

  const silent = await open({ isMailing: false });
  await silent.asks("rui", 8);
  silent.at("2026-11-21 08:00:00");
  silent.runs();
  expect(silent.posted()).toEqual([]);
});

test("whoever turns it off, or is deleted, gets none", async () => {
  const shop = await open();
  await shop.asks("rui", 8);
  await shop.as("rui").put("/preferences", { morningMail: null });
  expect(shop.dueAt()).toBeNull();
  await shop.asks("rui", 8);
  shop.db.sqlite.run("DELETE FROM users WHERE id = ?", [idOf.rui]);
  shop.at("2026-11-21 08:00:00");
  shop.runs();
  expect(shop.posted()).toEqual([]);
});
