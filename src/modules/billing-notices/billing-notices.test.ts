import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { balcao, box, day, test, world } from "../../testing/world.ts";
import { setGraceDays } from "../companies/standing.ts";
import { chosenDue } from "../companies/due-date.ts";
import { companies, plans } from "../companies/table.ts";
import { makeInvoices } from "../invoices/make.ts";
import { keepPayment } from "../invoices/pay.ts";
import { mails } from "../mail/table.ts";
import { messages } from "../messages/table.ts";
import { makeNotices } from "./make.ts";
import { sendNotices } from "./send.ts";
import type { ListedNotice } from "./table.ts";

/** Quitanda pays Rui 99.90 each month, and reads mail and WhatsApp. */
async function boxThatTells() {
  const shop = await box(world());
  const { control, clock } = shop;
  control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  control.update(plans).set({ value: "99.90" }).run();
  control.write((tx) => setGraceDays(tx, 2));
  control
    .update(companies)
    .set({ ...chosenDue("2026-12-10"), email: "dona@quitanda.com.br", phone: "5511988880001" })
    .where(eq(companies.id, 2))
    .run();
  control.sqlite.run(
    "INSERT INTO invoices (companyId, dueDate, detail, value, users, connections, queues, status, forPeriod, paidAt, createdAt, updatedAt) VALUES (2, '2026-10-10', 'Completo', 9990, 1, 1, 1, 'paid', 0, 0, 0, 0)",
  );
  await shop.as("rui").put("/box", {
    publicUrl: "https://balcao.exemplo.com",
    smtpHost: "127.0.0.1",
    mailFrom: "oi@balcao.exemplo.com",
    boxName: "Loja Fácil",
  });
  const settings = (body: object) => shop.as("rui").put("/billing-notices/settings", body);
  const services = {
    control,
    outside: { values: {}, places: {} },
    seals: shop.seals,
  };
  /** Runs what the clock runs. */
  const run = async () => {
    makeInvoices(control);
    makeNotices(services);
    await sendNotices(shop.dbs, shop.connectionManager);
  };
  const at = async (moment: string) => {
    clock.set(moment);
    await run();
  };
  const log = async () =>
    (
      await shop.as("rui").get<{ notices: ListedNotice[] }>("/billing-notices")
    ).body.notices.toReversed();
  const names = async () => (await log()).map(({ kind, channel }) => `${kind} ${channel}`);
  const texts = () =>
    shop.db
      .select({ body: messages.body })
      .from(messages)
      .all()
      .map(({ body }) => body);
  const pays = (value: string, id: string) =>
    keepPayment(control, {
      endToEndId: id,
      invoiceId: 2,
      txid: null,
      value,
      paidAt: new Date(clock.now()),
    });
  return { ...shop, settings, run, at, log, names, texts, pays };
}

test("each invoice sends its notices on their days, by mail and by WhatsApp, each once over five kills", async () => {
  const shop = await boxThatTells();
  await shop.run();
  expect(await shop.names()).toEqual([]);
  expect(await shop.settings({ byMail: true, whatsappId: balcao, days: 3 })).toMatchObject({
    status: 200,
    body: { byMail: true, whatsappId: balcao, canMail: true },
  });
  const both = (kind: string) => [`${kind} mail`, `${kind} whatsapp`];
  // The first notice of the day waits for nine o'clock.
  await shop.at("2026-11-21T11:59:59Z");
  expect(await shop.names()).toEqual([]);
  await shop.at("2026-11-21T12:00:00Z");
  expect(await shop.names()).toEqual(both("created"));
  await shop.at("2026-12-06T12:00:00Z");
  expect(await shop.names()).toEqual(both("created"));
  await shop.at("2026-12-07T12:00:00Z");
  await shop.at("2026-12-08T12:00:00Z");
  expect(await shop.names()).toEqual([...both("created"), ...both("dueSoon")]);
  await shop.at("2026-12-10T12:00:00Z");
  await shop.at("2026-12-11T12:00:00Z");
  await shop.at("2026-12-13T12:00:00Z");
  const all = ["created", "dueSoon", "dueToday", "overdue", "blocked"].flatMap(both);
  expect(await shop.names()).toEqual(all);
  // A box that died between its two files finds the message by its notice, and sends no other.
  for (let kills = 0; kills < 5; kills++) {
    shop.control.sqlite.run(
      "UPDATE billingNotices SET state = 'waiting' WHERE channel = 'whatsapp'",
    );
    await shop.run();
  }
  expect(await shop.names()).toEqual(all);
  expect(shop.texts()).toHaveLength(5);
  expect(shop.texts()[0]).toContain("https://balcao.exemplo.com/invoices");
  expect(shop.control.select().from(mails).all()).toHaveLength(5);
  // A payment is confirmed at any hour; a second one says that it is credit.
  shop.clock.set("2026-12-14T05:00:00Z");
  shop.pays("99.90", "E1");
  await shop.run();
  shop.pays("99.90", "E2");
  await shop.run();
  await shop.run();
  expect((await shop.names()).slice(10)).toEqual([...both("paid"), ...both("paidTwice")]);
});

test("the owner's texts are sent in the box's language, and nothing from before leaves", async () => {
  const shop = await boxThatTells();
  makeInvoices(shop.control);
  shop.clock.set(new Date(shop.clock.now() + day).toISOString());
  for (const body of [{ days: 0 }, { days: 16 }, { whatsappId: 999 }])
    expect(await shop.settings(body)).toMatchObject({ status: 422 });
  await shop.settings({
    byMail: true,
    texts: { dueToday: { ptBR: { subject: "Hoje: {value}", body: "{company}, é hoje. {other}" } } },
  });
  await shop.at("2026-12-10T12:00:00Z");
  expect(await shop.log()).toMatchObject([
    {
      kind: "dueToday",
      channel: "mail",
      receiver: "dona@quitanda.com.br",
      companyName: expect.stringContaining("Quitanda"),
      body: expect.stringContaining(", é hoje. {other}"),
      state: "waiting",
    },
  ]);
  expect(await shop.as("ana").get("/billing-notices")).toMatchObject({ status: 403 });
});

test("a company without an address gets nothing, and the log says so", async () => {
  const shop = await boxThatTells();
  await shop.settings({ whatsappId: balcao });
  shop.control.update(companies).set({ phone: null }).where(eq(companies.id, 2)).run();
  await shop.at("2026-11-21T12:00:00Z");
  await shop.run();
  expect(await shop.log()).toMatchObject([
    { kind: "created", channel: "none", state: "failed", error: "noReceiver" },
  ]);
});
