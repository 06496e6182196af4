import { expect, spyOn } from "bun:test";
import {
  box,
  builders,
  caller,
  hour,
  refusal,
  settled,
  test,
  type Box,
} from "../../testing/world.ts";
import { beginMove } from "../company-files/moves.ts";
import { endOverdueVisits } from "./visits.ts";

/** Rui owns the box; `allowed`: Quitanda lets him in. */
async function owned(allowed = true) {
  const shop = await box();
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  const theirs = shop.as("rui", 2);
  if (allowed) await theirs.put("/settings/supportAccess", { value: "enabled" });
  return { shop, rui: shop.as("rui"), theirs };
}

/** The same session with a token for its present company. */
const again = (shop: Box, session: string, visit?: number) =>
  caller(shop.url, shop.tokens.sign({ session, visit }));
const supportActions = (shop: Box, company: number) =>
  shop.dbs
    .open(company)
    .sqlite.query<{ action: string }, []>(
      "SELECT action FROM audit WHERE action LIKE 'support%' ORDER BY id",
    )
    .all()
    .map(({ action }) => action);

test("support enters only where it is allowed, as an admin without the owner's rights, and both sides know", async () => {
  const closed = await owned(false);
  expect(await closed.rui.post("/companies/2/enter")).toMatchObject({
    status: 403,
    body: { error: "ERR_SUPPORT_REFUSED" },
  });

  const { shop, rui, theirs } = await owned();
  const listener = await shop.listener(theirs);
  const here = await shop.listener(rui);
  await Promise.all([listener.ready(), here.ready()]);
  expect(await rui.post("/companies/2/enter")).toMatchObject({ status: 200, body: { by: "Rui" } });
  await settled(shop.dbs.open(2), listener);
  expect(listener.frames.find(({ event }) => event === "visit")).toMatchObject({
    visit: { by: "Rui" },
  });
  expect(await theirs.get("/auth/me")).toMatchObject({
    body: { company: { visit: { by: "Rui" } } },
  });
  // A socket or token of one company opens nothing in the other.
  shop.hub.check();
  expect(await here.closed).toBe(4401);
  expect(await rui.get("/contacts")).toMatchObject({
    status: 403,
    body: { error: "ERR_SESSION_EXPIRED" },
  });
  const visitor = again(shop, rui.session, 2);
  expect(await visitor.get("/auth/me")).toMatchObject({
    status: 200,
    body: {
      companyId: 2,
      super: false,
      isVisiting: true,
      company: { name: expect.stringContaining("Quitanda"), visit: { by: "Rui" } },
    },
  });
  expect(await visitor.get("/companies/all/1")).toMatchObject({ status: 403 });
  expect(await visitor.put("/auth/me", { name: "Outro" })).toMatchObject({
    status: 403,
    body: { error: "ERR_NO_PERMISSION", details: { visiting: true } },
  });
  expect(await visitor.post("/tags", { name: "Do suporte", color: "#2563a8" })).toMatchObject({
    status: 201,
  });

  expect(await visitor.delete("/companies/visit")).toMatchObject({ status: 200 });
  expect(await visitor.get("/tags")).toMatchObject({
    status: 403,
    body: { error: "ERR_SESSION_EXPIRED" },
  });
  expect(await rui.get("/auth/me")).toMatchObject({ body: { companyId: 1, super: true } });
  expect([supportActions(shop, 1), supportActions(shop, 2)]).toEqual([
    ["supportEntered", "supportLeft"],
    ["supportEntered", "supportActed", "supportLeft"],
  ]);
});

test("a visit ends after an hour, by an admin's hand, and when it is no longer allowed", async () => {
  const { shop, rui, theirs } = await owned();
  const isIn = async () => (await again(shop, rui.session, 2).get("/auth/me")).status === 200;
  await rui.post("/companies/2/enter");
  shop.clock.pass(hour - 1);
  expect(await isIn()).toBe(true);
  shop.clock.pass(1);
  expect(await isIn()).toBe(false);
  endOverdueVisits(shop.dbs);
  expect(supportActions(shop, 2)).toEqual(["supportEntered", "supportLeft"]);

  await again(shop, rui.session).post("/companies/2/enter");
  expect(await isIn()).toBe(true);
  expect(await again(shop, theirs.session).delete("/companies/visit")).toMatchObject({
    status: 200,
  });
  expect(await isIn()).toBe(false);

  await again(shop, rui.session).post("/companies/2/enter");
  await again(shop, theirs.session).put("/settings/supportAccess", { value: "disabled" });
  expect(await isIn()).toBe(false);
  endOverdueVisits(shop.dbs);
  expect(shop.control.sqlite.query("SELECT * FROM visits").all()).toEqual([]);
});

test("nobody is inside a company that leaves the box, and none of its connections starts", async () => {
  const { shop, rui } = await owned();
  const { id: line } = builders(shop.dbs.open(2)).connection({
    name: "Quitanda",
    provider: "practice",
  });
  await rui.post("/companies/2/enter");
  const visitor = again(shop, rui.session, 2);
  const screen = await shop.listener(visitor);
  await screen.ready();
  expect(await visitor.post(`/whatsappsession/${line}`)).toMatchObject({ status: 200 });

  beginMove(shop.dbs, 2);
  shop.hub.check();
  expect(await screen.closed).toBe(4401);
  await shop.connectionManager.stopCompany(2);
  expect(shop.dbs.isHeld(2)).toBe(false);
  expect(await visitor.post("/tags", { name: "Tarde demais", color: "#2563a8" })).toMatchObject({
    status: 403,
    body: { error: "ERR_SESSION_EXPIRED" },
  });
  expect(supportActions(shop, 2)).toContain("supportLeft");

  for (const state of ["leaving", "gone"]) {
    shop.control.sqlite.run("UPDATE companyMoves SET state = ?", [state]);
    expect(await again(shop, rui.session).post("/companies/2/enter")).toMatchObject({
      status: 409,
      body: { error: "ERR_COMPANY_MOVING" },
    });
    expect(await refusal(() => shop.connectionManager.start(2, line))).toMatchObject({
      reason: "ERR_COMPANY_BLOCKED",
    });
  }
  expect(shop.dbs.isHeld(2)).toBe(false);
});

test("support leaves a company that is blocked", async () => {
  const { shop, rui } = await owned();
  await rui.post("/companies/2/enter");
  await shop.as("rui").put("/companies/2", { status: false });
  expect(await again(shop, rui.session, 2).get("/tags")).toMatchObject({
    status: 403,
    body: { error: "ERR_SESSION_EXPIRED" },
  });
  expect(await again(shop, rui.session).post("/companies/2/enter")).toMatchObject({
    status: 409,
    body: { error: "ERR_SUPPORT_BLOCKED" },
  });
  endOverdueVisits(shop.dbs);
  expect(supportActions(shop, 2)).toEqual(["supportEntered", "supportLeft"]);
});

test("a connection that was starting when its company was blocked stays down", async () => {
  const { shop } = await owned();
  const { id: line } = builders(shop.dbs.open(2)).connection({
    name: "Quitanda",
    provider: "practice",
  });
  const network = shop.connectionManager.network(2);
  spyOn(shop.connectionManager, "network").mockImplementation(() => {
    shop.control.sqlite.run("UPDATE companies SET status = 0 WHERE id = 2");
    return network;
  });
  expect(await refusal(() => shop.connectionManager.start(2, line))).toMatchObject({
    reason: "ERR_COMPANY_BLOCKED",
  });
  expect(shop.dbs.isHeld(2)).toBe(false);
});
