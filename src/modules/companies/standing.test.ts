import { expect } from "bun:test";
import { balcao, box, caller, test } from "../../testing/world.ts";
import { sendDue } from "../schedules/send.ts";
import { plans } from "./table.ts";

test("an overdue company's admins may only pay, its agents nothing, and its bots and schedules wait", async () => {
  const shop = await box();
  const { control, clock } = shop;
  const [rui, ana] = [shop.as("rui", 2), shop.as("ana", 2)];
  const theirs = shop.dbs.open(2);
  const overdue = {
    status: 402,
    body: { error: "ERR_SUBSCRIPTION_EXPIRED", details: { dueDate: "2026-11-18" } },
  };
  control.sqlite.run("UPDATE companies SET dueDate = '2026-11-18'");
  control.sqlite.run("INSERT INTO instance VALUES ('graceDays', '2')");
  expect(await rui.get("/tickets")).toMatchObject({ status: 200 });
  clock.set("2026-11-21T03:00:00Z");
  const [later, others] = [shop.as("rui", 2), shop.as("ana", 2)];
  expect(await later.get("/tickets")).toMatchObject(overdue);
  expect(await later.get("/auth/me")).toMatchObject({ status: 200 });
  expect(await others.get("/auth/me")).toMatchObject(overdue);
  expect(await ana.get("/tickets")).not.toMatchObject({ status: 200 });
  const listener = await shop.listener(later);
  await listener.ready();
  theirs.write((tx) => {
    tx.emit("ticket", "update", { ticket: {} }, { to: "everyone" });
    tx.emit("payment", "CONCLUIDA", {}, { to: "admins" });
  });
  await listener.receives(({ event }) => event === "payment");
  expect(listener.frames.map(({ event }) => event)).not.toContain("ticket");

  const contact = shop.quitanda().contact();
  theirs.sqlite.run(
    "INSERT INTO schedules (body, contactId, sendAt, firstAt, status, createdAt, updatedAt) VALUES ('Bom dia', ?1, ?2, ?2, 'PENDENTE', ?2, ?2)",
    [contact.id, clock.now()],
  );
  sendDue(theirs);
  const scheduled = () => theirs.sqlite.query("SELECT status, reason FROM schedules").all();
  expect(scheduled()).toEqual([{ status: "PENDENTE", reason: "ERR_SCHEDULE_STOPPED" }]);
  shop.quitanda().receives("Oi");
  expect(theirs.sqlite.query("SELECT count(*) AS said FROM messages WHERE fromMe").get()).toEqual({
    said: 0,
  });

  // After the payment every user is back, and waiting messages leave.
  control.sqlite.run("UPDATE companies SET dueDate = '2026-12-18'");
  shop.hub.check();
  expect(await listener.closed).toBe(4401);
  expect(await others.get("/tickets")).toMatchObject({ status: 200 });
  sendDue(theirs);
  expect(scheduled()).toEqual([{ status: "AGENDADA", reason: null }]);
});

test("nobody gets into a blocked company", async () => {
  const shop = await box();
  shop.control.sqlite.run("UPDATE companies SET status = 0 WHERE id = 2");
  for (const who of ["rui", "ana"] as const)
    expect(await shop.as(who, 2).get("/auth/me")).toMatchObject({
      status: 403,
      body: { error: "ERR_COMPANY_BLOCKED" },
    });
  expect(await shop.as("rui").get("/auth/me")).toMatchObject({ status: 200 });
});

test("who may not work reads whom to call: the contact that the owner of the box gave", async () => {
  const shop = await box();
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  const owner = shop.as("rui");
  const messages = async () => {
    const admin = shop.as("rui", 2);
    shop.control.sqlite.run("UPDATE companies SET dueDate = '2026-11-18' WHERE id = 2");
    const overdue = (await admin.get<{ message: string }>("/tickets")).body.message;
    shop.control.sqlite.run("UPDATE companies SET status = 0 WHERE id = 2");
    const blocked = (await admin.get<{ message: string }>("/tickets")).body.message;
    shop.control.sqlite.run("UPDATE companies SET status = 1, dueDate = NULL WHERE id = 2");
    return [overdue, blocked];
  };
  expect(await messages()).toEqual([
    "Opss! Sua assinatura venceu 18/11/2026. Entre em contato com o Suporte para mais informações!",
    "O acesso da sua empresa está bloqueado. Entre em contato com o Suporte",
  ]);
  expect(await owner.put("/box", { contact: "ab" })).toMatchObject({
    status: 422,
    body: { fields: { contact: "invalid" } },
  });
  expect(await owner.put("/box", { contact: "Zefa, (11) 98888-0001" })).toMatchObject({
    status: 200,
    body: { contact: { value: "Zefa, (11) 98888-0001", source: "here" } },
  });
  expect(await messages()).toEqual([
    "Opss! Sua assinatura venceu 18/11/2026. Entre em contato com o Suporte (Zefa, (11) 98888-0001) para mais informações!",
    "O acesso da sua empresa está bloqueado. Entre em contato com o Suporte (Zefa, (11) 98888-0001)",
  ]);
  expect(await shop.stranger.get("/landing")).toMatchObject({
    body: { contact: "Zefa, (11) 98888-0001" },
  });
  const { token } = (await shop.as("rui").post<{ token: string }>(`/whatsapp/${balcao}/token`, {}))
    .body;
  shop.control.update(plans).set({ useExternalApi: false }).run();
  expect(await caller(shop.url, token).get("/messages/1")).toMatchObject({
    status: 400,
    body: {
      error:
        "Essa empresa não tem permissão para usar a API Externa. Entre em contato com o Suporte (Zefa, (11) 98888-0001) para verificar nossos planos!",
    },
  });
});
