import { expect } from "bun:test";
import { box, minute, test } from "../../testing/world.ts";

/** Rui owns the box, and has opened its public page. */
async function open() {
  const shop = await box();
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  const rui = shop.as("rui");
  await rui.put("/box", { landing: true });
  const send = (more: object = {}) =>
    shop.stranger.post("/landing/send-email", { ...lia, ...more });
  const stored = async (searchParam = "") =>
    (
      await rui.get<{
        leads: { name: string; answeredAt: string | null }[];
        count: number;
        unanswered: number;
      }>(`/landing/leads?searchParam=${searchParam}`)
    ).body;
  return { ...shop, rui, send, stored };
}

const lia = {
  name: "Lia Prado",
  email: "lia@flores.com.br",
  phone: "(11) 98888-0002",
  message: "Quanto custa?\nTenho duas lojas.",
};

test("what a stranger writes is kept, and the owner reads it at once, answers and deletes it", async () => {
  const { rui, send, stored, listener } = await open();
  const frames = await listener(rui);
  await frames.ready();
  expect(await send()).toMatchObject({ status: 201, body: { ok: true, mailed: false } });
  expect(await frames.receives(({ event }) => event === "lead")).toMatchObject({
    action: "create",
    lead: { name: "Lia Prado", phone: "5511988880002" },
  });
  await send({ name: "Davi", email: "davi@x.com.br", message: "Oi" });
  expect(await stored()).toMatchObject({
    leads: [{ name: "Davi" }, { ...lia, phone: "5511988880002", answeredAt: null }],
    count: 2,
    unanswered: 2,
  });
  expect(await stored("flores")).toMatchObject({
    leads: [{ name: "Lia Prado" }],
    count: 1,
    unanswered: 2,
  });
  expect(await rui.put("/landing/leads/1", { answered: true })).toMatchObject({
    body: { answeredAt: expect.any(String) },
  });
  expect(await stored()).toMatchObject({ unanswered: 1 });
  expect(await rui.put("/landing/leads/1", { answered: false })).toMatchObject({
    body: { answeredAt: null },
  });
  expect(await rui.delete("/landing/leads/1")).toMatchObject({ status: 200 });
  expect(await rui.delete("/landing/leads/1")).toMatchObject({ status: 404 });
  expect(await stored()).toMatchObject({ count: 1 });
});

test("nothing is kept of what is incomplete, trapped, or sent to a closed page", async () => {
  const { rui, send, stored } = await open();
  for (const name of ["name", "email", "phone", "message"])
    expect(await send({ [name]: "" })).toMatchObject({
      status: 422,
      body: { fields: { [name]: expect.any(String) } },
    });
  expect(await send({ message: " \u200b " })).toMatchObject({
    status: 422,
    body: { fields: { message: "required" } },
  });
  expect(await send({ message: "x".repeat(2001) })).toMatchObject({
    status: 422,
    body: { fields: { message: "too_long" } },
  });
  expect(await send({ website: "https://spam.example" })).toMatchObject({
    status: 422,
    body: { error: "ERR_TRAPPED" },
  });
  await rui.put("/box", { landing: false });
  expect(await send()).toMatchObject({ status: 403, body: { error: "ERR_NO_PERMISSION" } });
  expect(await stored()).toMatchObject({ count: 0 });
});

test("a flood from one address has to wait", async () => {
  const { send, stored, clock } = await open();
  const answers = await Promise.all(Array.from({ length: 25 }, () => send()));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  expect(await stored()).toMatchObject({ count: 10 });
  clock.pass(16 * minute);
  expect(await send()).toMatchObject({ status: 201 });
});
