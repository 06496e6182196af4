import { expect } from "bun:test";
import { box, test, world } from "../../testing/world.ts";
import { mailServer } from "../mail/server.ts";
import type { Outside } from "./box.ts";
import type { PublicBox } from "./table.ts";

/** Rui owns a box with these settings from outside. */
async function open(values: Outside["values"]) {
  const outside: Outside = {
    values,
    places: Object.fromEntries(
      Object.keys(values).map((key) => [key, { source: "variable" as const, name: key }]),
    ),
  };
  const shop = await box(world(), { outside });
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  const set = (body: object) =>
    shop.as("rui").put("/box", {
      publicUrl: "https://balcao.exemplo.com",
      mailFrom: "oi@exemplo.com",
      ...body,
    });
  const sent = () => mailServer({ control: shop.control, outside, seals: shop.seals })?.server;
  const publicBox = async () => (await shop.stranger.get<PublicBox>("/landing")).body;
  return { set, sent, publicBox };
}

test("a mail password that was said outside goes to the server that was said outside, and as nobody said on screen", async () => {
  const { set, sent } = await open({
    smtpHost: "smtp.exemplo.com",
    smtpPassword: "carta-selada-1",
  });
  for (const body of [{ smtpUser: "eu" }, { smtpSecurity: "none" }, { smtpPort: 2525 }])
    expect(await set(body)).toMatchObject({
      status: 422,
      body: { fields: { [Object.keys(body)[0]!]: "passwordOutside" } },
    });
  expect((await set({ smtpPort: 587, smtpUser: "", mailName: "Loja" })).status).toBe(200);
  expect(sent()).toMatchObject({
    host: "smtp.exemplo.com",
    security: "starttls",
    user: null,
    password: "carta-selada-1",
  });
});

test("to a server that was named on screen it never goes", async () => {
  const { set, sent } = await open({ smtpPassword: "carta-selada-1" });
  expect(await set({ smtpHost: "smtp.elsewhere.com" })).toMatchObject({
    status: 422,
    body: { fields: { smtpHost: "passwordOutside" } },
  });
  expect(sent()).toBe(undefined);
});

test("languages are offered as said, Portuguese where the usual one is not, and at least one", async () => {
  const { set, publicBox } = await open({});
  expect((await publicBox()).languages).toEqual(["ptBR", "en", "es"]);
  for (const [body, fields] of [
    [{ languages: [] }, { languages: "invalid" }],
    [{ languages: ["fr"] }, { languages: "invalid" }],
    [{ languages: ["en", "es"] }, { languages: "usual" }],
  ] as const)
    expect(await set(body)).toMatchObject({ status: 422, body: { fields } });
  expect((await set({ language: "es", languages: ["es", "en", "es"] })).status).toBe(200);
  expect(await publicBox()).toMatchObject({ language: "es", languages: ["en", "es"] });
  expect(await set({ language: "ptBR" })).toMatchObject({
    status: 422,
    body: { fields: { language: "notOffered" } },
  });
  const outside = await open({ languages: ["ptBR", "es"], language: "en" });
  expect(await outside.publicBox()).toMatchObject({ language: "ptBR", languages: ["ptBR", "es"] });
  expect((await outside.set({ mailName: "Loja" })).status).toBe(200);
});

test("a stored password of the mail server is typed again where it would go elsewhere, or in the open", async () => {
  const shop = await box();
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  const set = (body: object) => shop.as("rui").put("/box", body);
  await set({
    publicUrl: "https://balcao.exemplo.com",
    mailFrom: "oi@exemplo.com",
    smtpHost: "smtp.exemplo.com",
    smtpUser: "rui",
    smtpPassword: "da-tela",
  });
  for (const elsewhere of [
    { smtpHost: "smtp.elsewhere.com" },
    { smtpSecurity: "none" },
    { smtpHost: "smtp.exemplo.com", smtpSecurity: "none" },
  ])
    expect([elsewhere, await set(elsewhere)]).toMatchObject([
      elsewhere,
      { status: 422, body: { fields: { smtpPassword: "again" } } },
    ]);
  for (const same of [
    { smtpPort: 465, smtpSecurity: "tls" },
    { smtpUser: "ana" },
    { smtpSecurity: "none", smtpPassword: "da-tela" },
    { smtpSecurity: "tls" },
  ])
    expect([same, await set(same)]).toMatchObject([same, { status: 200 }]);
});

test("nor where that server was named before the password was said outside", async () => {
  const shop = await box();
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  await shop.as("rui").put("/box", {
    publicUrl: "https://balcao.exemplo.com",
    mailFrom: "oi@exemplo.com",
    smtpHost: "smtp.elsewhere.com",
    smtpPassword: "da-tela",
  });
  const outside: Outside = {
    values: { smtpPassword: "carta-selada-1" },
    places: { smtpPassword: { source: "variable", name: "BALCAO_SMTP_PASSWORD" } },
  };
  expect(mailServer({ control: shop.control, outside, seals: shop.seals })?.server).toMatchObject({
    host: "smtp.elsewhere.com",
    password: null,
  });
});
