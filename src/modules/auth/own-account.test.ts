import { expect } from "bun:test";
import { password } from "../../testing/password.ts";
import { box, emailOf, idOf, minute, second, test } from "../../testing/world.ts";

type Shown = { id: string; device: string; address: string; current: boolean };

test("one changes one's own name freely, password and e-mail only with the password", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  expect(await ana.put("/auth/me", { name: " Ana Maria " })).toMatchObject({
    status: 200,
    body: { name: "Ana Maria", company: { id: 1 } },
  });
  expect(await ana.put("/auth/me", { name: "Ana", email: emailOf("ana") })).toMatchObject({
    status: 200,
  });
  const email = "ana.maria@paoquente.com.br";
  expect(await ana.put("/auth/me", { email })).toMatchObject({
    status: 422,
    body: { fields: { currentPassword: "required" } },
  });
  expect(
    await ana.put("/auth/me", { password: "outra-senha", currentPassword: "errada-errada" }),
  ).toMatchObject({ status: 422, body: { fields: { currentPassword: "wrong" } } });
  expect(
    await ana.put("/auth/me", { email: emailOf("caio"), currentPassword: password }),
  ).toMatchObject({ status: 409, body: { fields: { email: "taken" } } });
  expect(await ana.put("/auth/me", { password: "curta", currentPassword: password })).toMatchObject(
    { status: 422, body: { fields: { password: "too_short" } } },
  );
  expect(
    await ana.put("/auth/me", {
      email,
      currentPassword: password,
      profile: "admin",
      queueIds: [],
      super: true,
    }),
  ).toMatchObject({
    status: 400,
    body: { fields: { profile: "unknown", queueIds: "unknown", super: "unknown" } },
  });
  expect(await ana.put("/auth/me", { email, currentPassword: password })).toMatchObject({
    status: 200,
    body: { email, profile: "user", super: false, queueIds: [1] },
  });
  expect(await shop.stranger.post("/auth/login", { email, password })).toMatchObject({
    status: 200,
  });
});

test("a new password ends the other sessions and keeps this one", async () => {
  const shop = await box();
  const [here, there] = [shop.as("ana"), shop.as("ana")];
  const listener = await shop.listener(there);
  await listener.ready();
  expect(
    await here.put("/auth/me", { password: "outra-senha", currentPassword: password }),
  ).toMatchObject({ status: 200 });
  expect([(await here.get("/auth/me")).status, (await there.get("/auth/me")).status]).toEqual([
    200, 401,
  ]);
  shop.hub.check();
  expect(await listener.closed).toBe(4401);
});

test("guessing the current password is slowed down for signed-in users too", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  const guess = () =>
    ana.put("/auth/me", { password: "outra-senha", currentPassword: "errada-errada" });
  for (let tries = 0; tries < 5; tries++) expect(await guess()).toMatchObject({ status: 422 });
  expect(await guess()).toMatchObject({ status: 429, body: { error: "ERR_TOO_MANY_TRIES" } });
  shop.clock.pass(second);
  expect(
    await ana.put("/auth/me", { password: "outra-senha", currentPassword: password }),
  ).toMatchObject({ status: 200 });
});

test("one sees one's sessions, and ends them", async () => {
  const shop = await box();
  const [here, there, third] = [shop.as("ana"), shop.as("ana"), shop.as("ana")];
  const caio = shop.as("caio");
  shop.clock.pass(minute);
  const { body: devices } = await here.get<Shown[]>("/auth/sessions");
  expect(new Map(devices.map(({ id, current }) => [id, current]))).toEqual(
    new Map([
      [here.session, true],
      [there.session, false],
      [third.session, false],
    ]),
  );
  expect(Object.keys(devices[0]!).toSorted()).toEqual([
    "address",
    "createdAt",
    "current",
    "device",
    "id",
    "lastSeenAt",
  ]);

  expect(await here.delete(`/auth/sessions/${there.session}`)).toMatchObject({ status: 200 });
  expect((await there.get("/auth/me")).status).toBe(401);
  for (const id of [there.session, caio.session, "x"])
    expect(await here.delete(`/auth/sessions/${id}`)).toMatchObject({
      status: 404,
      body: { error: "ERR_NO_SESSION_FOUND" },
    });
  expect((await caio.get("/auth/me")).status).toBe(200);

  expect(await here.delete("/auth/sessions")).toMatchObject({ status: 200, body: { ended: 1 } });
  expect([(await here.get("/auth/me")).status, (await third.get("/auth/me")).status]).toEqual([
    200, 401,
  ]);
  expect(await here.delete("/auth/sessions")).toMatchObject({ body: { ended: 0 } });
  expect(
    shop.db.sqlite.query("SELECT action, userId FROM audit WHERE action = 'sessionRevoked'").all(),
  ).toEqual([
    { action: "sessionRevoked", userId: idOf.ana },
    { action: "sessionRevoked", userId: idOf.ana },
  ]);
});
