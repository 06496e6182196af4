import { expect } from "bun:test";
import { box, dot, settled, test } from "../../testing/world.ts";

const logo = `data:image/png;base64,${Buffer.from(dot).toString("base64")}`;

test("a company's admins write what is theirs, and every screen wears it", async () => {
  const shop = await box();
  const [rui, ana] = [shop.as("rui"), shop.as("ana")];
  const listener = await shop.listener(ana);
  await listener.ready();
  const own = {
    email: "padaria@paoquente.com.br",
    phone: "11 98888-0009",
    slug: "pao-quente",
    token: "um-segredo-comprido",
    mode: "dark",
    primaryColor: "purple",
    userId: 2,
    billingName: "Pão Quente Ltda.",
    billingCity: "São Paulo",
    billingZipCode: "01310-100",
    billingCountry: "Brasil",
    media: logo,
  };
  // The owner's fields, which forms send back, are accepted and change nothing.
  expect(
    await rui.put("/companies/1", {
      ...own,
      name: "Outra",
      document: "11222333000181",
      planId: 9,
      dueDate: "2099-01-01",
      status: false,
    }),
  ).toMatchObject({
    status: 200,
    body: {
      name: "Padaria Pão Quente",
      mode: "dark",
      primaryColor: "purple",
      mediaPath: expect.stringContaining("/media/1/"),
    },
  });
  await settled(shop.db, listener);
  expect(listener.frames.find(({ event }) => event === "company")).toMatchObject({
    company: { mode: "dark", primaryColor: "purple" },
  });
  const { body } = await rui.get<{ mediaPath: string; token?: string }>("/companies/1");
  expect(body).toMatchObject({
    email: own.email,
    phone: "5511988880009",
    document: null,
    dueDate: "2999-12-31",
    status: true,
    slug: "pao-quente",
    hasToken: true,
    userId: 2,
    billingZipCode: "01310100",
    usage: { users: 4 },
    plan: { name: "Completo" },
  });
  expect(body.token).toBeNull();
  expect((await fetch(shop.url + body.mediaPath)).status).toBe(200);
  expect(await ana.get("/auth/me")).toMatchObject({
    body: {
      company: {
        mode: "dark",
        primaryColor: "purple",
        mediaPath: expect.stringContaining("/media/1/"),
      },
    },
  });
  expect(Object.keys((await ana.get("/companies/1")).body).toSorted()).toEqual([
    "dueDate",
    "id",
    "mediaPath",
    "mode",
    "name",
    "primaryColor",
    "schedules",
    "settings",
    "timezone",
  ]);

  for (const [again, status] of [
    [{ slug: "pao-quente" }, 200],
    [{ slug: "outro" }, 409],
    [{ token: "outro-segredo-comprido" }, 409],
    [{ slug: "" }, 200],
    [{ slug: "Má Ideia" }, 422],
    [{ token: "curto" }, 422],
    [{ primaryColor: "brown" }, 422],
    [{ userId: 77 }, 422],
    [{ media: "data:image/png;base64,AAAA" }, 422],
  ] as const)
    expect([again, (await rui.put("/companies/1", again)).status]).toEqual([again, status]);
  expect(await shop.as("rui", 2).put("/companies/2", { slug: "pao-quente" })).toMatchObject({
    status: 409,
    body: { fields: { slug: "taken" } },
  });
  expect(await rui.put("/companies/1", { media: null, primaryColor: "" })).toMatchObject({
    body: { mediaPath: null, primaryColor: null },
  });
  expect((await fetch(shop.url + body.mediaPath)).status).toBe(404);
  expect(await ana.put("/companies/1", { mode: "light" })).toMatchObject({ status: 403 });
  expect(
    (await rui.get<{ records: object[] }>("/audit?action=companyChanged")).body.records,
  ).toMatchObject([
    { userName: "Rui" },
    { details: { changed: expect.arrayContaining(["slug", "mode"]) } },
  ]);
});
