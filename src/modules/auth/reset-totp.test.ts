import { expect } from "bun:test";
import { password } from "../../testing/password.ts";
import { box, emailOf, idOf, second, test, type Box, type Name } from "../../testing/world.ts";
import { byEmail } from "../identities/identities.ts";
import { update } from "../users/users.ts";

type Shown = { id: number; name: string; totp?: boolean };

/** Turns on the second step for a user. */
async function turnOnSecondStep({ control, as }: Box, who: Name) {
  await as(who).post("/auth/totp", { password });
  control.sqlite.run("UPDATE totps SET onSince = 1 WHERE identityId = ?", [
    byEmail(control, emailOf(who))!.id,
  ]);
}

const off = (shop: Box, by: Name, who: Name, body: object = { password }) =>
  shop.as(by).call("DELETE", `/users/${idOf[who]}/totp`, body);
const signIn = ({ stranger }: Box, who: Name) =>
  stranger.post("/auth/login", { email: emailOf(who), password });

test("an admin turns off the second step of a user who lost it, with the admin's own password", async () => {
  const shop = await box();
  await turnOnSecondStep(shop, "ana");
  const ana = shop.as("ana");
  expect(await signIn(shop, "ana")).toMatchObject({
    status: 401,
    body: { error: "ERR_TOTP_REQUIRED" },
  });
  expect(await off(shop, "rui", "ana", {})).toMatchObject({
    status: 422,
    body: { fields: { password: "required" } },
  });
  expect(await off(shop, "rui", "ana", { password: "errada-errada" })).toMatchObject({
    status: 422,
    body: { fields: { password: "wrong" } },
  });
  expect(await signIn(shop, "ana")).toMatchObject({ status: 401 });
  const eventCount = shop.events.length;
  expect(await off(shop, "rui", "ana")).toMatchObject({
    status: 200,
    body: { id: idOf.ana, totp: false },
  });
  expect((await ana.get("/auth/me")).status).toBe(401);
  expect(await signIn(shop, "ana")).toMatchObject({ status: 200, body: { user: { totp: false } } });
  expect(await off(shop, "rui", "ana")).toMatchObject({
    status: 404,
    body: { error: "ERR_TOTP_OFF" },
  });
  expect(
    shop.db.sqlite
      .query("SELECT userId, userName, subject, address FROM audit WHERE action = 'totpOff'")
      .all(),
  ).toEqual([
    { userId: idOf.rui, userName: "Rui", subject: `user ${idOf.ana} Ana`, address: "127.0.0.1" },
  ]);
  expect(shop.events.slice(eventCount, eventCount + 1)).toMatchObject([
    {
      event: "user",
      action: "update",
      payload: { user: { id: idOf.ana, totp: false } },
      audience: { to: "admins" },
    },
  ]);
});

test("an unattended screen of an admin is not enough, and guessing is slowed down", async () => {
  const shop = await box();
  await turnOnSecondStep(shop, "ana");
  for (let tries = 0; tries < 5; tries++)
    expect(await off(shop, "rui", "ana", { password: "errada-errada" })).toMatchObject({
      status: 422,
    });
  expect(await off(shop, "rui", "ana")).toMatchObject({
    status: 429,
    body: { error: "ERR_TOO_MANY_TRIES" },
  });
  shop.clock.pass(second);
  expect(await off(shop, "rui", "ana")).toMatchObject({ status: 200 });
});

test("agents reset nobody's, admins not their own, and only an owner an owner's", async () => {
  const shop = await box();
  for (const who of ["ana", "rui"] as const) await turnOnSecondStep(shop, who);
  const refused = { status: 403, body: { error: "ERR_NO_PERMISSION" } };
  for (const [by, who] of [
    ["caio", "ana"],
    ["ana", "ana"],
    ["rui", "rui"],
  ] as const)
    expect([by, who, await off(shop, by, who)]).toMatchObject([by, who, refused]);
  await update(shop.db, shop.control, shop.me("rui"), idOf.caio, { profile: "admin" });
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = ?", [
    idOf.rui,
  ]);
  expect(await off(shop, "caio", "rui")).toMatchObject(refused);
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = ?", [
    idOf.caio,
  ]);
  expect(await off(shop, "caio", "rui")).toMatchObject({ status: 200 });
  expect(await shop.as("caio").call("DELETE", "/users/777/totp", { password })).toMatchObject({
    status: 404,
    body: { error: "ERR_NO_USER_FOUND" },
  });
});

test("admins see who signs in with a code; agents and events don't", async () => {
  const shop = await box();
  await shop.as("caio").post("/auth/totp", { password });
  await turnOnSecondStep(shop, "ana");
  const {
    body: { users },
  } = await shop.as("rui").get<{ users: Shown[] }>("/users");
  expect(users.map(({ name, totp }) => [name, totp])).toEqual([
    ["Ana", true],
    ["Caio", false],
    ["Lia", false],
    ["Rui", false],
  ]);
  expect(await shop.as("rui").get(`/users/${idOf.ana}`)).toMatchObject({ body: { totp: true } });
  const seen = [
    await shop.as("lia").get("/users"),
    await shop.as("lia").get(`/users/${idOf.ana}`),
    await shop.as("lia").get("/users/list"),
  ];
  await shop.as("rui").put(`/users/${idOf.ana}`, { name: "Ana Maria" });
  expect(JSON.stringify([seen, shop.events])).not.toContain("totp");
});
