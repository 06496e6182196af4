import { expect } from "bun:test";
import { password } from "../password.ts";
import {
  atendimento,
  balcao,
  bia,
  box,
  caller,
  canary,
  dot,
  emailOf,
  encomendas,
  fabrica,
  idOf,
  settled,
  test,
  type Answer,
  type Loose,
  type Name,
} from "../world.ts";

/** The id of rows that only Quitanda has. */
const only = 500;

/** Padaria with a ticket of each status, and Quitanda with rows of its own. */
async function furnished() {
  const shop = await box();
  const make = shop.quitanda();
  const theirs = make.contact({ id: only });
  make.queue({ id: only });
  make.connection({ id: only });
  make.user({ id: only });
  make.ticket({ id: only, contactId: only, status: "open" });
  make.message({ id: only, ticketId: only, fromMe: true });
  const waiting = shop.ticket({ contactId: bia.id });
  const open = shop.ticket({ status: "open" });
  const closed = shop.ticket({ status: "closed" });
  const message = shop.message({ ticketId: open.id, fromMe: true, origin: "agent", ack: 1 });
  return { ...shop, waiting, open, closed, message, theirs };
}
type Shop = Awaited<ReturnType<typeof furnished>>;
type Said = Answer<Loose>;
type Asks = (shop: Shop) => Promise<Said> | Said;

/** A request and its refusal: status, error code, and the invalid fields. */
type Refused = [asks: Asks, status: number, reason: string, ...fields: string[]];
type Row = { right: [Asks, unknown][]; wrong: Refused[]; foreign: Refused[] };

const by =
  (who: Name) =>
  (
    method: string,
    path: string | ((shop: Shop) => string),
    body?: object | ((shop: Shop) => object),
  ): Asks =>
  (shop) =>
    shop
      .as(who)
      .call(
        method,
        typeof path === "string" ? path : path(shop),
        typeof body === "function" ? body(shop) : body,
      );
const [rui, ana] = [by("rui"), by("ana")];
const stranger =
  (method: string, path: string, body?: object, headers?: Record<string, string>): Asks =>
  (shop) =>
    shop.stranger.call(method, path, body, headers);

/** A program with a token for Balcão. */
const program =
  (method: string, path: string, body?: object): Asks =>
  async (shop) => {
    const { token } = (await shop.as("rui").post<{ token: string }>(`/whatsapp/${balcao}/token`))
      .body;
    return caller(shop.url, token).call(method, path, body);
  };

/** Calls as Rui, who owns the box here. */
const owner =
  (method: string, path: string, body?: object): Asks =>
  (shop) => {
    shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
    return shop.as("rui").call(method, path, body);
  };

const missing = (reason: string, ...requests: Asks[]): Refused[] =>
  requests.map((asks) => [asks, 404, reason]);
const invalid = (asks: Asks, ...fields: string[]): Refused => [
  asks,
  422,
  "ERR_VALIDATION",
  ...fields,
];
const denied = (asks: Asks): Refused => [asks, 403, "ERR_NO_PERMISSION"];

const payer = {
  invoiceId: 1,
  name: "Rui",
  address: "Rua do Forno, 1",
  city: "Santos",
  zipCode: "11010000",
  country: "Brasil",
};
const signsUp = {
  name: "Mercearia Sol",
  email: "sol@mercearia.com.br",
  phone: "(11) 98888-0001",
  document: "12.ABC.345/01DE-35",
  password: "oito-letras",
  planId: 1,
};
const signsIn = { email: emailOf("ana"), password };
/** Rui owns the box, and opens sign-up to strangers. */
const owning =
  (asks: Asks): Asks =>
  (shop) => {
    shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
    return asks(shop);
  };
const opened = (asks: Asks): Asks =>
  owning(async (shop) => {
    await shop.as("rui").put("/box", { landing: true, signUp: true });
    return asks(shop);
  });
const lead = {
  name: "Lia",
  email: "lia@mercearia-sol.com.br",
  phone: "(11) 98888-0001",
  message: "Quanto custa?",
};
const written = (asks: Asks): Asks =>
  opened(async (shop) => {
    await shop.stranger.post("/landing/send-email", lead);
    return asks(shop);
  });
const cookieOf = async (shop: Shop) =>
  (await shop.stranger.call("POST", "/auth/login", signsIn)).headers
    .get("set-cookie")!
    .split(";")[0]!;
const admin = { name: "Nina", email: "nina@paoquente.com.br", password: "oito-letras" };
const list = (name: string, ...ids: number[]) => ({
  [name]: expect.arrayContaining(ids.map((id): unknown => expect.objectContaining({ id }))),
  hasMore: false,
  count: expect.any(Number),
});
const some = (...ids: number[]) =>
  expect.arrayContaining(ids.map((id): unknown => expect.objectContaining({ id })));

/** The calls of clients, and the events that follow, route by route. */
const calls: Record<string, Row> = {
  "POST /auth/login": {
    right: [
      [
        stranger("POST", "/auth/login", signsIn),
        {
          token: expect.any(String),
          user: {
            id: idOf.ana,
            companyId: 1,
            company: {
              dueDate: "2999-12-31",
              settings: expect.arrayContaining([{ key: "userRating", value: "disabled" }]),
            },
          },
        },
      ],
    ],
    wrong: [
      [
        stranger("POST", "/auth/login", { ...signsIn, password: "errada" }),
        401,
        "ERR_INVALID_CREDENTIALS",
      ],
      invalid(stranger("POST", "/auth/login", {}), "email", "password"),
      invalid(stranger("POST", "/auth/login", { email: {}, password: [] }), "email", "password"),
    ],
    foreign: [
      [
        stranger("POST", "/auth/login", {
          email: emailOf("ana", 2),
          password: "errada",
          companyId: 1,
        } as object),
        401,
        "ERR_INVALID_CREDENTIALS",
      ],
    ],
  },
  "POST /auth/refresh_token": {
    right: [
      [
        async (shop) =>
          shop.stranger.call("POST", "/auth/refresh_token", {}, { cookie: await cookieOf(shop) }),
        { token: expect.any(String), user: { id: idOf.ana } },
      ],
    ],
    wrong: [
      [stranger("POST", "/auth/refresh_token"), 401, "ERR_SESSION_EXPIRED"],
      [
        stranger("POST", "/auth/refresh_token", {}, { cookie: "jrt=x.y" }),
        401,
        "ERR_SESSION_EXPIRED",
      ],
    ],
    foreign: [],
  },
  "DELETE /auth/logout": {
    right: [[ana("DELETE", "/auth/logout"), {}]],
    wrong: [[stranger("DELETE", "/auth/logout"), 401, "ERR_SESSION_EXPIRED"]],
    foreign: [],
  },
  "GET /companies/all/{id}": {
    right: [
      [
        owner("GET", "/companies/all/1?searchParam=&pageNumber=1"),
        { ...list("companies", 1, 2), count: 2 },
      ],
    ],
    wrong: [
      denied(rui("GET", "/companies/all/1")),
      [stranger("GET", "/companies/all/1"), 401, "ERR_SESSION_EXPIRED"],
    ],
    foreign: [denied(rui("GET", "/companies/all/2"))],
  },
  "GET /companies/{id}": {
    right: [
      [
        rui("GET", "/companies/1"),
        {
          id: 1,
          name: "Padaria Pão Quente",
          plan: { name: "Completo", value: "0.00" },
          status: true,
          recurrence: "MENSAL",
          hasToken: false,
        },
      ],
    ],
    wrong: missing("ERR_NO_COMPANY_FOUND", rui("GET", "/companies/99")),
    foreign: missing("ERR_NO_COMPANY_FOUND", rui("GET", "/companies/2")),
  },
  "PUT /companies/{id}": {
    right: [
      [
        owner("PUT", "/companies/1", {
          id: 1,
          name: "Padaria Nova",
          dueDate: "",
          recurrence: "ANUAL",
          planId: 1,
          status: true,
        }),
        { id: 1, name: "Padaria Nova", dueDate: "2999-12-31", recurrence: "ANUAL" },
      ],
      [
        rui("PUT", "/companies/1", { name: "Outra", mode: "dark", primaryColor: "pink" }),
        { name: "Padaria Pão Quente", mode: "dark", primaryColor: "pink" },
      ],
    ],
    wrong: [
      denied(ana("PUT", "/companies/1", { mode: "dark" })),
      invalid(
        rui("PUT", "/companies/1", { name: "Q", primaryColor: "brown" }),
        "name",
        "primaryColor",
      ),
    ],
    foreign: missing("ERR_NO_COMPANY_FOUND", rui("PUT", "/companies/2", { mode: "dark" })),
  },
  "POST /companies": {
    right: [
      [
        owner("POST", "/companies", {
          name: "Mercearia",
          email: "sol@mercearia.com.br",
          phone: "(11) 98888-0001",
          password,
          planId: 1,
          recurrence: "MENSAL",
          dueDate: "2026-12-10",
          status: true,
          campaignsEnabled: true,
        }),
        { name: "Mercearia", dueDate: "2026-12-10" },
      ],
    ],
    wrong: [
      denied(rui("POST", "/companies", {})),
      invalid(owner("POST", "/companies", {}), "email", "name", "password", "planId"),
    ],
    foreign: [],
  },
  "DELETE /companies/{id}": {
    right: [
      [
        async (shop) =>
          owner("DELETE", "/companies/2", { name: shop.dbs.open(2).about().name })(shop),
        { kept: null },
      ],
    ],
    wrong: [
      denied(rui("DELETE", "/companies/2", { name: "x" })),
      invalid(owner("DELETE", "/companies/2", { name: "x" }), "name"),
    ],
    foreign: [],
  },
  "GET /plans/list": { right: [[stranger("GET", "/plans/list"), some(1)]], wrong: [], foreign: [] },
  "GET /plans/all": {
    right: [[owner("GET", "/plans/all?pageNumber=1"), list("plans", 1)]],
    wrong: [denied(rui("GET", "/plans/all"))],
    foreign: [],
  },
  "POST /plans": {
    right: [
      [
        owner("POST", "/plans", { name: "Pequeno", users: 2, value: "49.90", useCampaigns: false }),
        { name: "Pequeno", value: "49.90", useCampaigns: false, useSales: true },
      ],
    ],
    wrong: [
      denied(rui("POST", "/plans", { name: "Pequeno" })),
      invalid(owner("POST", "/plans", { users: -1 }), "name", "users"),
    ],
    foreign: [],
  },
  "GET /plans/{id}": {
    right: [[owner("GET", "/plans/1"), { id: 1, name: "Completo", companies: 2 }]],
    wrong: missing("ERR_NOT_FOUND", owner("GET", "/plans/99")),
    foreign: [],
  },
  "PUT /plans/{id}": {
    right: [
      [
        owner("PUT", "/plans/1", { users: 9, useKanban: false }),
        { id: 1, users: 9, useKanban: false, beyond: [] },
      ],
    ],
    wrong: [
      denied(rui("PUT", "/plans/1", { users: 1 })),
      ...missing("ERR_NOT_FOUND", owner("PUT", "/plans/99", { users: 1 })),
    ],
    foreign: [],
  },
  "DELETE /plans/{id}": {
    right: [],
    wrong: [
      denied(rui("DELETE", "/plans/1")),
      [owner("DELETE", "/plans/1"), 409, "ERR_PLAN_IN_USE"],
    ],
    foreign: [],
  },
  "GET /auth/me": {
    right: [
      [
        ana("GET", "/auth/me"),
        {
          id: idOf.ana,
          name: "Ana",
          profile: "user",
          super: false,
          companyId: 1,
          allTicket: "desabled",
        },
      ],
    ],
    wrong: [[stranger("GET", "/auth/me"), 401, "ERR_SESSION_EXPIRED"]],
    foreign: [],
  },
  "GET /companies/listPlan/{id}": {
    right: [
      [
        ana("GET", "/companies/listPlan/1"),
        {
          id: 1,
          plan: {
            useCampaigns: true,
            useKanban: true,
            useOpenAi: true,
            useIntegrations: true,
            useSchedules: true,
            useInternalChat: true,
            useExternalApi: true,
            useSales: true,
            useEcommerce: true,
          },
        },
      ],
    ],
    wrong: missing(
      "ERR_NOT_FOUND",
      ana("GET", "/companies/listPlan/x"),
      ana("GET", "/companies/listPlan/-1"),
    ),
    foreign: missing("ERR_NO_COMPANY_FOUND", rui("GET", "/companies/listPlan/2")),
  },
  "GET /landing": {
    right: [
      [
        stranger("GET", "/landing"),
        {
          boxName: "Balcão",
          boxLogo: null,
          boxColor: null,
          language: "ptBR",
          landing: false,
          signUp: false,
          planId: null,
          mail: false,
        },
      ],
    ],
    wrong: [],
    foreign: [],
  },
  "GET /box": {
    right: [
      [
        owning(rui("GET", "/box")),
        {
          boxName: { value: "Balcão", source: "default" },
          smtpPassword: { value: null, source: "default", isSet: false },
        },
      ],
    ],
    wrong: [denied(rui("GET", "/box"))],
    foreign: [],
  },
  "PUT /box": {
    right: [
      [
        owning(rui("PUT", "/box", { landing: true, planId: 1, boxName: "" })),
        {
          landing: { value: true, source: "here" },
          signUp: { value: false, source: "default" },
          planId: { value: 1, source: "here" },
        },
      ],
    ],
    wrong: [
      denied(rui("PUT", "/box", { landing: true })),
      invalid(
        owning(
          rui("PUT", "/box", {
            landing: "yes",
            smtpPort: 0,
            boxLogo: "data:image/svg+xml;base64,AAAA",
          }),
        ),
        "boxLogo",
        "landing",
        "smtpPort",
      ),
      invalid(
        owning(rui("PUT", "/box", { smtpHost: "smtp.example.com" })),
        "mailFrom",
        "publicUrl",
      ),
    ],
    foreign: [],
  },
  "GET /box/mail": {
    right: [[owning(rui("GET", "/box/mail")), { waiting: 0, last: null }]],
    wrong: [denied(rui("GET", "/box/mail"))],
    foreign: [],
  },
  "POST /box/mail/test": {
    right: [],
    wrong: [
      denied(rui("POST", "/box/mail/test", { to: "rui@paoquente.com.br", language: "en" })),
      invalid(owning(rui("POST", "/box/mail/test", {})), "language", "to"),
      [
        owning(rui("POST", "/box/mail/test", { to: "rui@paoquente.com.br", language: "en" })),
        409,
        "ERR_NO_MAIL",
      ],
    ],
    foreign: [],
  },
  "POST /auth/forgotten": {
    right: [],
    wrong: [
      invalid(stranger("POST", "/auth/forgotten", {}), "email", "language"),
      [
        stranger("POST", "/auth/forgotten", { email: emailOf("ana"), language: "en" }),
        409,
        "ERR_NO_MAIL",
      ],
    ],
    foreign: [],
  },
  "POST /auth/forgotten/password": {
    right: [],
    wrong: [
      invalid(stranger("POST", "/auth/forgotten/password", {}), "password", "token"),
      [
        stranger("POST", "/auth/forgotten/password", { token: "x", password: "oito-letras" }),
        403,
        "ERR_LINK_EXPIRED",
      ],
    ],
    foreign: [],
  },
  "POST /companies/cadastro/confirm": {
    right: [],
    wrong: [
      [
        stranger("POST", "/companies/cadastro/confirm", { token: "x" }),
        403,
        "ERR_USER_CREATION_DISABLED",
      ],
      [
        opened(stranger("POST", "/companies/cadastro/confirm", { token: "x" })),
        403,
        "ERR_LINK_EXPIRED",
      ],
      invalid(stranger("POST", "/companies/cadastro/confirm", {}), "token"),
    ],
    foreign: [],
  },
  "POST /landing/send-email": {
    right: [[opened(stranger("POST", "/landing/send-email", lead)), { ok: true }]],
    wrong: [
      [stranger("POST", "/landing/send-email", lead), 403, "ERR_NO_PERMISSION"],
      invalid(stranger("POST", "/landing/send-email", {}), "email", "message", "name", "phone"),
    ],
    foreign: [],
  },
  "GET /landing/leads": {
    right: [
      [
        written(rui("GET", "/landing/leads?searchParam=sol&pageNumber=1")),
        {
          leads: [{ id: 1, ...lead, phone: "5511988880001", answeredAt: null }],
          hasMore: false,
          count: 1,
          unanswered: 1,
        },
      ],
    ],
    wrong: [
      denied(rui("GET", "/landing/leads")),
      invalid(owning(rui("GET", "/landing/leads?pageNumber=0")), "pageNumber"),
    ],
    foreign: [],
  },
  "PUT /landing/leads/{id}": {
    right: [
      [
        written(rui("PUT", "/landing/leads/1", { answered: true })),
        { id: 1, answeredAt: expect.any(String) },
      ],
    ],
    wrong: [
      denied(rui("PUT", "/landing/leads/1", { answered: true })),
      ...missing("ERR_NOT_FOUND", owning(rui("PUT", "/landing/leads/99", { answered: true }))),
      invalid(owning(rui("PUT", "/landing/leads/1", {})), "answered"),
    ],
    foreign: [],
  },
  "DELETE /landing/leads/{id}": {
    right: [[written(rui("DELETE", "/landing/leads/1")), {}]],
    wrong: [
      denied(rui("DELETE", "/landing/leads/1")),
      ...missing("ERR_NOT_FOUND", owning(rui("DELETE", "/landing/leads/99"))),
    ],
    foreign: [],
  },
  "POST /companies/cadastro": {
    right: [
      [
        opened(
          stranger("POST", "/companies/cadastro", {
            ...signsUp,
            recurrence: "MENSAL",
            dueDate: "2099-12-31",
            status: true,
            campaignsEnabled: true,
          }),
        ),
        {
          name: "Mercearia Sol",
          dueDate: "2026-11-23",
          recurrence: "MENSAL",
          token: expect.any(String),
          user: { profile: "admin" },
        },
      ],
    ],
    wrong: [
      [stranger("POST", "/companies/cadastro", signsUp), 403, "ERR_USER_CREATION_DISABLED"],
      invalid(
        stranger("POST", "/companies/cadastro", {}),
        "document",
        "email",
        "name",
        "password",
        "phone",
        "planId",
      ),
      [
        opened(stranger("POST", "/companies/cadastro", { ...signsUp, email: emailOf("ana") })),
        409,
        "ERR_EMAIL_TAKEN",
        "email",
      ],
    ],
    foreign: [],
  },
  "GET /invoices/all": {
    right: [
      [
        billed(rui("GET", "/invoices/all?searchParam=&pageNumber=1&companyId=2")),
        {
          invoices: [
            {
              id: 1,
              companyId: 1,
              detail: "Completo",
              value: "99.90",
              dueDate: "2026-11-25",
              status: "open",
            },
          ],
          hasMore: false,
          count: 1,
        },
      ],
    ],
    wrong: [
      invalid(rui("GET", "/invoices/all?status=lost"), "status"),
      denied(ana("GET", "/invoices/all")),
    ],
    foreign: [],
  },
  "GET /invoices/{id}": {
    right: [[billed(rui("GET", "/invoices/1")), { id: 1, value: "99.90", payments: [] }]],
    wrong: [
      ...missing("ERR_NOT_FOUND", billed(rui("GET", "/invoices/99"))),
      denied(ana("GET", "/invoices/1")),
    ],
    foreign: missing("ERR_NOT_FOUND", billed(rui("GET", `/invoices/${only}`))),
  },
  "POST /subscription": {
    right: [
      [
        billed(
          rui("POST", "/subscription", {
            ...payer,
            plan: "{}",
            price: "1.00",
            users: "1",
            connections: "1",
          }),
        ),
        { valor: { original: "99.90" }, qrcode: { qrcode: expect.stringContaining("99.90") } },
      ],
    ],
    wrong: [
      invalid(
        rui("POST", "/subscription", {}),
        "address",
        "city",
        "country",
        "invoiceId",
        "name",
        "zipCode",
      ),
      denied(ana("POST", "/subscription", payer)),
    ],
    foreign: missing(
      "ERR_NOT_FOUND",
      billed(rui("POST", "/subscription", { ...payer, invoiceId: only })),
    ),
  },
  "POST /subscription/webhook/{type}": {
    right: [
      [stranger("POST", "/subscription/webhook", { evento: "teste_webhook" }), { ok: true }],
      [
        stranger("POST", "/subscription/webhook/efi/pix", {
          pix: [{ txid: "FATURA1", valor: "99.90" }],
        }),
        { ok: true },
      ],
    ],
    wrong: [invalid(stranger("POST", "/subscription/webhook", { pix: {} }), "pix")],
    foreign: [],
  },
  "GET /whatsapp": {
    right: [
      [ana("GET", "/whatsapp/?session=0"), some(balcao, fabrica)],
      [ana("GET", "/whatsapp?companyId=2&session=0"), some(balcao, fabrica)],
      [rui("GET", "/whatsapp"), some(balcao, fabrica)],
    ],
    wrong: [[stranger("GET", "/whatsapp"), 401, "ERR_SESSION_EXPIRED"]],
    foreign: [],
  },
  "GET /whatsapp/{id}": {
    right: [
      [ana("GET", `/whatsapp/${balcao}?session=0`), { id: balcao, name: "Balcão", qrcode: "" }],
      [rui("GET", `/whatsapp/${balcao}`), { id: balcao, name: "Balcão" }],
    ],
    wrong: missing("ERR_NO_WAPP_FOUND", rui("GET", "/whatsapp/99")),
    foreign: missing("ERR_NO_WAPP_FOUND", rui("GET", `/whatsapp/${only}`)),
  },
  "POST /whatsapp": {
    right: [
      [
        rui("POST", "/whatsapp", {
          name: "Filial",
          provider: "practice",
          queueIds: [atendimento],
          phoneTest: "551188880001",
        }),
        {
          name: "Filial",
          isDefault: false,
          maxUseBotQueues: 3,
          expiresTicket: 0,
          queueIds: [atendimento],
        },
      ],
    ],
    wrong: [
      invalid(rui("POST", "/whatsapp", { name: "F" }), "name"),
      invalid(rui("POST", "/whatsapp", { name: "Filial", phoneTest: "5511-8888" }), "phoneTest"),
      invalid(
        rui("POST", "/whatsapp", { name: "Filial", expiresTicket: 5 }),
        "expiresInactiveMessage",
      ),
      invalid(
        rui("POST", "/whatsapp", {
          name: "Filial",
          expiresTicket: 5,
          expiresInactiveMessage: "x".repeat(251),
        }),
        "expiresInactiveMessage",
      ),
      [
        rui("POST", "/whatsapp", { name: "Filial", queueIds: [atendimento, encomendas] }),
        422,
        "ERR_WAPP_GREETING_REQUIRED",
        "greetingMessage",
      ],
      [rui("POST", "/whatsapp", { name: "Balcão" }), 409, "ERR_ALREADY_EXISTS", "name"],
      denied(ana("POST", "/whatsapp", { name: "Filial" })),
    ],
    foreign: [
      [
        rui("POST", "/whatsapp", { name: "Filial", queueIds: [only] }),
        422,
        "ERR_NOT_FOUND_REFERENCE",
        "queueIds",
      ],
      [
        rui("POST", "/whatsapp", { name: "Filial", transferQueueId: only }),
        422,
        "ERR_NOT_FOUND_REFERENCE",
        "transferQueueId",
      ],
    ],
  },
  "PUT /whatsapp/{id}": {
    right: [
      [
        rui("PUT", `/whatsapp/${fabrica}`, {
          name: "Fornos",
          isDefault: true,
          greetingMessage: "Olá",
        }),
        { id: fabrica, name: "Fornos", isDefault: true },
      ],
    ],
    wrong: [
      invalid(rui("PUT", `/whatsapp/${balcao}`, { name: "x".repeat(51) }), "name"),
      [rui("PUT", `/whatsapp/${balcao}`, { isDefault: false }), 409, "ERR_NO_OTHER_WHATSAPP"],
      ...missing("ERR_NO_WAPP_FOUND", rui("PUT", "/whatsapp/99", {})),
      denied(ana("PUT", `/whatsapp/${balcao}`, { name: "Nossa" })),
    ],
    foreign: missing("ERR_NO_WAPP_FOUND", rui("PUT", `/whatsapp/${only}`, { name: "Nossa" })),
  },
  "DELETE /whatsapp/{id}": {
    right: [[rui("DELETE", `/whatsapp/${fabrica}`), {}]],
    wrong: [
      ...missing("ERR_NO_WAPP_FOUND", rui("DELETE", "/whatsapp/99")),
      ...missing("ERR_NOT_FOUND", rui("DELETE", "/whatsapp/x")),
      denied(ana("DELETE", `/whatsapp/${fabrica}`)),
    ],
    foreign: missing("ERR_NO_WAPP_FOUND", rui("DELETE", `/whatsapp/${only}`)),
  },
  ...Object.fromEntries(
    ["POST", "PUT", "DELETE"].map((method): [string, Row] => [
      `${method} /whatsappsession/{id}`,
      {
        right: [
          [rui(method, `/whatsappsession/${balcao}`), { id: balcao, status: expect.any(String) }],
        ],
        wrong: [
          ...missing("ERR_NO_WAPP_FOUND", rui(method, "/whatsappsession/99")),
          denied(ana(method, `/whatsappsession/${balcao}`)),
        ],
        foreign: missing("ERR_NO_WAPP_FOUND", rui(method, `/whatsappsession/${only}`)),
      },
    ]),
  ),
  "POST /whatsapp-restart/": {
    right: [[rui("POST", "/whatsapp-restart/"), some(balcao, fabrica)]],
    wrong: [denied(ana("POST", "/whatsapp-restart/"))],
    foreign: [],
  },
  "GET /queue": {
    right: [[ana("GET", "/queue?companyId=2"), some(atendimento, encomendas)]],
    wrong: [[stranger("GET", "/queue"), 401, "ERR_SESSION_EXPIRED"]],
    foreign: [],
  },
  "POST /queue": {
    right: [
      [
        rui("POST", "/queue", { name: "Bolos", color: "#abc", orderQueue: 3 }),
        {
          name: "Bolos",
          color: "#aabbcc",
          schedules: expect.arrayContaining([
            expect.objectContaining({ weekday: "Domingo", startTime: "00:00" }),
          ]),
        },
      ],
    ],
    wrong: [
      invalid(rui("POST", "/queue", {}), "color", "name"),
      invalid(rui("POST", "/queue", { name: "B", color: "#12" }), "color", "name"),
      [
        rui("POST", "/queue", { name: "Bolos", color: "#0f766e" }),
        409,
        "ERR_QUEUE_COLOR_ALREADY_EXISTS",
        "color",
      ],
      invalid(
        rui("POST", "/queue", {
          name: "Bolos",
          color: "#abc",
          schedules: [{ weekdayEn: "monday", startTime: "8h", endTime: "18:00" }],
        }),
        "schedules",
        "schedules.0.startTime",
      ),
      denied(ana("POST", "/queue", { name: "Bolos", color: "#abc" })),
    ],
    foreign: [
      [
        rui("POST", "/queue", { name: "Bolos", color: "#abc", integrationId: only }),
        422,
        "ERR_NOT_FOUND_REFERENCE",
        "integrationId",
      ],
    ],
  },
  "GET /queue/{id}": {
    right: [[ana("GET", `/queue/${atendimento}`), { id: atendimento, name: "Atendimento" }]],
    wrong: missing("ERR_NO_QUEUE_FOUND", ana("GET", "/queue/99")),
    foreign: missing("ERR_NO_QUEUE_FOUND", rui("GET", `/queue/${only}`)),
  },
  "PUT /queue/{id}": {
    right: [
      [
        rui("PUT", `/queue/${atendimento}`, { greetingMessage: "Olá" }),
        { id: atendimento, greetingMessage: "Olá" },
      ],
    ],
    wrong: [
      invalid(rui("PUT", `/queue/${atendimento}`, { name: "A" }), "name"),
      ...missing("ERR_NO_QUEUE_FOUND", rui("PUT", "/queue/99", { name: "Bolos" })),
      denied(ana("PUT", `/queue/${atendimento}`, { name: "Bolos" })),
    ],
    foreign: missing("ERR_NO_QUEUE_FOUND", rui("PUT", `/queue/${only}`, { name: "Bolos" })),
  },
  "DELETE /queue/{id}": {
    right: [[rui("DELETE", `/queue/${encomendas}`), {}]],
    wrong: [
      ...missing("ERR_NO_QUEUE_FOUND", rui("DELETE", "/queue/99")),
      denied(ana("DELETE", `/queue/${encomendas}`)),
    ],
    foreign: missing("ERR_NO_QUEUE_FOUND", rui("DELETE", `/queue/${only}`)),
  },
  "GET /contacts": {
    right: [
      [
        ana("GET", "/contacts?searchParam=bia&pageNumber=1&contactTag=[]"),
        list("contacts", bia.id),
      ],
      [ana("GET", "/contacts?searchParam=zzz"), { contacts: [], hasMore: false, count: 0 }],
    ],
    wrong: [
      invalid(ana("GET", "/contacts?pageNumber=0"), "pageNumber"),
      invalid(ana("GET", "/contacts?contactTag=x"), "contactTag"),
    ],
    foreign: [],
  },
  "GET /contacts/list": {
    right: [[ana("GET", "/contacts/list"), some(bia.id)]],
    wrong: [[stranger("GET", "/contacts/list"), 401, "ERR_SESSION_EXPIRED"]],
    foreign: [],
  },
  "GET /contacts/{id}": {
    right: [[ana("GET", `/contacts/${bia.id}`), { id: bia.id, name: "Bia", extraInfo: [] }]],
    wrong: missing("ERR_NO_CONTACT_FOUND", ana("GET", "/contacts/99")),
    foreign: missing("ERR_NO_CONTACT_FOUND", rui("GET", `/contacts/${only}`)),
  },
  "POST /contacts": {
    right: [
      [
        ana("POST", "/contacts", {
          name: "Davi",
          number: "+351 912 345 678",
          email: "davi@exemplo.com",
          extraInfo: [{ name: "CPF", value: "529.982.247-25" }],
        }),
        {
          name: "Davi",
          number: "351912345678",
          extraInfo: [{ name: "CPF", value: "529.982.247-25" }],
        },
      ],
    ],
    wrong: [
      invalid(ana("POST", "/contacts", {}), "name", "number"),
      invalid(
        ana("POST", "/contacts", { name: "D", number: "123", email: "davi" }),
        "email",
        "name",
        "number",
      ),
      [
        ana("POST", "/contacts", { name: "Outra", number: bia.number }),
        409,
        "ERR_DUPLICATED_CONTACT",
        "number",
      ],
    ],
    foreign: [],
  },
  "PUT /contacts/{id}": {
    right: [
      [ana("PUT", `/contacts/${bia.id}`, { name: "Beatriz" }), { id: bia.id, name: "Beatriz" }],
    ],
    wrong: [
      invalid(ana("PUT", `/contacts/${bia.id}`, { name: "x".repeat(101) }), "name"),
      ...missing("ERR_NO_CONTACT_FOUND", ana("PUT", "/contacts/99", { name: "Beatriz" })),
    ],
    foreign: missing("ERR_NO_CONTACT_FOUND", rui("PUT", `/contacts/${only}`, { name: "Nossa" })),
  },
  "GET /contacts/filter": {
    right: [
      [ana("GET", `/contacts/filter?number=${bia.number}`), { count: 1, contacts: some(bia.id) }],
    ],
    wrong: [invalid(ana("GET", "/contacts/filter"), "number")],
    foreign: [],
  },
  "POST /tickets": {
    right: [
      [
        ana("POST", "/tickets", (shop) => ({
          contactId: shop.contact().id,
          queueId: atendimento,
          whatsappId: balcao,
          userId: idOf.ana,
          status: "open",
        })),
        { uuid: expect.any(String), status: "open", userId: idOf.ana, queueId: atendimento },
      ],
    ],
    wrong: [
      [
        ana("POST", "/tickets", (shop) => ({
          contactId: shop.contact().id,
          queueId: atendimento,
          userId: idOf.caio,
        })),
        403,
        "ERR_NO_PERMISSION",
        "userId",
      ],
      invalid(ana("POST", "/tickets", {}), "contactId"),
      invalid(ana("POST", "/tickets", { contactId: bia.id }), "queueId"),
      [
        ana("POST", "/tickets", { contactId: bia.id, queueId: encomendas }),
        403,
        "ERR_NO_PERMISSION",
        "queueId",
      ],
      [
        ana("POST", "/tickets", { contactId: bia.id, queueId: atendimento }),
        409,
        "ERR_OTHER_OPEN_TICKET",
      ],
      ...missing(
        "ERR_NO_CONTACT_FOUND",
        ana("POST", "/tickets", { contactId: 99, queueId: atendimento }),
      ),
    ],
    foreign: [
      ...missing("ERR_NO_CONTACT_FOUND", rui("POST", "/tickets", { contactId: only })),
      ...missing(
        "ERR_NO_WAPP_FOUND",
        rui("POST", "/tickets", (shop) => ({ contactId: shop.contact().id, whatsappId: only })),
      ),
      ...missing(
        "ERR_NO_QUEUE_FOUND",
        rui("POST", "/tickets", (shop) => ({ contactId: shop.contact().id, queueId: only })),
      ),
    ],
  },
  "GET /tickets": {
    right: [
      [
        ana(
          "GET",
          "/tickets?status=pending&pageNumber=1&searchParam=&showAll=false&withUnreadMessages=false",
        ),
        list("tickets", 1),
      ],
      [
        rui(
          "GET",
          `/tickets?showAll=true&queueIds=[${atendimento}]&tags=[]&users=[${idOf.ana}]&date=2026-11-20&updatedAt=2026-11-20`,
        ),
        list("tickets", 2),
      ],
    ],
    wrong: [
      invalid(ana("GET", "/tickets?status=lost"), "status"),
      invalid(ana("GET", "/tickets?queueIds=x"), "queueIds"),
      invalid(ana("GET", "/tickets?date=ontem"), "date"),
    ],
    foreign: [],
  },
  "GET /tickets/waits": {
    right: [[ana("GET", "/tickets/waits"), { users: [], queues: [{ queueId: 1, count: 1 }] }]],
    wrong: [[stranger("GET", "/tickets/waits"), 401, "ERR_SESSION_EXPIRED"]],
    foreign: [],
  },
  "GET /tickets/{id}": {
    right: [
      [
        ana("GET", ({ open }) => `/tickets/${open.id}`),
        { id: 2, contact: expect.any(Object), queueId: atendimento },
      ],
    ],
    wrong: missing(
      "ERR_NO_TICKET_FOUND",
      ana("GET", "/tickets/99"),
      by("caio")("GET", "/tickets/2"),
    ),
    foreign: missing("ERR_NO_TICKET_FOUND", rui("GET", `/tickets/${only}`)),
  },
  "GET /tickets/u/{uuid}": {
    right: [[ana("GET", ({ open }) => `/tickets/u/${open.uuid}`), { id: 2 }]],
    wrong: missing(
      "ERR_NO_TICKET_FOUND",
      ana("GET", "/tickets/u/nowhere"),
      by("caio")("GET", ({ open }) => `/tickets/u/${open.uuid}`),
    ),
    foreign: missing(
      "ERR_NO_TICKET_FOUND",
      rui(
        "GET",
        (shop) =>
          `/tickets/u/${(shop.dbs.open(2).sqlite.query("SELECT uuid FROM tickets WHERE id = 500").get() as { uuid: string }).uuid}`,
      ),
    ),
  },
  "PUT /tickets/{id}": {
    right: [
      [
        ana("PUT", ({ waiting }) => `/tickets/${waiting.id}`, { status: "open", userId: idOf.ana }),
        { status: "open", userId: idOf.ana },
      ],
      [
        ana("PUT", ({ open }) => `/tickets/${open.id}`, { status: "pending", userId: null }),
        { status: "pending", userId: null },
      ],
      [
        ana("PUT", ({ open }) => `/tickets/${open.id}`, {
          status: "closed",
          useIntegration: false,
          promptId: null,
          integrationId: null,
        }),
        { status: "closed" },
      ],
      [
        rui("PUT", ({ open }) => `/tickets/${open.id}`, { queueId: encomendas }),
        { status: "pending", userId: null, queueId: encomendas },
      ],
      [
        ana("PUT", ({ closed }) => `/tickets/${closed.id}`, { status: "open" }),
        { status: "open", userId: idOf.ana },
      ],
    ],
    wrong: [
      invalid(ana("PUT", "/tickets/1", { status: "lost" }), "status"),
      ...missing(
        "ERR_NO_TICKET_FOUND",
        ana("PUT", "/tickets/99", { status: "open" }),
        by("caio")("PUT", "/tickets/1", { status: "open" }),
      ),
      [rui("PUT", "/tickets/2", { status: "open" }), 409, "ERR_TICKET_ALREADY_ACCEPTED"],
    ],
    foreign: [
      ...missing("ERR_NO_TICKET_FOUND", rui("PUT", `/tickets/${only}`, { status: "closed" })),
      ...missing("ERR_NO_QUEUE_FOUND", rui("PUT", "/tickets/1", { queueId: only })),
      ...missing(
        "ERR_NO_USER_FOUND",
        rui("PUT", "/tickets/1", { queueId: atendimento, userId: only }),
      ),
    ],
  },
  "DELETE /tickets/{id}": {
    right: [[rui("DELETE", "/tickets/2"), {}]],
    wrong: [
      ...missing("ERR_NO_TICKET_FOUND", rui("DELETE", "/tickets/99")),
      denied(ana("DELETE", "/tickets/2")),
    ],
    foreign: missing("ERR_NO_TICKET_FOUND", rui("DELETE", `/tickets/${only}`)),
  },
  "GET /messages/{ticketId}": {
    right: [
      [
        ana("GET", "/messages/2?pageNumber=1"),
        { messages: some(1), hasMore: false, ticket: { id: 2 } },
      ],
    ],
    wrong: [
      ...missing("ERR_NO_TICKET_FOUND", ana("GET", "/messages/99")),
      invalid(ana("GET", "/messages/2?pageNumber=x"), "pageNumber"),
    ],
    foreign: missing("ERR_NO_TICKET_FOUND", rui("GET", `/messages/${only}`)),
  },
  "POST /messages/{ticketId}": {
    right: [
      [
        ana("POST", "/messages/2", {
          read: 1,
          fromMe: true,
          mediaUrl: "https://mal.exemplo/x.png",
          body: "Tem sim",
          quotedMsg: { id: 1 },
        }),
        [{ body: "Tem sim", fromMe: true, ack: 0, mediaUrl: null, quotedMsg: { id: 1 } }],
      ],
      [
        ana("POST", "/messages/2", () =>
          form({ body: "A broa", read: "1", fromMe: "false", medias: new File([dot], "broa.png") }),
        ),
        [{ body: "A broa", fromMe: true, mediaType: "image", mediaName: "broa.png" }],
      ],
    ],
    wrong: [
      [ana("POST", "/messages/2", { body: " " }), 422, "ERR_VALIDATION", "body"],
      [ana("POST", "/messages/1", { body: "Oi" }), 409, "ERR_TICKET_NOT_OPEN"],
      ...missing(
        "ERR_NO_TICKET_FOUND",
        ana("POST", "/messages/99", { body: "Oi" }),
        by("caio")("POST", "/messages/2", { body: "Oi" }),
      ),
    ],
    foreign: missing(
      "ERR_NO_TICKET_FOUND",
      rui("POST", `/messages/${only}`, { body: "Oi" }),
      rui("POST", `/messages/${only}`, () => form({ body: "Oi" })),
    ),
  },
  "DELETE /messages/{id}": {
    right: [],
    wrong: missing(
      "ERR_NO_TICKET_FOUND",
      ana("DELETE", "/messages/99"),
      by("caio")("DELETE", "/messages/1"),
    ),
    foreign: missing("ERR_NO_TICKET_FOUND", rui("DELETE", `/messages/${only}`)),
  },
  "POST /ticket-notes": {
    right: [
      [
        ana("POST", "/ticket-notes", (shop) => ({
          note: "Sem glúten",
          ticketId: 2,
          contactId: shop.open.contactId,
        })),
        { note: "Sem glúten", ticketId: 2, user: { name: "Ana" } },
      ],
    ],
    wrong: [
      invalid(ana("POST", "/ticket-notes", { ticketId: 2 }), "note"),
      invalid(ana("POST", "/ticket-notes", { ticketId: 2, note: "S" }), "note"),
      ...missing(
        "ERR_NO_TICKET_FOUND",
        ana("POST", "/ticket-notes", { ticketId: 99, note: "Sem glúten" }),
      ),
    ],
    foreign: missing(
      "ERR_NO_TICKET_FOUND",
      rui("POST", "/ticket-notes", { ticketId: only, note: "Sem glúten" }),
    ),
  },
  "GET /ticket-notes/list": {
    right: [
      [
        noted((shop) =>
          shop.as("ana").get(`/ticket-notes/list?ticketId=2&contactId=${shop.open.contactId}`),
        ),
        [{ note: "Sem glúten" }],
      ],
    ],
    wrong: missing("ERR_NO_TICKET_FOUND", ana("GET", "/ticket-notes/list?ticketId=99")),
    foreign: missing("ERR_NO_TICKET_FOUND", rui("GET", `/ticket-notes/list?ticketId=${only}`)),
  },
  "DELETE /ticket-notes/{id}": {
    right: [[noted((shop) => shop.as("rui").delete("/ticket-notes/1")), {}]],
    wrong: missing(
      "ERR_NOT_FOUND",
      rui("DELETE", "/ticket-notes/99"),
      noted((shop) => shop.as("lia").delete("/ticket-notes/1")),
    ),
    foreign: missing("ERR_NOT_FOUND", rui("DELETE", `/ticket-notes/${only}`)),
  },
  "GET /users/list": {
    right: [[ana("GET", "/users/list"), some(1, 2, 3, 4)]],
    wrong: [[stranger("GET", "/users/list"), 401, "ERR_SESSION_EXPIRED"]],
    foreign: [],
  },
  "GET /users/": {
    right: [
      [
        ana("GET", "/users/?searchParam=ana&pageNumber=1&companyId=2"),
        { users: [{ id: idOf.ana }], hasMore: false, count: 1 },
      ],
    ],
    wrong: [invalid(ana("GET", "/users/?pageNumber=0"), "pageNumber")],
    foreign: [],
  },
  "GET /users/{id}": {
    right: [
      [
        ana("GET", `/users/${idOf.rui}`),
        { id: idOf.rui, profile: "admin", queueIds: [], queues: [], allTicket: "desabled" },
      ],
    ],
    wrong: missing("ERR_NO_USER_FOUND", ana("GET", "/users/99")),
    foreign: missing("ERR_NO_USER_FOUND", rui("GET", `/users/${only}`)),
  },
  "POST /users": {
    right: [
      [
        rui("POST", "/users", {
          ...admin,
          profile: "admin",
          code: "0042",
          whatsappId: balcao,
          queueIds: [atendimento],
          groupRangeDiscountId: null,
          allTicket: "enabled",
        }),
        {
          name: "Nina",
          profile: "admin",
          code: "0042",
          allTicket: "enabled",
          queues: [{ id: atendimento }],
        },
      ],
    ],
    wrong: [
      invalid(rui("POST", "/users", {}), "email", "name", "password"),
      invalid(
        rui("POST", "/users", { name: "N", email: "nina", password: "curta" }),
        "email",
        "name",
        "password",
      ),
      invalid(rui("POST", "/users", { ...admin, profile: "root" }), "profile"),
      [
        rui("POST", "/users", { ...admin, email: emailOf("ana") }),
        409,
        "ERR_ALREADY_EXISTS",
        "email",
      ],
      denied(ana("POST", "/users", admin)),
    ],
    foreign: [
      [
        rui("POST", "/users", { ...admin, email: emailOf("ana", 2) }),
        409,
        "ERR_EMAIL_TAKEN",
        "email",
      ],
      [
        rui("POST", "/users", { ...admin, queueIds: [only] }),
        422,
        "ERR_NOT_FOUND_REFERENCE",
        "queueIds",
      ],
      [
        rui("POST", "/users", { ...admin, whatsappId: only }),
        422,
        "ERR_NOT_FOUND_REFERENCE",
        "whatsappId",
      ],
    ],
  },
  "PUT /users/{id}": {
    right: [
      [
        rui("PUT", `/users/${idOf.ana}`, { name: "Ana Maria", queueIds: [encomendas] }),
        { name: "Ana Maria", queueIds: [encomendas] },
      ],
    ],
    wrong: [
      invalid(rui("PUT", `/users/${idOf.ana}`, { password: "curta" }), "password"),
      [rui("PUT", `/users/${idOf.rui}`, { profile: "user" }), 409, "ERR_LAST_ADMIN"],
      ...missing("ERR_NO_USER_FOUND", rui("PUT", "/users/99", { name: "Nina" })),
      denied(ana("PUT", `/users/${idOf.ana}`, { profile: "admin" })),
    ],
    foreign: missing("ERR_NO_USER_FOUND", rui("PUT", `/users/${only}`, { name: "Nossa" })),
  },
  "DELETE /users/{id}": {
    right: [[rui("DELETE", `/users/${idOf.ana}`), {}]],
    wrong: [
      [rui("DELETE", `/users/${idOf.rui}`), 409, "ERR_LAST_ADMIN"],
      ...missing("ERR_NO_USER_FOUND", rui("DELETE", "/users/99")),
      denied(ana("DELETE", `/users/${idOf.caio}`)),
    ],
    foreign: missing("ERR_NO_USER_FOUND", rui("DELETE", `/users/${only}`)),
  },
  "GET /settings/": {
    right: [
      [
        ana("GET", "/settings/"),
        expect.arrayContaining([
          { key: "scheduleType", value: "disabled" },
          { key: "asaas", value: "", hasValue: false },
        ]),
      ],
    ],
    wrong: [[stranger("GET", "/settings/"), 401, "ERR_SESSION_EXPIRED"]],
    foreign: [],
  },
  "PUT /settings/{key}": {
    right: [
      [
        rui("PUT", "/settings/scheduleType", { key: "call", value: "queue" }),
        { key: "scheduleType", value: "queue" },
      ],
    ],
    wrong: [
      invalid(rui("PUT", "/settings/scheduleType", {}), "value"),
      invalid(rui("PUT", "/settings/scheduleType", { value: "never" }), "value"),
      ...missing("ERR_NO_SETTING_FOUND", rui("PUT", "/settings/anything", { value: "enabled" })),
      denied(ana("PUT", "/settings/call", { value: "disabled" })),
    ],
    foreign: [],
  },
  "GET /chats/": {
    right: [
      [
        inChat(ana("GET", "/chats/?searchParam=&pageNumber=1")),
        {
          ...list("records", 1),
          records: [
            {
              title: "Fornada",
              ownerId: idOf.ana,
              users: [
                { userId: idOf.ana, unreads: 0, user: { id: idOf.ana, name: "Ana" } },
                { userId: idOf.caio, unreads: 1 },
              ],
            },
          ],
        },
      ],
    ],
    wrong: [invalid(ana("GET", "/chats?pageNumber=0"), "pageNumber")],
    foreign: [],
  },
  "GET /chats/{id}": {
    right: [
      [inChat(ana("GET", "/chats/1")), { id: 1, uuid: expect.any(String), lastMessage: "Ana: Oi" }],
    ],
    wrong: missing(
      "ERR_NOT_FOUND",
      ana("GET", "/chats/99"),
      ana("GET", "/chats/x"),
      inChat(rui("GET", "/chats/1")),
    ),
    foreign: [],
  },
  "POST /chats": {
    right: [
      [
        ana("POST", "/chats", { title: "Fornada", users: [{ id: idOf.caio }] }),
        { id: expect.any(Number), title: "Fornada", ownerId: idOf.ana },
      ],
    ],
    wrong: [
      invalid(ana("POST", "/chats", {}), "title", "users"),
      invalid(ana("POST", "/chats", { title: "", users: [] }), "title", "users"),
    ],
    foreign: [invalid(ana("POST", "/chats", { title: "Fornada", users: [{ id: only }] }), "users")],
  },
  "PUT /chats/{id}": {
    right: [
      [
        inChat(ana("PUT", "/chats/1", { title: "Padaria", users: [{ id: idOf.lia }] })),
        { title: "Padaria", users: some() },
      ],
    ],
    wrong: [
      ...missing("ERR_NOT_FOUND", ana("PUT", "/chats/99", { title: "Padaria" })),
      inChatDenied("PUT", { title: "Padaria" }),
    ],
    foreign: [],
  },
  "DELETE /chats/{id}": {
    right: [[inChat(ana("DELETE", "/chats/1")), {}]],
    wrong: [...missing("ERR_NOT_FOUND", ana("DELETE", "/chats/99")), inChatDenied("DELETE")],
    foreign: [],
  },
  "GET /chats/{id}/messages": {
    right: [
      [
        inChat(ana("GET", "/chats/1/messages?pageNumber=1")),
        {
          records: [
            {
              senderId: idOf.ana,
              sender: { name: "Ana" },
              message: "Oi",
              createdAt: expect.any(String),
              chatId: 1,
            },
          ],
          hasMore: false,
        },
      ],
    ],
    wrong: missing("ERR_NOT_FOUND", ana("GET", "/chats/99/messages")),
    foreign: [],
  },
  "POST /chats/{id}/messages": {
    right: [
      [
        inChat(ana("POST", "/chats/1/messages", { message: "Bom dia" })),
        { message: "Bom dia", chatId: 1, senderId: idOf.ana },
      ],
    ],
    wrong: [
      invalid(inChat(ana("POST", "/chats/1/messages", { message: " " })), "message"),
      ...missing("ERR_NOT_FOUND", ana("POST", "/chats/99/messages", { message: "Oi" })),
    ],
    foreign: [],
  },
  "POST /chats/{id}/read": {
    right: [
      [
        inChat(by("caio")("POST", "/chats/1/read", { userId: idOf.caio })),
        { id: 1, users: [{ unreads: 0 }, { unreads: 0 }] },
      ],
    ],
    wrong: missing("ERR_NOT_FOUND", ana("POST", "/chats/99/read")),
    foreign: [],
  },
  "POST /messages/send": {
    right: [
      [
        program("POST", "/messages/send", { number: bia.number, body: "Oi" }),
        { mensagem: "Mensagem enviada", messageId: expect.any(Number), status: "queued" },
      ],
      [
        program(
          "POST",
          "/messages/send",
          form({ number: bia.number, body: "Oi", medias: new File([dot], "broa.png") }),
        ),
        { status: "queued" },
      ],
    ],
    wrong: [
      [program("POST", "/messages/send", { body: "Oi" }), 400, "O número é obrigatório"],
      [
        rui("POST", "/messages/send", { number: bia.number, body: "Oi" }),
        401,
        "Acesso não permitido",
      ],
      invalid(program("POST", "/messages/send", { number: bia.number }), "body"),
    ],
    foreign: [
      invalid(
        program("POST", "/messages/send", { number: bia.number, body: "Oi", queueId: only }),
        "queueId",
      ),
      invalid(
        program("POST", "/messages/send", { number: bia.number, body: "Oi", userId: only }),
        "userId",
      ),
    ],
  },
  "GET /dashboard": {
    right: [
      [
        rui("GET", "/dashboard?days=7"),
        {
          counters: {
            supportPending: 1,
            supportHappening: 1,
            leads: expect.any(Number),
            avgSupportTime: null,
            avgWaitTime: null,
          },
          attendants: expect.arrayContaining([
            expect.objectContaining({ id: idOf.ana, online: false, rating: null }),
          ]),
        },
      ],
      [
        rui("GET", "/dashboard?date_from=2026-11-01&date_to=2026-11-20"),
        { attendants: expect.any(Array) },
      ],
    ],
    wrong: [
      [rui("GET", "/dashboard?days=0"), 422, "ERR_NO_PERIOD"],
      invalid(rui("GET", "/dashboard?days=x"), "days"),
      denied(ana("GET", "/dashboard?days=7")),
    ],
    foreign: [],
  },
};

for (const [call, { right, wrong, foreign }] of Object.entries(calls)) {
  test(`${call}: valid, invalid and another company's requests`, async () => {
    for (const [asks, answer] of right) {
      const { status, body } = await asks(await furnished());
      expect({ status: status < 300, body }).toMatchObject({
        status: true,
        body: answer as object,
      });
      expect(JSON.stringify(body)).not.toContain(canary);
    }
    const shop = await furnished();
    for (const [asks, status, reason, ...fields] of [...wrong, ...foreign]) {
      const { status: got, body } = await asks(shop);
      expect({
        status: got,
        error: body.error,
        fields: Object.keys(body.fields ?? {}).toSorted(),
      }).toEqual({ status, error: reason, fields });
      // An error has a text, and names nothing of the other company.
      expect(body.message.length).toBeGreaterThan(3);
      expect(JSON.stringify(body)).not.toContain(canary);
    }
  });
}

test("a sent message is deleted for everyone", async () => {
  const shop = await furnished();
  await shop.phone();
  const [message] = (await shop.as("ana").post<{ id: number }[]>("/messages/2", { body: "Engano" }))
    .body;
  expect(await shop.as("ana").delete(`/messages/${message!.id}`)).toMatchObject({ status: 200 });
});

test("a picture is served with its type", async () => {
  const shop = await furnished();
  const [message] = (
    await shop
      .as("ana")
      .post<{ mediaUrl: string }[]>("/messages/2", form({ medias: new File([dot], "broa.png") }))
  ).body;
  const answer = await fetch(shop.url + message!.mediaUrl);
  expect([
    answer.status,
    answer.headers.get("content-type"),
    new Uint8Array(await answer.arrayBuffer()),
  ]).toEqual([200, "image/png", dot]);
  expect((await fetch(shop.url + message!.mediaUrl.replace("sign=", "sign=x"))).status).toBe(404);
});

test("each change is emitted under the names of the table", async () => {
  const shop = await furnished();
  const phone = await shop.phone();
  const me = shop.as("rui");
  const listener = await shop.listener(me);
  await listener.ready();
  const done = async (method: string, path: string, body?: object) =>
    (await me.call<{ id: number }>(method, path, body)).body.id;
  const contact = await done("POST", "/contacts", { name: "Davi", number: "351912345678" });
  const user = await done("POST", "/users", admin);
  await done("PUT", `/contacts/${contact}`, { name: "Davi Silva" });
  await done("PUT", `/users/${user}`, { name: "Nina Souza" });
  await done("PUT", `/whatsapp/${fabrica}`, { name: "Fornos" });
  await phone.write("Bom dia");
  await done("PUT", "/tickets/1", { status: "open" });
  await done("POST", "/messages/1", { body: "Bom dia!" });
  await listener.receives(({ event, action }) => event === "appMessage" && action === "update");
  await done("POST", "/messages/1/read");
  await done("DELETE", `/whatsappsession/${balcao}`);
  for (const path of [
    "/tickets/2",
    `/users/${user}`,
    `/contacts/${contact}`,
    `/whatsapp/${fabrica}`,
  ])
    await done("DELETE", path);
  const chat = await done("POST", "/chats", { title: "Fornada", users: [{ id: idOf.ana }] });
  await done("POST", `/chats/${chat}/messages`, { message: "Oi" });
  await done("PUT", `/chats/${chat}`, { title: "Padaria" });
  await done("DELETE", `/chats/${chat}`);
  await settled(shop.db, listener);
  const received = new Set(listener.frames.map(({ event, action }) => `${event} ${action}`));
  // The box sends "auth" when a user signs in elsewhere.
  for (const name of [
    "whatsapp update",
    "whatsapp delete",
    "whatsappSession update",
    "user create",
    "user update",
    "user delete",
    "ticket update",
    "ticket delete",
    "ticket updateUnread",
    "appMessage create",
    "appMessage update",
    "contact create",
    "contact update",
    "contact delete",
    "chat create",
    "chat new-message",
    "chat update",
    "chat delete",
  ])
    expect([...received]).toContain(name);
});

function form(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** Sends the request after each company got an invoice to pay by the platform's own Pix. */
function billed(asks: Asks): Asks {
  return async (shop) => {
    const row = (id: number, company: number) =>
      shop.control.sqlite.run(
        "INSERT OR IGNORE INTO invoices (id, companyId, dueDate, detail, value, users, connections, queues, createdAt, updatedAt) VALUES (?, ?, '2026-11-25', 'Completo', 9990, 1, 1, 1, 0, 0)",
        [id, company],
      );
    row(1, 1);
    row(only, 2);
    shop.control.sqlite.run("UPDATE companies SET dueDate = '2026-11-25'");
    shop.control.sqlite.run(
      "UPDATE billing SET pixKey = 'contato@balcao.com.br', merchantName = 'Balcao', merchantCity = 'Santos'",
    );
    return asks(shop);
  };
}

/** Sends the request after Ana began a chat with Caio. */
function inChat(asks: (shop: Shop) => Promise<Said> | Said): Asks {
  return async (shop) => {
    const ana = shop.as("ana");
    if ((await ana.get<{ count: number }>("/chats")).body.count === 0) {
      await ana.post("/chats", { title: "Fornada", users: [{ id: idOf.caio }] });
      await ana.post("/chats/1/messages", { message: "Oi" });
    }
    return asks(shop);
  };
}

function inChatDenied(method: string, body?: object): Refused {
  return denied(inChat(by("caio")(method, "/chats/1", body)));
}

/** Sends the request after Ana added a note. */
function noted(asks: (shop: Shop) => Promise<Said>): Asks {
  return async (shop) => {
    if ((await shop.as("ana").get<object[]>("/ticket-notes/list?ticketId=2")).body.length === 0)
      await shop.as("ana").post("/ticket-notes", { note: "Sem glúten", ticketId: 2 });
    return asks(shop);
  };
}
