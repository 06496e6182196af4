import { expect } from "bun:test";
import { password } from "../../testing/password.ts";
import {
  atendimento,
  box,
  emailOf,
  encomendas,
  fabrica,
  idOf,
  refusal,
  test,
  world,
} from "../../testing/world.ts";
import { byEmail } from "../identities/identities.ts";
import { identityOfSession, start } from "../identities/sessions.ts";
import { companies, plans } from "../companies/table.ts";
import { removeUser } from "../tickets/lifecycle/remove-user.ts";
import * as tickets from "../tickets/tickets.ts";
import { userChangeBody, newUserBody } from "./body.ts";
import { allUsers, create, findUser, list, meOf, update } from "./users.ts";

const nina = newUserBody.parse({
  name: "Nina",
  email: "NINA@paoquente.com.br",
  password: "oito-letras",
  queueIds: [atendimento, atendimento],
});

test("a new user may sign in, and serves their queues", async () => {
  const shop = world();
  const user = await create(shop.db, shop.control, shop.me("rui"), nina);
  expect(user).toMatchObject({
    name: "Nina",
    email: "nina@paoquente.com.br",
    profile: "user",
    allTicket: "desabled",
    queueIds: [atendimento],
    queues: [{ name: "Atendimento" }],
  });
  expect(byEmail(shop.control, "nina@paoquente.com.br")).toMatchObject({
    companyId: 1,
    userId: user.id,
    super: false,
  });
  expect(JSON.stringify([user, shop.events])).not.toContain("argon2");
});

test("an e-mail is unique in the whole box, and a refused user leaves nothing behind", async () => {
  const shop = world();
  for (const email of [emailOf("ana"), emailOf("ana", 2)]) {
    expect(
      await refusal(() => create(shop.db, shop.control, shop.me("rui"), { ...nina, email })),
    ).toMatchObject({ kind: "conflict", fields: { email: "taken" } });
    expect(
      await refusal(() => update(shop.db, shop.control, shop.me("rui"), idOf.caio, { email })),
    ).toMatchObject({ kind: "conflict", fields: { email: "taken" } });
  }
  expect(allUsers(shop.db)).toHaveLength(4);
  expect(findUser(shop.db, idOf.caio).email).toBe(emailOf("caio"));
  expect(shop.events).toEqual([]);
});

test("a crash between the two files shuts nobody out", async () => {
  const shop = world();
  const user = await create(shop.db, shop.control, shop.me("rui"), nina);
  const crash = () => shop.db.sqlite.run("DELETE FROM users WHERE id = ?", [user.id]);
  for (const email of [nina.email, "outra@paoquente.com.br"]) {
    crash();
    const again = await create(shop.db, shop.control, shop.me("rui"), { ...nina, email });
    expect(byEmail(shop.control, email)).toMatchObject({ userId: again.id });
  }
});

test("queues must be the company's own", async () => {
  const shop = world();
  expect(
    await refusal(() => create(shop.db, shop.control, shop.me("rui"), { ...nina, queueIds: [99] })),
  ).toEqual({
    kind: "invalid",
    reason: "ERR_NOT_FOUND_REFERENCE",
    fields: { queueIds: "invalid" },
  });
  for (const field of ["whatsappId", "groupRangeDiscountId"])
    expect(
      await refusal(() => update(shop.db, shop.control, shop.me("rui"), idOf.ana, { [field]: 99 })),
    ).toMatchObject({ kind: "invalid", fields: { [field]: "invalid" } });
  expect(byEmail(shop.control, nina.email)).toBeUndefined();
});

test("changed queues count at once", async () => {
  const shop = world();
  expect(
    await update(shop.db, shop.control, shop.me("rui"), idOf.ana, { queueIds: [encomendas] }),
  ).toMatchObject({ queueIds: [encomendas] });
  expect(meOf(shop.db, idOf.ana, false)).toEqual({
    id: idOf.ana,
    profile: "user",
    role: null,
    allTicket: false,
    super: false,
    hidesNumbers: false,
    queueIds: [encomendas],
    connectionIds: [fabrica],
  });
  expect(
    await update(shop.db, shop.control, shop.me("rui"), idOf.ana, { allTicket: true }),
  ).toMatchObject({ allTicket: "enabled", queueIds: [encomendas] });
});

test("a company keeps at least one admin", async () => {
  const shop = world();
  const last = { kind: "conflict", reason: "ERR_LAST_ADMIN" } as const;
  expect(
    await refusal(() =>
      update(shop.db, shop.control, shop.me("rui"), idOf.rui, { profile: "user" }),
    ),
  ).toEqual(last);
  expect(await refusal(() => removeUser(shop.db, shop.control, shop.me("rui"), idOf.rui))).toEqual(
    last,
  );
  expect(findUser(shop.db, idOf.rui).profile).toBe("admin");
  expect(byEmail(shop.control, emailOf("rui"))).toBeDefined();

  await update(shop.db, shop.control, shop.me("rui"), idOf.ana, { profile: "admin" });
  expect(await removeUser(shop.db, shop.control, shop.me("rui"), idOf.rui)).toEqual({});
});

test("a company's admins can't change the owner of the box", async () => {
  const shop = world();
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  await update(shop.db, shop.control, shop.me("rui"), idOf.ana, { profile: "admin" });
  const refused = { kind: "forbidden", reason: "ERR_NO_PERMISSION" } as const;
  expect(
    await refusal(() =>
      update(shop.db, shop.control, shop.me("ana"), idOf.rui, { password: "outra-senha" }),
    ),
  ).toEqual(refused);
  expect(await refusal(() => removeUser(shop.db, shop.control, shop.me("ana"), idOf.rui))).toEqual(
    refused,
  );
  expect(
    await refusal(() =>
      removeUser(shop.db, shop.control, { ...shop.me("rui"), super: true }, idOf.rui),
    ),
  ).toEqual({ kind: "conflict", reason: "ERR_OWNER" });
  expect(findUser(shop.db, idOf.rui).name).toBe("Rui");
  const owner = { ...shop.me("rui"), super: true };
  expect(
    await refusal(() => update(shop.db, shop.control, owner, idOf.rui, { profile: "user" })),
  ).toEqual({ kind: "conflict", reason: "ERR_OWNER" });
  expect(
    await update(shop.db, shop.control, owner, idOf.rui, { profile: "admin", name: "Rui Dono" }),
  ).toMatchObject({ profile: "admin", name: "Rui Dono" });
});

test("changing how oneself or another admin signs in takes one's own password, with few tries", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  await rui.put(`/users/${idOf.lia}`, { profile: "admin" });
  for (const id of [idOf.rui, idOf.lia]) {
    for (const change of [{ password: "outra-senha-1" }, { email: "novo@paoquente.com.br" }]) {
      expect(await rui.put(`/users/${id}`, change)).toMatchObject({
        status: 422,
        body: { fields: { currentPassword: "required" } },
      });
      expect(
        await rui.put(`/users/${id}`, { ...change, currentPassword: "errada-errada" }),
      ).toMatchObject({ status: 422, body: { fields: { currentPassword: "wrong" } } });
    }
    expect(
      await rui.put(`/users/${id}`, {
        name: "Outro Nome",
        email: emailOf(id === idOf.rui ? "rui" : "lia"),
      }),
    ).toMatchObject({ status: 200 });
  }
  expect([
    byEmail(shop.control, emailOf("rui"))?.userId,
    byEmail(shop.control, emailOf("lia"))?.userId,
  ]).toEqual([idOf.rui, idOf.lia]);
  expect(
    await rui.put(`/users/${idOf.lia}`, {
      email: "novo@paoquente.com.br",
      currentPassword: password,
    }),
  ).toMatchObject({ status: 200, body: { email: "novo@paoquente.com.br" } });
  expect(
    await rui.put(`/users/${idOf.rui}`, { password: "outra-senha-1", currentPassword: password }),
  ).toMatchObject({ status: 200 });
  // As an agent, any admin could set their password.
  expect(await rui.put(`/users/${idOf.lia}`, { profile: "user" })).toMatchObject({
    status: 422,
    body: { fields: { currentPassword: "required" } },
  });
  // An agent's password is set by admins.
  expect(await rui.put(`/users/${idOf.ana}`, { password: "outra-senha-1" })).toMatchObject({
    status: 200,
  });
  for (let tries = 0; tries < 5; tries++)
    await rui.put(`/users/${idOf.rui}`, {
      password: "mais-uma-1",
      currentPassword: "errada-errada",
    });
  expect(
    await rui.put(`/users/${idOf.rui}`, {
      password: "mais-uma-1",
      currentPassword: "outra-senha-1",
    }),
  ).toMatchObject({ status: 429 });
});

test("a new password ends every session, other changes none", async () => {
  const shop = world();
  const sessions = [1, 2].map(
    () => start(shop.control, byEmail(shop.control, emailOf("ana"))!, "", "").session.id,
  );
  const alive = () => sessions.filter((id) => identityOfSession(shop.control, id)).length;
  await update(shop.db, shop.control, shop.me("rui"), idOf.ana, { name: "Ana Maria" });
  expect(alive()).toBe(2);
  await update(shop.db, shop.control, shop.me("rui"), idOf.ana, { password: "outra-senha" });
  expect(alive()).toBe(0);
});

test("changing one's own password keeps only the current session", async () => {
  const shop = world();
  const [here, there] = [1, 2].map(
    () => start(shop.control, byEmail(shop.control, emailOf("rui"))!, "", "").session.id,
  ) as [string, string];
  await update(
    shop.db,
    shop.control,
    shop.me("rui"),
    idOf.rui,
    { password: "outra-senha" },
    { session: here },
  );
  expect([
    identityOfSession(shop.control, here)?.userId,
    identityOfSession(shop.control, there),
  ]).toEqual([idOf.rui, undefined]);
  await update(
    shop.db,
    shop.control,
    shop.me("rui"),
    idOf.ana,
    { password: "outra-senha" },
    { session: here },
  );
  expect(identityOfSession(shop.control, here)).toBeDefined();
});

test("a plan limits how many users there are", async () => {
  const shop = world();
  shop.control.update(plans).set({ users: 5 }).run();
  await create(shop.db, shop.control, shop.me("rui"), nina);
  const full = {
    kind: "forbidden",
    reason: "ERR_PLAN_LIMIT",
    details: { limit: 5, what: "users" },
  } as const;
  expect(
    await refusal(() =>
      create(shop.db, shop.control, shop.me("rui"), { ...nina, email: "neu@paoquente.com.br" }),
    ),
  ).toEqual(full);
  expect([allUsers(shop.db).length, byEmail(shop.control, "neu@paoquente.com.br")]).toEqual([
    5,
    undefined,
  ]);
  shop.control.update(plans).set({ users: 0 }).run();
  await create(shop.db, shop.control, shop.me("rui"), {
    ...nina,
    email: "neu@paoquente.com.br",
  });
  expect(shop.control.select().from(companies).all()).toHaveLength(2);
});

test("profile, rights and queues need their own permissions", async () => {
  const shop = world();
  const refused = { kind: "forbidden", reason: "ERR_NO_PERMISSION" } as const;
  for (const change of [
    { profile: "admin" },
    { allTicket: "enabled" },
    { whatsappId: 1 },
    { groupRangeDiscountId: null },
    { queueIds: [] },
  ]) {
    expect([
      change,
      await refusal(() =>
        update(shop.db, shop.control, shop.me("ana"), idOf.ana, userChangeBody.parse(change)),
      ),
    ]).toEqual([change, refused]);
  }
  expect(
    await update(shop.db, shop.control, shop.me("ana"), idOf.ana, {
      name: "Ana Maria",
      code: "A7",
    }),
  ).toMatchObject({ name: "Ana Maria", code: "A7", profile: "user" });
});

test("a discount group is shown with its users, and removed from them when it is deleted", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  const {
    body: { id },
  } = await rui.post<{ id: number }>("/groupRangeDiscounts", {
    name: "Balconistas",
    discount: 7.5,
  });
  expect(
    await rui.put(`/users/${idOf.ana}`, { groupRangeDiscountId: id, code: " 0042 " }),
  ).toMatchObject({
    status: 200,
    body: {
      code: "0042",
      groupRangeDiscountId: id,
      groupRangeDiscount: { id, name: "Balconistas", discount: 7.5 },
    },
  });
  await rui.delete(`/groupRangeDiscounts/${id}`);
  expect(await rui.get(`/users/${idOf.ana}`)).toMatchObject({
    body: { groupRangeDiscountId: null, groupRangeDiscount: null },
  });
  expect(await rui.put(`/users/${idOf.ana}`, { code: "x".repeat(31) })).toMatchObject({
    status: 422,
    body: { fields: { code: "too_long" } },
  });
});

test("changes of users are in the audit, rights with the values before", async () => {
  const shop = world();
  const noted = () =>
    shop.db.sqlite
      .query<{ action: string; userName: string; subject: string; details: string }, []>(
        "SELECT action, userName, subject, details FROM audit ORDER BY id",
      )
      .all()
      .map(({ details, ...row }) => ({ ...row, ...JSON.parse(details) }));
  const by = [shop.db, shop.control, shop.me("rui")] as const;
  const { id } = await create(...by, nina);
  await update(...by, id, { profile: "admin", name: "Nina Rosa", password: "outra-senha" });
  await update(...by, id, { name: "Nina Rosa" });
  await removeUser(...by, id);
  expect(noted()).toEqual([
    { action: "userCreated", userName: "Rui", subject: `user ${id} Nina`, profile: "user" },
    {
      action: "roleChanged",
      userName: "Rui",
      subject: `user ${id} Nina`,
      profile: { from: "user", to: "admin" },
    },
    { action: "userChanged", userName: "Rui", subject: `user ${id} Nina`, fields: ["name"] },
    { action: "passwordChanged", userName: "Rui", subject: `user ${id} Nina Rosa` },
    {
      action: "userDeleted",
      userName: "Rui",
      subject: `user ${id} Nina Rosa`,
      email: "nina@paoquente.com.br",
    },
  ]);
  expect(JSON.stringify(noted())).not.toContain("senha");
});

test("a deleted user's open tickets wait again, and they can't sign in", async () => {
  const shop = world();
  const held = shop.ticket({ status: "open", userId: idOf.ana });
  const done = shop.ticket({ status: "closed", userId: idOf.ana });
  const session = start(shop.control, byEmail(shop.control, emailOf("ana"))!, "", "").session.id;
  await removeUser(shop.db, shop.control, shop.me("rui"), idOf.ana);
  expect(tickets.findTicket(shop.db, shop.me("rui"), held.id)).toMatchObject({
    status: "pending",
    userId: null,
    queueId: atendimento,
  });
  expect(tickets.findTicket(shop.db, shop.me("rui"), done.id)).toMatchObject({
    status: "closed",
    userId: null,
  });
  expect(
    shop.events.map(({ event, action, payload, audience, audienceBefore }) => ({
      event,
      action,
      ...((payload as { ticket?: object }).ticket && {
        id: held.id,
        was: audienceBefore?.to,
        waiting: audience.to === "desk" && audience.waiting,
      }),
    })),
  ).toEqual([
    { event: "ticket", action: "update", id: held.id, was: "desk", waiting: true },
    { event: "user", action: "delete" },
  ]);
  expect(byEmail(shop.control, emailOf("ana"))).toBeUndefined();
  expect(identityOfSession(shop.control, session)).toBeUndefined();
  expect(byEmail(shop.control, emailOf("ana", 2))).toBeDefined();
  expect(await refusal(() => removeUser(shop.db, shop.control, shop.me("rui"), idOf.ana))).toEqual({
    kind: "missing",
    reason: "ERR_NO_USER_FOUND",
  });
});

test("a user is found by name or e-mail", () => {
  const { db } = world();
  const names = (searchParam: string) =>
    list(db, { searchParam, pageNumber: 1 }).users.map(({ name }) => name);
  expect(names("")).toEqual(["Ana", "Caio", "Lia", "Rui"]);
  expect(names("caio@")).toEqual(["Caio"]);
  expect(names("%")).toEqual([]);
});

test("the three spellings of allTicket are accepted, others are not", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  for (const [sent, stored] of [
    ["enable", "enabled"],
    ["disabled", "desabled"],
    ["enabled", "enabled"],
    ["desabled", "desabled"],
  ] as const) {
    expect(await rui.put(`/users/${idOf.caio}`, { allTicket: sent })).toMatchObject({
      status: 200,
      body: { allTicket: stored },
    });
  }
  expect(await rui.put(`/users/${idOf.caio}`, { allTicket: "yes" })).toMatchObject({
    status: 422,
    body: { fields: { allTicket: "invalid" } },
  });
});

test("a password has at least eight characters and is not easily guessed, and an empty one in a form changes nothing", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  expect(
    await rui.post("/users", { name: "Nina", email: "nina@paoquente.com.br", password: "curta" }),
  ).toMatchObject({ status: 422, body: { fields: { password: "too_short" } } });
  for (const guessed of [
    "12345678",
    "87654321",
    "aaaaaaaa",
    "Senha123!",
    "admin2026",
    "qwertyui",
    "11223311",
  ]) {
    expect([
      guessed,
      await rui.post("/users", { name: "Nina", email: "nina@paoquente.com.br", password: guessed }),
    ]).toMatchObject([guessed, { status: 422, body: { fields: { password: "guessable" } } }]);
  }
  expect(await rui.put(`/users/${idOf.ana}`, { password: "", name: "Ana" })).toMatchObject({
    status: 200,
  });
  expect(
    await shop.stranger.post("/auth/login", { email: emailOf("ana"), password }),
  ).toMatchObject({ status: 200 });
});
