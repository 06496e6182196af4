import { expect } from "bun:test";
import { isCnpj } from "../../shared/cnpj.ts";
import { box, emailOf, minute, test } from "../../testing/world.ts";

/** Rui owns the box, and has opened sign-ups. */
async function open() {
  const shop = await box();
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  const rui = shop.as("rui");
  await rui.put("/box", { signUp: true });
  const signUp = (more: object = {}) =>
    shop.stranger.post<{ id: number; token: string }>("/companies/cadastro", {
      ...mercearia,
      ...more,
    });
  return { ...shop, rui, signUp };
}

const mercearia = {
  name: "Mercearia Sol",
  email: "Sol@Mercearia.com.br",
  phone: "(11) 98888-0001",
  document: "12.ABC.345/01DE-35",
  password: "oito-letras",
  planId: 1,
  recurrence: "MENSAL",
};

/** The CNPJ of some company. */
const cnpj = (index: number) =>
  Array.from(
    { length: 100 },
    (_, digits) => `${String(index).padStart(8, "0")}0001${String(digits).padStart(2, "0")}`,
  ).find(isCnpj)!;

test("nobody signs up and nothing is shown until the owner opens it", async () => {
  const shop = await box();
  expect(await shop.stranger.get("/landing")).toMatchObject({
    status: 200,
    body: { landing: false, signUp: false, planId: null },
  });
  expect(await shop.stranger.post("/companies/cadastro", mercearia)).toMatchObject({
    status: 403,
    body: { error: "ERR_USER_CREATION_DISABLED" },
  });
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  const rui = shop.as("rui");
  expect(await rui.put("/box", { planId: 77 })).toMatchObject({
    status: 422,
    body: { fields: { planId: "invalid" } },
  });
  await rui.put("/box", { landing: true });
  expect(await rui.put("/box", { planId: 1 })).toMatchObject({
    body: { landing: { value: true }, signUp: { value: false }, planId: { value: 1 } },
  });
  expect(await shop.stranger.get("/landing")).toMatchObject({
    body: { landing: true, signUp: false, planId: 1 },
  });
  expect(
    (await rui.get<{ records: object[] }>("/audit?action=settingChanged")).body.records,
  ).toHaveLength(2);
});

test("a stranger signs up, is signed in at once and has three days", async () => {
  const shop = await open();
  const listener = await shop.listener(shop.rui);
  await listener.ready();
  const made = await shop.signUp({
    dueDate: "2099-12-31",
    status: false,
    campaignsEnabled: false,
    price: "0.01",
    companyId: 1,
    userId: 1,
  });
  expect(made).toMatchObject({
    status: 201,
    body: {
      id: 3,
      name: "Mercearia Sol",
      email: "sol@mercearia.com.br",
      document: "12ABC34501DE35",
      phone: "5511988880001",
      recurrence: "MENSAL",
      status: true,
      campaignsEnabled: true,
      dueDate: "2026-11-23",
      user: { name: "Mercearia Sol", profile: "admin", super: false, companyId: 3 },
    },
  });
  expect(made.headers.get("set-cookie")).toStartWith("jrt=");
  const me = await fetch(`${shop.url}/api/auth/me`, {
    headers: { authorization: `Bearer ${made.body.token}` },
  });
  expect(await me.json()).toMatchObject({
    email: "sol@mercearia.com.br",
    company: { dueDate: "2026-11-23", isOverdue: false },
  });
  expect(shop.dbs.open(3).sqlite.query("SELECT count(*) AS states FROM orderStatus").get()).toEqual(
    { states: 5 },
  );
  await listener.receives(({ event, action }) => event === "companies" && action === "create");
  expect(
    (await shop.rui.get<{ records: object[] }>("/audit?action=companyCreated")).body.records,
  ).toMatchObject([{ userId: null, subject: "company 3 Mercearia Sol" }]);
  expect(
    await shop.stranger.post("/auth/login", {
      email: "sol@mercearia.com.br",
      password: "oito-letras",
    }),
  ).toMatchObject({ status: 200 });
});

test("a plan that the owner does not offer is neither shown nor taken", async () => {
  const { signUp, rui, stranger } = await open();
  const { id } = (
    await rui.post<{ id: number }>("/plans", { name: "Cortesia", value: "0.00", offered: false })
  ).body;
  const offered = async () =>
    (await stranger.get<{ id: number }[]>("/plans/list")).body.map((plan) => plan.id);
  expect(await offered()).not.toContain(id);
  expect(await signUp({ planId: id })).toMatchObject({
    status: 422,
    body: { fields: { planId: "invalid" } },
  });
  await rui.put(`/plans/${id}`, { offered: true });
  expect(await offered()).toContain(id);
  expect(await signUp({ planId: id })).toMatchObject({ status: 201 });
});

test("a new plan without a price is offered only where its owner says so", async () => {
  const { rui } = await open();
  const made = async (plan: object) =>
    (
      await rui.post<{ offered: boolean }>("/plans", {
        name: `Plano ${JSON.stringify(plan)}`,
        ...plan,
      })
    ).body.offered;
  expect([
    await made({}),
    await made({ value: "0.00" }),
    await made({ value: "0.01" }),
    await made({ value: "0", offered: true }),
    await made({ value: "99.90", offered: false }),
  ]).toEqual([false, false, true, true, false]);
});

test("what is wrong or taken is said at its field, and makes nothing", async () => {
  const { signUp, control } = await open();
  const refused = [
    [{ name: "S" }, 422, "ERR_VALIDATION", { name: "too_short" }],
    [{ name: "S".repeat(51) }, 422, "ERR_VALIDATION", { name: "too_long" }],
    [{ email: "sol" }, 422, "ERR_VALIDATION", { email: "invalid" }],
    [{ document: "12ABC34501DE36" }, 422, "ERR_VALIDATION", { document: "invalid" }],
    [{ document: "" }, 422, "ERR_VALIDATION", { document: "invalid" }],
    [{ password: "curta" }, 422, "ERR_VALIDATION", { password: "too_short" }],
    [{ password: "x".repeat(129) }, 422, "ERR_VALIDATION", { password: "too_long" }],
    [{ planId: undefined }, 422, "ERR_VALIDATION", { planId: "required" }],
    [{ planId: 77 }, 422, "ERR_VALIDATION", { planId: "invalid" }],
    [{ name: "Quitanda" }, 409, "ERR_COMPANY_NAME_ALREADY_EXISTS", { name: "taken" }],
    [{ email: emailOf("ana") }, 409, "ERR_EMAIL_TAKEN", { email: "taken" }],
    [{ document: "11.222.333/0001-81" }, 409, "ERR_COMPANY_DOCUMENT_TAKEN", { document: "taken" }],
    [{ super: true }, 400, "ERR_UNKNOWN_FIELD", { super: "unknown" }],
    [{ website: "https://spam.example" }, 422, "ERR_TRAPPED", undefined],
  ] as const;
  control.sqlite.run(
    "UPDATE companies SET name = 'Quitanda', document = '11222333000181' WHERE id = 2",
  );
  for (const [wrong, status, error, fields] of refused) {
    const { status: got, body } = await signUp(wrong);
    expect([
      wrong,
      got,
      (body as { error?: string }).error,
      (body as { fields?: object }).fields,
    ]).toEqual([wrong, status, error, fields]);
  }
  expect(control.sqlite.query("SELECT count(*) AS count FROM companies").get()).toEqual({
    count: 2,
  });
});

test("of two who sign up at once with one name, one e-mail or one CNPJ, one gets it", async () => {
  const { signUp, control, stranger } = await open();
  const named = await Promise.all([
    signUp(),
    signUp({ email: "lua@mercearia.com.br", document: cnpj(1) }),
  ]);
  expect(named.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    201, 409,
  ]);
  const written = await Promise.all(
    ["Um", "Dois"].map((name, index) =>
      signUp({ name, document: cnpj(2 + index), email: "mesmo@mercearia.com.br" }),
    ),
  );
  expect(written.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    201, 409,
  ]);
  const trials = await Promise.all(
    ["Três", "Quatro"].map((name) =>
      signUp({ name, document: cnpj(5), email: `${name.length}@mercearia.com.br` }),
    ),
  );
  expect(trials.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    201, 409,
  ]);
  expect(control.sqlite.query("SELECT count(*) AS count FROM companies").get()).toEqual({
    count: 5,
  });
  expect(
    await stranger.post("/auth/login", {
      email: "mesmo@mercearia.com.br",
      password: mercearia.password,
    }),
  ).toMatchObject({ status: 200 });
});

test("a flood of sign-ups from one address has to wait, and makes few companies", async () => {
  const { signUp, control, clock } = await open();
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      signUp({ name: `Robô ${index}`, document: cnpj(index), email: `robo${index}@x.com.br` }),
    ),
  );
  expect(
    Object.fromEntries(
      Map.groupBy(answers, ({ status }) => status)
        .entries()
        .map(([status, { length }]) => [status, length]),
    ),
  ).toEqual({ 201: 10, 429: 20 });
  expect(control.sqlite.query("SELECT count(*) AS count FROM companies").get()).toEqual({
    count: 12,
  });
  clock.pass(16 * minute);
  expect(await signUp()).toMatchObject({ status: 201 });
});
