import { expect } from "bun:test";
import { atendimento, box, emailOf, encomendas, idOf, morning, password, refusal, test, world } from "../../testing/world.ts";
import { byEmail } from "../identities/identities.ts";
import { live, start } from "../identities/sessions.ts";
import { find as findTicket } from "../tickets/tickets.ts";
import { all, create, find, list, me, newUser, remove, update } from "./users.ts";

const nina = newUser.parse({ name: "Nina", email: "NINA@paoquente.com.br", password: "oito-letras", queueIds: [atendimento, atendimento] });

test("a new user may sign in, and serves their queues", async () => {
  const shop = world();
  const user = await create(shop.store, shop.control, nina);
  expect(user).toMatchObject({ name: "Nina", email: "nina@paoquente.com.br", profile: "user", allTicket: "desabled", queueIds: [atendimento], queues: [{ name: "Atendimento" }] });
  expect(byEmail(shop.control, "nina@paoquente.com.br")).toMatchObject({ companyId: 1, userId: user.id, super: false });
  expect(JSON.stringify([user, shop.told])).not.toContain("argon2");
});

test("an e-mail is one person's in the whole box, and a refusal leaves nothing", async () => {
  const shop = world();
  for (const email of [emailOf("ana"), emailOf("ana", 2)]) {
    expect(await refusal(() => create(shop.store, shop.control, { ...nina, email }))).toMatchObject({ kind: "conflict", fields: { email: "taken" } });
    expect(await refusal(() => update(shop.store, shop.control, shop.me("rui"), idOf.caio, { email }))).toMatchObject({ kind: "conflict", fields: { email: "taken" } });
  }
  expect(all(shop.store)).toHaveLength(4);
  expect(find(shop.store, idOf.caio).email).toBe(emailOf("caio"));
  expect(shop.told).toEqual([]);
});

test("what a crash between the two files left bars nobody", async () => {
  const shop = world();
  const user = await create(shop.store, shop.control, nina);
  const crash = () => shop.store.sqlite.run("DELETE FROM users WHERE id = ?", [user.id]);
  for (const email of [nina.email, "outra@paoquente.com.br"]) {
    crash();
    const again = await create(shop.store, shop.control, { ...nina, email });
    expect(byEmail(shop.control, email)).toMatchObject({ userId: again.id });
  }
});

test("a queue must be one of the company's", async () => {
  const shop = world();
  expect(await refusal(() => create(shop.store, shop.control, { ...nina, queueIds: [99] }))).toMatchObject({ kind: "invalid" });
  expect(byEmail(shop.control, nina.email)).toBeUndefined();
});

test("other queues count at once", async () => {
  const shop = world();
  expect(await update(shop.store, shop.control, shop.me("rui"), idOf.ana, { queueIds: [encomendas] })).toMatchObject({ queueIds: [encomendas] });
  expect(me(shop.store, idOf.ana, false)).toEqual({ id: idOf.ana, profile: "user", allTicket: false, super: false, queueIds: [encomendas], changedAt: morning });
  expect(await update(shop.store, shop.control, shop.me("rui"), idOf.ana, { allTicket: true })).toMatchObject({ allTicket: "enabled", queueIds: [encomendas] });
});

test("a company keeps an admin", async () => {
  const shop = world();
  const last = { kind: "conflict", reason: "ERR_LAST_ADMIN" } as const;
  expect(await refusal(() => update(shop.store, shop.control, shop.me("rui"), idOf.rui, { profile: "user" }))).toEqual(last);
  expect(await refusal(() => remove(shop.store, shop.control, shop.me("rui"), idOf.rui))).toEqual(last);
  expect(find(shop.store, idOf.rui).profile).toBe("admin");
  expect(byEmail(shop.control, emailOf("rui"))).toBeDefined();

  await update(shop.store, shop.control, shop.me("rui"), idOf.ana, { profile: "admin" });
  expect(remove(shop.store, shop.control, shop.me("rui"), idOf.rui)).toEqual({});
});

test("the owner of the box is above a company's admins", async () => {
  const shop = world();
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  await update(shop.store, shop.control, shop.me("rui"), idOf.ana, { profile: "admin" });
  const refused = { kind: "forbidden", reason: "ERR_NO_PERMISSION" } as const;
  expect(await refusal(() => update(shop.store, shop.control, shop.me("ana"), idOf.rui, { password: "outra-senha" }))).toEqual(refused);
  expect(await refusal(() => remove(shop.store, shop.control, shop.me("ana"), idOf.rui))).toEqual(refused);
  expect(await refusal(() => remove(shop.store, shop.control, { ...shop.me("rui"), super: true }, idOf.rui))).toEqual({ kind: "conflict", reason: "ERR_OWNER" });
  expect(find(shop.store, idOf.rui).name).toBe("Rui");
});

test("a new password ends every session, another change none", async () => {
  const shop = world();
  const sessions = [1, 2].map(() => start(shop.control, byEmail(shop.control, emailOf("ana"))!, "", "").session.id);
  const alive = () => sessions.filter((id) => live(shop.control, id)).length;
  await update(shop.store, shop.control, shop.me("rui"), idOf.ana, { name: "Ana Maria" });
  expect(alive()).toBe(2);
  await update(shop.store, shop.control, shop.me("rui"), idOf.ana, { password: "outra-senha" });
  expect(alive()).toBe(0);
});

test("who leaves hands back what they held, and can't come in", async () => {
  const shop = world();
  const held = shop.ticket({ status: "open", userId: idOf.ana });
  const done = shop.ticket({ status: "closed", userId: idOf.ana });
  const session = start(shop.control, byEmail(shop.control, emailOf("ana"))!, "", "").session.id;
  remove(shop.store, shop.control, shop.me("rui"), idOf.ana);
  expect(findTicket(shop.store, shop.me("rui"), held.id)).toMatchObject({ status: "pending", userId: null, queueId: atendimento });
  expect(findTicket(shop.store, shop.me("rui"), done.id)).toMatchObject({ status: "closed", userId: null });
  expect(byEmail(shop.control, emailOf("ana"))).toBeUndefined();
  expect(live(shop.control, session)).toBeUndefined();
  expect(byEmail(shop.control, emailOf("ana", 2))).toBeDefined();
  expect(await refusal(() => remove(shop.store, shop.control, shop.me("rui"), idOf.ana))).toEqual({ kind: "missing", reason: "ERR_NO_USER_FOUND" });
});

test("a user is found by name or e-mail", () => {
  const { store } = world();
  const names = (searchParam: string) => list(store, { searchParam, pageNumber: 1 }).users.map(({ name }) => name);
  expect(names("")).toEqual(["Ana", "Caio", "Lia", "Rui"]);
  expect(names("caio@")).toEqual(["Caio"]);
  expect(names("%")).toEqual([]);
});

test("the three spellings of allTicket are understood, others are not", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  for (const [said, kept] of [["enable", "enabled"], ["disabled", "desabled"], ["enabled", "enabled"], ["desabled", "desabled"]] as const) {
    expect(await rui.put(`/users/${idOf.caio}`, { allTicket: said })).toMatchObject({ status: 200, body: { allTicket: kept } });
  }
  expect(await rui.put(`/users/${idOf.caio}`, { allTicket: "yes" })).toMatchObject({ status: 422, body: { fields: { allTicket: "invalid" } } });
});

test("a password has eight characters, and an empty one in a form changes nothing", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  expect(await rui.post("/users", { name: "Nina", email: "nina@paoquente.com.br", password: "curta" })).toMatchObject({ status: 422, body: { fields: { password: "too_short" } } });
  expect(await rui.put(`/users/${idOf.ana}`, { password: "", name: "Ana" })).toMatchObject({ status: 200 });
  expect(await shop.stranger.post("/auth/login", { email: emailOf("ana"), password })).toMatchObject({ status: 200 });
});
