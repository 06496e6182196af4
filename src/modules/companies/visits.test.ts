import { expect } from "bun:test";
import { box, caller, hour, settled, test, type Box } from "../../testing/world.ts";
import { endOverdueVisits } from "./visits.ts";

/** Rui owns the box, and Quitanda may allow him in. */
async function owned(allowed = true) {
  const shop = await box();
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  const theirs = shop.as("rui", 2);
  if (allowed) await theirs.put("/settings/supportAccess", { value: "enabled" });
  return { shop, rui: shop.as("rui"), theirs };
}

/** The same session with a token for where it is now. */
const again = (shop: Box, session: string, visit?: number) => caller(shop.url, shop.tokens.sign({ session, visit }));
const supportActions = (shop: Box, company: number) => shop.stores.open(company).sqlite.query<{ action: string }, []>("SELECT action FROM audit WHERE action LIKE 'support%' ORDER BY id").all().map(({ action }) => action);

test("support enters only where it is allowed, as an admin without the owner's rights, and both sides know", async () => {
  const closed = await owned(false);
  expect(await closed.rui.post("/companies/2/enter")).toMatchObject({ status: 403, body: { error: "ERR_SUPPORT_REFUSED" } });

  const { shop, rui, theirs } = await owned();
  const listener = await shop.listener(theirs);
  const here = await shop.listener(rui);
  await Promise.all([listener.ready(), here.ready()]);
  expect(await rui.post("/companies/2/enter")).toMatchObject({ status: 200, body: { by: "Rui" } });
  await settled(shop.stores.open(2), listener);
  expect(listener.frames.find(({ event }) => event === "visit")).toMatchObject({ visit: { by: "Rui" } });
  expect(await theirs.get("/auth/me")).toMatchObject({ body: { company: { visit: { by: "Rui" } } } });
  // What was made for one company opens nothing in the other.
  shop.hub.check();
  expect(await here.closed).toBe(4401);
  expect(await rui.get("/contacts")).toMatchObject({ status: 403, body: { error: "ERR_SESSION_EXPIRED" } });
  const visitor = again(shop, rui.session, 2);
  expect(await visitor.get("/auth/me")).toMatchObject({ status: 200, body: { companyId: 2, super: false, isVisiting: true, company: { name: expect.stringContaining("Quitanda"), visit: { by: "Rui" } } } });
  expect(await visitor.get("/companies/all/1")).toMatchObject({ status: 403 });
  expect(await visitor.put("/auth/me", { name: "Outro" })).toMatchObject({ status: 403, body: { error: "ERR_VISITING" } });
  expect(await visitor.post("/tags", { name: "Do suporte", color: "#2563a8" })).toMatchObject({ status: 201 });

  expect(await visitor.delete("/companies/visit")).toMatchObject({ status: 200 });
  expect(await visitor.get("/tags")).toMatchObject({ status: 403, body: { error: "ERR_SESSION_EXPIRED" } });
  expect(await rui.get("/auth/me")).toMatchObject({ body: { companyId: 1, super: true } });
  expect([supportActions(shop, 1), supportActions(shop, 2)]).toEqual([["supportEntered", "supportLeft"], ["supportEntered", "supportActed", "supportLeft"]]);
});

test("a visit ends after an hour, by an admin's hand, and when it is no longer allowed", async () => {
  const { shop, rui, theirs } = await owned();
  const isIn = async () => (await again(shop, rui.session, 2).get("/auth/me")).status === 200;
  await rui.post("/companies/2/enter");
  shop.clock.pass(hour - 1);
  expect(await isIn()).toBe(true);
  shop.clock.pass(1);
  expect(await isIn()).toBe(false);
  endOverdueVisits(shop.stores);
  expect(supportActions(shop, 2)).toEqual(["supportEntered", "supportLeft"]);

  await again(shop, rui.session).post("/companies/2/enter");
  expect(await isIn()).toBe(true);
  expect(await again(shop, theirs.session).delete("/companies/visit")).toMatchObject({ status: 200 });
  expect(await isIn()).toBe(false);

  await again(shop, rui.session).post("/companies/2/enter");
  await again(shop, theirs.session).put("/settings/supportAccess", { value: "disabled" });
  expect(await isIn()).toBe(false);
  endOverdueVisits(shop.stores);
  expect(shop.control.sqlite.query("SELECT * FROM visits").all()).toEqual([]);
});
