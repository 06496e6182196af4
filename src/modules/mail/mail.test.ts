import { expect } from "bun:test";
import { linkIn, mailbox, startMailServer, tokenIn } from "../../testing/mail-server.ts";
import { password } from "../../testing/password.ts";
import { box, emailOf, hour, minute, test, until } from "../../testing/world.ts";
import { mailRetries } from "../../shared/mail.ts";
import { mails } from "./table.ts";

/** Rui owns the box, which has a mail server and an address of its own. */
async function open({ secure = true, ...more }: { secure?: boolean; smtpPassword?: string } = {}) {
  const shop = await box();
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  const post = await startMailServer({ secure });
  const rui = shop.as("rui");
  const set = (body: object) => rui.put("/box", body);
  await set({
    publicUrl: "https://balcao.exemplo.com/",
    smtpHost: "127.0.0.1",
    smtpPort: post.port,
    smtpSecurity: secure ? "tls" : "starttls",
    smtpUser: mailbox.user,
    smtpPassword: mailbox.password,
    mailFrom: "oi@balcao.exemplo.com",
    boxName: "Loja Fácil",
    ...more,
  });
  const send = () => shop.mailRunner.runDue();
  const outbox = () => shop.control.select().from(mails).all();
  /** Asks for a link. The box puts the mail into the outbox after it has answered. */
  const forgets = async (email: string) => {
    const before = outbox().length;
    const answer = await shop.stranger.post("/auth/forgotten", { email, language: "ptBR" });
    await until(() => outbox().length > before);
    return answer;
  };
  return { ...shop, rui, post, set, send, outbox, forgets };
}

const mercearia = {
  name: "Mercearia Sol",
  email: "sol@mercearia.com.br",
  phone: "(11) 98888-0001",
  document: "12.ABC.345/01DE-35",
  password: "oito-letras",
  planId: 1,
};
const ana = emailOf("ana");

test("who forgot the password gets a link by mail and chooses another, once", async () => {
  const shop = await open();
  const { stranger, post, send } = shop;
  const before = shop.as("ana");
  const reply = await shop.forgets(` ${ana.toUpperCase()}`);
  expect([reply.status, reply.body as object]).toEqual([202, {}]);
  await send();
  const mail = await post.mailTo(ana);
  expect(mail).toMatchObject({ from: "oi@balcao.exemplo.com", secure: true });
  expect(mail.head).toContain("From: =?UTF-8?Q?Loja_F=C3=A1cil?= <oi@balcao.exemplo.com>");
  expect(mail.text).toContain("Olá, Ana.");
  expect(linkIn(mail)).toStartWith("https://balcao.exemplo.com/new-password#");
  const token = tokenIn(mail);
  expect(
    JSON.stringify(shop.control.sqlite.query("SELECT * FROM passwordResets").all()),
  ).not.toContain(token);
  expect(shop.outbox()).toMatchObject([
    { state: "sent", letter: null, answer: expect.stringContaining("250") },
  ]);

  expect(
    await stranger.post("/auth/forgotten/password", { token, password: "curta" }),
  ).toMatchObject({ status: 422, body: { fields: { password: "too_short" } } });
  const tries = await Promise.all(
    ["broa-de-milho-1", "broa-de-milho-2"].map((password) =>
      stranger.post("/auth/forgotten/password", { token, password }),
    ),
  );
  expect(tries.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 403,
  ]);
  const chosen = tries[0]!.status === 200 ? "broa-de-milho-1" : "broa-de-milho-2";
  expect(await before.get("/auth/me")).toMatchObject({
    status: 401,
    body: { error: "ERR_SESSION_EXPIRED" },
  });
  expect(await stranger.post("/auth/login", { email: ana, password })).toMatchObject({
    status: 401,
  });
  expect(await stranger.post("/auth/login", { email: ana, password: chosen })).toMatchObject({
    status: 200,
  });
  expect(
    (await shop.rui.get<{ records: object[] }>("/audit?action=passwordChanged")).body.records,
  ).toMatchObject([{ userName: "Ana", details: { by: "mail" } }]);
});

test("nobody learns from the answer whose e-mail is known, and neither can flood a mailbox", async () => {
  const { stranger, forgets, outbox, clock } = await open();
  const ask = (email: string) => stranger.post("/auth/forgotten", { email, language: "ptBR" });
  const answers = [await ask("ninguem@nada.com.br"), await forgets(ana)];
  expect(answers.map(({ status, body }) => [status, body as object])).toEqual([
    [202, {}],
    [202, {}],
  ]);
  expect(outbox()).toHaveLength(1);
  for (const email of [ana, "ninguem@nada.com.br"]) {
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await ask(email)).status),
    );
    expect(statuses.filter((status) => status === 202)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  }
  clock.pass(16 * minute);
  expect(await ask(ana)).toMatchObject({ status: 202 });
});

test("a link is good for twenty minutes, and not after the password or the e-mail has changed", async () => {
  const { stranger, post, send, clock, as, forgets } = await open();
  const linkFor = async (who: "ana" | "caio" | "lia") => {
    await forgets(emailOf(who));
    await send();
    return tokenIn(await post.mailTo(emailOf(who)));
  };
  const tokens = {
    ana: await linkFor("ana"),
    caio: await linkFor("caio"),
    lia: await linkFor("lia"),
  };
  await as("caio").put("/auth/me", { password: "broa-de-milho-3", currentPassword: password });
  await as("lia").put("/auth/me", { email: "lia@outra.com.br", currentPassword: password });
  const use = (token: string) =>
    stranger.post("/auth/forgotten/password", { token, password: "broa-de-milho-4" });
  for (const token of [tokens.caio, tokens.lia, "nada"])
    expect(await use(token)).toMatchObject({ status: 403, body: { error: "ERR_LINK_EXPIRED" } });
  clock.pass(20 * minute);
  expect(await use(tokens.ana)).toMatchObject({ status: 403, body: { error: "ERR_LINK_EXPIRED" } });
});

test("a sign-up is a company once its mailed link was followed", async () => {
  const shop = await open({ secure: false });
  const { stranger, post, send, control, set, rui } = shop;
  await set({ signUp: true });
  const companies = () =>
    (control.sqlite.query("SELECT count(*) AS count FROM companies").get() as { count: number })
      .count;
  const reply = await stranger.post("/companies/cadastro", { ...mercearia, language: "es" });
  expect([reply.status, reply.body as object]).toEqual([202, { email: "sol@mercearia.com.br" }]);
  expect(reply.headers.get("set-cookie")).toBeNull();
  await send();
  const mail = await post.mailTo("sol@mercearia.com.br");
  expect(mail.secure).toBe(true);
  expect(mail.text).toContain("Solo falta confirmar");
  expect(companies()).toBe(2);
  const confirm = () =>
    stranger.post<{ token: string; id: number }>("/companies/cadastro/confirm", {
      token: tokenIn(mail),
    });
  const made = await Promise.all([confirm(), confirm()]);
  const [first, second] = made.toSorted((one, other) => one.status - other.status);
  expect(first).toMatchObject({
    status: 201,
    body: {
      name: "Mercearia Sol",
      dueDate: "2026-11-23",
      user: { profile: "admin", companyId: 3 },
    },
  });
  expect(second).toMatchObject({ status: 403, body: { error: "ERR_LINK_EXPIRED" } });
  expect(companies()).toBe(3);
  expect(
    await stranger.post("/auth/login", {
      email: "sol@mercearia.com.br",
      password: mercearia.password,
    }),
  ).toMatchObject({ status: 200 });
  expect(
    (await rui.get<{ records: object[] }>("/audit?action=companyCreated")).body.records,
  ).toHaveLength(1);
});

test("a sign-up with a known e-mail is answered alike, and its owner is told; a link ends after a day", async () => {
  const { stranger, post, send, control, set, clock } = await open();
  await set({ signUp: true });
  const reply = await stranger.post("/companies/cadastro", { ...mercearia, email: ana });
  expect([reply.status, reply.body as object]).toEqual([202, { email: ana }]);
  await stranger.post("/companies/cadastro", mercearia);
  await send();
  expect((await post.mailTo(ana)).text).toContain("já tem uma");
  expect(control.sqlite.query("SELECT email FROM pendingSignUps").all()).toEqual([
    { email: "sol@mercearia.com.br" },
  ]);
  expect(await stranger.post("/companies/cadastro", { ...mercearia, planId: 77 })).toMatchObject({
    status: 422,
  });
  const token = tokenIn(await post.mailTo(mercearia.email));
  clock.pass(24 * hour);
  expect(await stranger.post("/companies/cadastro/confirm", { token })).toMatchObject({
    status: 403,
    body: { error: "ERR_LINK_EXPIRED" },
  });
});

test("a sign-up with a taken CNPJ or name is answered alike, and makes nothing: the mailbox is told", async () => {
  const { stranger, post, send, control, set } = await open();
  await set({ signUp: true });
  control.sqlite.run(
    "UPDATE companies SET name = 'Quitanda', document = '11222333000181' WHERE id = 2",
  );
  const answers = [];
  for (const [email, taken] of [
    ["livre@a.com.br", {}],
    ["nome@a.com.br", { name: "Quitanda" }],
    ["cnpj@a.com.br", { document: "11.222.333/0001-81" }],
    ["ambos@a.com.br", { name: "Quitanda", document: "11222333000181" }],
    [ana, { name: "Quitanda", document: "11222333000181" }],
  ] as const) {
    const { status, body } = await stranger.post("/companies/cadastro", {
      ...mercearia,
      email,
      ...taken,
    });
    answers.push({ status, body: body as object });
    expect(answers.at(-1)).toEqual({ status: 202, body: { email } });
  }
  expect(control.sqlite.query("SELECT email FROM pendingSignUps").all()).toEqual([
    { email: "livre@a.com.br" },
  ]);
  for (let count = 0; count < answers.length; count += 1) await send();
  const textTo = async (email: string) => (await post.mailTo(email)).text;
  for (const email of ["nome@a.com.br"]) {
    expect(await textTo(email)).toContain("Já existe uma empresa chamada");
    expect(await textTo(email)).toContain("/signup");
  }
  for (const email of ["cnpj@a.com.br", "ambos@a.com.br"])
    expect(await textTo(email)).toContain("O CNPJ 11.222.333/0001-81 já tem uma conta");
  expect(await textTo(ana)).toContain("já tem uma");
  expect(await textTo("livre@a.com.br")).toContain("Falta só confirmar");
});

test("the server is away and comes back: each mail arrives once, what nobody wants any more does not", async () => {
  const { stranger, post, send, set, clock, outbox, forgets } = await open();
  await set({ landing: true, leadsTo: "rui@paoquente.com.br" });
  await post.stop();
  expect(
    await stranger.post("/landing/send-email", {
      name: "Davi\r\nBcc: x@x.com",
      email: "davi@flores.com.br",
      phone: "(11) 98888-0002",
      message: "Quanto custa?",
    }),
  ).toMatchObject({ body: { mailed: true } });
  await forgets(ana);
  await send();
  expect(outbox()).toMatchObject([
    { state: "waiting", attempts: 1, error: "unreachable" },
    { state: "waiting", attempts: 1 },
  ]);
  for (const wait of mailRetries.slice(0, 5)) {
    clock.pass(wait);
    await send();
  }
  expect(outbox()).toMatchObject([
    { state: "waiting", attempts: 6 },
    { state: "failed", letter: null },
  ]);
  const again = await startMailServer({ port: post.port });
  await send();
  expect(again.mails).toHaveLength(0);
  clock.pass(hour);
  await Promise.all([send(), send()]);
  await send();
  const lead = await again.mailTo("rui@paoquente.com.br");
  expect(lead.head).toContain("Reply-To: davi@flores.com.br");
  expect(lead.head).not.toMatch(/^Bcc/m);
  expect(lead.text).toContain("Quanto custa?");
  expect(again.mails).toHaveLength(1);
  clock.pass(48 * hour);
  await send();
  expect(again.mails).toHaveLength(1);
});

test("a test says plainly what is wrong, and mail that waited leaves once it is right", async () => {
  const { rui, set, post, send, outbox, forgets } = await open({ smtpPassword: "errada" });
  const tried = async (to = "rui@paoquente.com.br") =>
    (await rui.post("/box/mail/test", { to, language: "ptBR" })).body;
  expect(await tried()).toEqual({
    error: "signIn",
    answer: "535 5.7.8 Username and Password not accepted",
  } as never);
  await forgets(ana);
  await send();
  expect(outbox()).toMatchObject([{ state: "waiting", error: "signIn" }]);
  expect((await rui.get("/box/mail")).body).toMatchObject({
    waiting: 1,
    last: { receiver: ana, error: "signIn" },
  });
  await set({ smtpPassword: mailbox.password });
  await send();
  await post.mailTo(ana);
  expect(await tried()).toMatchObject({ error: null, answer: expect.stringContaining("250") });
  expect(await tried("ninguem@paoquente.com.br")).toMatchObject({
    error: "rejected",
    answer: expect.stringContaining("No such user"),
  });
  expect(await rui.put("/box", { smtpHost: "10.0.0.1" })).toMatchObject({
    status: 422,
    body: { fields: { smtpPassword: "again" } },
  });
  await set({ smtpHost: "10.0.0.1", smtpPassword: "" });
  expect(await tried()).toMatchObject({ error: "refused", answer: "" });
  expect((await rui.get("/box")).body).toMatchObject({
    smtpPassword: { value: null, isSet: false },
  });
});

test("without a mail server nobody is offered mail", async () => {
  const { stranger, as, control } = await box();
  control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  expect((await stranger.get("/landing")).body).toMatchObject({ mail: false });
  expect(await stranger.post("/auth/forgotten", { email: ana, language: "ptBR" })).toMatchObject({
    status: 409,
    body: { error: "ERR_NO_MAIL" },
  });
  expect(await as("rui").post("/box/mail/test", { to: ana, language: "en" })).toMatchObject({
    status: 409,
    body: { error: "ERR_NO_MAIL" },
  });
  expect(await as("rui").put("/box", { smtpHost: "smtp.exemplo.com" })).toMatchObject({
    status: 422,
    body: { fields: { mailFrom: "required", publicUrl: "required" } },
  });
});
