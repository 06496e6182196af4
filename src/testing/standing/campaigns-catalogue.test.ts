import { expect } from "bun:test";
import { languages } from "../../shared/languages.ts";
import { wordsIn } from "../texts.ts";
import { bia, box, dot, idOf, settled, test, until, type Loose } from "../world.ts";

const later = "2026-12-24 09:00";

/**
 * A shop with one of each thing that marketing and the team work with, all with id 1. Its campaign
 * with id 2 waits for its time.
 */
async function furnished() {
  const shop = await box();
  await shop.phone();
  const rui = shop.as("rui");
  const rows: [string, object][] = [
    ["/contact-lists", { name: "Clientes" }],
    [
      "/contact-list-items",
      { name: "Gil", number: "5511977770001", email: "gil@exemplo.com.br", contactListId: 1 },
    ],
    ["/files", { name: "Cardápios", message: "Nosso cardápio" }],
    ["/campaigns", { name: "Natal", message1: "Oi {nome}", whatsappId: 1, contactListId: 1 }],
    [
      "/campaigns",
      {
        name: "Páscoa",
        message1: "Oi {nome}",
        whatsappId: 1,
        contactListId: 1,
        scheduledAt: later,
      },
    ],
    ["/schedules", { body: "Bom dia!", contactId: bia.id, sendAt: "2026-12-24T09:00" }],
    ["/chats", { title: "Fornada", users: [{ id: idOf.ana }] }],
    ["/opt-outs", { number: "5511977779999" }],
  ];
  for (const [path, body] of rows)
    expect([path, (await rui.post(path, body)).status]).toEqual([path, 201]);
  return shop;
}

const paged = (envelope: string, row: object, count = 1) => ({
  [envelope]: expect.arrayContaining([expect.objectContaining(row)]),
  hasMore: false,
  count,
});
const campaign = {
  id: 1,
  name: "Natal",
  message1: "Oi {nome}",
  message5: "",
  confirmationMessage1: "",
  confirmation: false,
  status: "INATIVA",
  scheduledAt: null,
  completedAt: null,
  whatsappId: 1,
  contactListId: 1,
  tagListId: null,
  fileListId: null,
  mediaPath: null,
  mediaName: null,
  whatsapp: { name: "Balcão" },
  contactList: { name: "Clientes" },
};
const list = { id: 1, name: "Clientes", contactsCount: 1 };
const item = {
  id: 1,
  name: "Gil",
  number: "5511977770001",
  email: "gil@exemplo.com.br",
  contactListId: 1,
};
const files = { id: 1, name: "Cardápios", message: "Nosso cardápio", options: [] };
const schedule = {
  id: 1,
  body: "Bom dia!",
  contactId: bia.id,
  contact: { name: "Bia" },
  sendAt: "2026-12-24T12:00:00.000Z",
  sentAt: null,
  status: "PENDENTE",
  mediaPath: null,
  mediaName: null,
  userId: idOf.rui,
};
const chat = {
  id: 1,
  title: "Fornada",
  ownerId: idOf.rui,
  lastMessage: "",
  users: expect.arrayContaining([
    expect.objectContaining({ userId: idOf.ana, unreads: 0, user: { id: idOf.ana, name: "Ana" } }),
  ]),
};

/**
 * The calls of clients, with the bodies that they send and the fields that they read. They run one
 * after the other in one shop.
 */
const calls: [call: string, answer: unknown, body?: object][] = [
  [
    "GET /campaigns/?searchParam=nat&pageNumber=1",
    paged("records", { id: 1, name: "Natal", status: "INATIVA" }),
  ],
  [
    "GET /campaigns/1",
    {
      ...campaign,
      shipping: [],
      contactList: { contacts: [{ id: 1, isWhatsappValid: true }] },
      valids: 0,
      delivered: 0,
      confirmationRequested: 0,
      confirmed: 0,
    },
  ],
  [
    "GET /campaigns/1/report",
    {
      campaign: { id: 1 },
      valids: 0,
      delivered: 0,
      progress: 0,
      funnel: { total: 0 },
      curve: [],
      variants: [],
      reasons: [],
    },
  ],
  ["GET /campaigns/1/report/contacts?pageNumber=1", { records: [], hasMore: false, count: 0 }],
  ["GET /campaigns/1/audience", { total: 1, willGet: 1, optedOut: 0 }],
  [
    "GET /campaign-settings",
    expect.arrayContaining([
      { key: "messageInterval", value: "20" },
      { key: "longerIntervalAfter", value: "20" },
      { key: "greaterInterval", value: "60" },
      { key: "variables", value: "[]" },
    ]),
  ],
  ["GET /contact-lists/?searchParam=cli&pageNumber=1", paged("records", list)],
  ["GET /contact-lists", paged("records", list)],
  ["GET /contact-lists/list", paged("records", list)],
  ["GET /contact-lists/1", list],
  ["GET /contact-list-items?searchParam=gil&pageNumber=1&contactListId=1", paged("contacts", item)],
  ["GET /contact-list-items/1", item],
  ["GET /files/?searchParam=card&pageNumber=1", paged("files", files)],
  ["GET /files/list", [files]],
  ["GET /files/1", files],
  [
    "GET /schedules/?searchParam=bia&pageNumber=1",
    paged("schedules", { id: 1, status: "PENDENTE" }),
  ],
  ["GET /schedules/1", schedule],
  ["GET /chats", paged("records", chat)],
  ["GET /chats/1", chat],
  ["GET /chats/1/messages?pageNumber=1", { records: [], hasMore: false }],
  [
    "PUT /campaigns/1",
    { name: "Natal feliz", status: "INATIVA" },
    { name: "Natal feliz", status: "FINALIZADA" },
  ],
  ["PUT /contact-lists/1", { name: "Freguesia" }, { name: "Freguesia" }],
  ["PUT /contact-list-items/1", { name: "Gilberto" }, { ...item, name: "Gilberto" }],
  [
    "PUT /files/1",
    { message: "Cardápio de dezembro" },
    { ...files, message: "Cardápio de dezembro" },
  ],
  ["PUT /schedules/1", { body: "Boa tarde!" }, { body: "Boa tarde!" }],
  ["PUT /chats/1", { title: "Padaria" }, { title: "Padaria", users: [{ id: idOf.ana }] }],
  ["DELETE /campaigns/1/media-upload", { mediaPath: null, mediaName: null }],
  ["DELETE /schedules/1/media-upload", { mediaPath: null }],
  [
    "POST /campaigns",
    { name: "Ano novo", status: "PROGRAMADA", scheduledAt: "2026-12-31T12:00:00.000Z" },
    {
      name: "Ano novo",
      message1: "Oi",
      message2: null,
      confirmation: false,
      whatsappId: 1,
      contactListId: 1,
      tagListId: "Nenhuma",
      fileListId: null,
      scheduledAt: "2026-12-31 09:00",
      status: "PROGRAMADA",
      companyId: 1,
    },
  ],
  ["POST /campaigns/2/cancel", { status: "CANCELADA" }],
  [
    "POST /campaign-settings",
    expect.arrayContaining([
      { key: "messageInterval", value: "5" },
      { key: "variables", value: '[{"key":"loja","value":"Pão Quente"}]' },
    ]),
    { settings: { messageInterval: 5, variables: [{ key: "loja", value: "Pão Quente" }] } },
  ],
  ["POST /contact-lists", { name: "Fiéis", contactsCount: 0 }, { name: "Fiéis" }],
  [
    "POST /contact-list-items",
    { name: "Hugo", number: "5511977770002", isWhatsappValid: true },
    { name: "Hugo", number: "+55 (11) 97777-0002", email: "", companyId: 1, contactListId: 1 },
  ],
  [
    "POST /files",
    { name: "Tabelas", options: [{ name: "tabela" }] },
    { name: "Tabelas", message: "Preços", userId: 77, options: [{ name: "tabela" }] },
  ],
  [
    "POST /schedules",
    { body: "Obrigada!", status: "PENDENTE" },
    { body: "Obrigada!", contactId: bia.id, sendAt: "2026-12-25T09:00" },
  ],
  ["POST /chats", { title: "Forno" }, { title: "Forno", users: [{ id: idOf.caio }] }],
  [
    "POST /chats/1/messages",
    { senderId: idOf.rui, sender: { name: "Rui" }, message: "Oi", chatId: 1 },
    { message: "Oi" },
  ],
  ["POST /chats/1/read", { id: 1 }, { userId: idOf.rui }],
  ["DELETE /files/1", {}],
  ["DELETE /schedules/1", {}],
  ["DELETE /chats/1", {}],
  ["DELETE /contact-list-items/1", {}],
  ["DELETE /campaigns/1", {}],
  ["POST /campaigns/3/start", { status: "EM_ANDAMENTO", pauseReason: null }],
  ["DELETE /contact-lists/1", { error: "ERR_IN_USE" }],
];

/**
 * Calls that the API refuses, with the fields or the code of the error. The fields' words are in
 * Portuguese where clients show them so.
 */
const refusals: [call: string, body: object | undefined, refused: object][] = [
  ["POST /campaigns", { name: "N" }, { fields: { name: "too_short" } }],
  ["POST /campaigns", { name: "x".repeat(51) }, { fields: { name: "too_long" } }],
  ["POST /campaigns", {}, { fields: { name: "required" } }],
  [
    "POST /campaigns",
    { name: "Natal", scheduledAt: "ontem" },
    { fields: { scheduledAt: "invalid" } },
  ],
  [
    "POST /campaigns",
    { name: "Natal", whatsappId: 99 },
    { error: "ERR_NOT_FOUND_REFERENCE", fields: { whatsappId: "invalid" } },
  ],
  ["POST /campaigns/1/restart", undefined, { error: "ERR_CAMPAIGN_STATE" }],
  ["POST /campaigns/1/cancel", undefined, { error: "ERR_CAMPAIGN_STATE" }],
  [
    "POST /campaign-settings",
    {
      settings: {
        variables: [
          { key: "a", value: "1" },
          { key: "A", value: "2" },
        ],
      },
    },
    { fields: { variables: "taken" } },
  ],
  ["POST /contact-lists", { name: "C" }, { fields: { name: "too_short" } }],
  ["POST /contact-lists", {}, { fields: { name: "required" } }],
  [
    "POST /contact-list-items",
    { name: "H", number: "123", email: "hugo", contactListId: 1 },
    { fields: { name: "too_short", number: expect.any(String), email: "invalid" } },
  ],
  [
    "POST /contact-list-items",
    { name: "Gil", number: "5511977770001", contactListId: 1 },
    { error: "ERR_DUPLICATED_CONTACT" },
  ],
  ["POST /files", { name: "Ca" }, { fields: { name: "too_short", message: "required" } }],
  [
    "POST /schedules",
    { body: "Oi" },
    { fields: { body: "too_short", contactId: "required", sendAt: "required" } },
  ],
  [
    "POST /chats",
    { title: "", users: [] },
    { fields: { title: "required", users: expect.any(String) } },
  ],
  ["POST /chats/1/messages", { message: " " }, { fields: { message: "required" } }],
];

/** Words that clients know, with the keys of the screens' texts. */
const words: [key: string, ptBR: string][] = [
  ["errors.ERR_CAMPAIGN_NOT_EDITABLE", "Só é permitido alterar campanha Inativa e Programada."],
  ["errors.ERR_CAMPAIGN_RUNNING", "Não é permitido excluir campanha em andamento."],
  ["campaigns.states.INATIVA", "Inativa"],
  ["campaigns.states.PROGRAMADA", "Programada"],
  ["campaigns.states.EM_ANDAMENTO", "Em andamento"],
  ["campaigns.states.CANCELADA", "Cancelada"],
  ["campaigns.states.FINALIZADA", "Finalizada"],
  ["campaigns.moved.cancel", "Campanha cancelada"],
  ["campaigns.moved.restart", "Campanha reiniciada"],
  ["schedule.form.tooShort", "Mensagem muito curta"],
  ["schedule.states.ERRO", "Erro no envio"],
  ["common.listFailed", "Não foi possível carregar a lista de registros"],
  ["common.failed", "Não foi possível realizar a operação"],
  ["common.saved", "Operação realizada com sucesso!"],
  ["common.deleteQuestion", "Deseja realmente excluir este registro?"],
  ["campaigns.test.sent", "Mensagem enviada com sucesso"],
  ["campaignsConfig.saved", "Configurações salvas"],
  ["campaignsConfig.shortcut", "Atalho"],
  ["imports.ended.done", "Importação realizada com sucesso"],
  ["imports.ended.doneWithErrors", "Importação terminada com erros"],
  ["errors.ERR_IMPORT_NO_NUMBER", "Não foi selecionado o campo de número do contato"],
  ["errors.ERR_IMPORT_NO_NAME", "Não foi selecionado o campo de nome do contato"],
  ["errors.ERR_IMPORT_NOBODY", "Nenhum contato selecionado"],
  ["errors.ERR_IMPORT_FILE", "Arquivo inválido!"],
  ["chats.titleRequired", "Por favor, preencha o título da conversa."],
  ["chats.usersRequired", "Por favor, selecione pelo menos um usuário."],
  ["files.tooShort", "nome muito curto"],
];

/** These are alike in two languages. */
const same = [
  "campaigns.states.PROGRAMADA",
  "campaigns.states.CANCELADA",
  "campaigns.states.FINALIZADA",
];

test("each call of campaigns, lists, files, schedules and chats answers what its clients read", async () => {
  const shop = await furnished();
  for (const [call, answer, body] of calls) {
    const [method, path] = call.split(" ") as [string, string];
    const reply = await shop.as("rui").call(method, path, body);
    expect({ call, body: reply.body }).toMatchObject({ call, body: answer as object });
  }
});

test("files come by form: a campaign's, a schedule's, those of a file list, and a list's spreadsheet", async () => {
  const shop = await furnished();
  const rui = shop.as("rui");
  const uploads = (
    path: string,
    file: File,
    fields: Record<string, string> = {},
    field = "file",
  ) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append(field, file);
    return rui.post<Loose>(path, form);
  };
  const picture = () => new File([dot], "natal.png");
  const linked = { mediaName: "natal.png", mediaPath: expect.stringMatching(/^\/media\/1\//) };
  expect(await uploads("/campaigns/1/media-upload", picture())).toMatchObject({
    status: 200,
    body: linked,
  });
  expect(await uploads("/schedules/1/media-upload", picture())).toMatchObject({
    status: 200,
    body: linked,
  });
  expect(
    await uploads(
      "/files/uploadList/1",
      picture(),
      {
        fileId: "1",
        typeArch: "fileList",
        mediaType: "image/png",
        name: "natal.png",
        id: "undefined",
      },
      "files",
    ),
  ).toMatchObject({
    status: 200,
    body: { options: [{ name: "natal.png", mediaType: "image/png" }] },
  });
  expect(
    await uploads(
      "/contact-lists/1/upload",
      new File(
        ["Nome;Numero;E-mail\nHugo;11977770002;hugo@exemplo.com.br\nGil;5511977770001;"],
        "clientes.csv",
      ),
    ),
  ).toMatchObject({ status: 201 });
  await until(async () => {
    shop.jobRunner.runAllDue();
    return (await rui.get<{ contactsCount: number }>("/contact-lists/1")).body.contactsCount === 2;
  });
  expect(
    await uploads("/contact-lists/1/upload", new File(["\u0000\u0001"], "foto.exe")),
  ).toMatchObject({ status: 422 });
});

test("what is refused says at which field, and changes nothing", async () => {
  const shop = await furnished();
  for (const [call, body, refused] of refusals) {
    const [method, path] = call.split(" ") as [string, string];
    const reply = await shop.as("rui").call(method, path, body);
    expect({ call, isRefused: reply.status >= 400, body: reply.body }).toMatchObject({
      call,
      isRefused: true,
      body: refused,
    });
  }
});

test("the words that clients know are said in Portuguese, and in two other languages", () => {
  const [ptBR, ...others] = languages.map((language) => wordsIn(language));
  expect(words.map(([key]) => [key, ptBR!(key)])).toEqual(words);
  for (const say of others)
    expect(words.filter(([key, text]) => say(key) === text && !same.includes(key))).toEqual([]);
});

test("each change is told live, under the names that clients listen to", async () => {
  const shop = await furnished();
  const listener = await shop.listener(shop.as("rui"));
  await listener.ready();
  const rui = shop.as("rui");
  await rui.put("/campaigns/1", { name: "Outra" });
  await rui.put("/contact-lists/1", { name: "Outra" });
  await rui.put("/contact-list-items/1", { name: "Gilberto" });
  await rui.put("/files/1", { name: "Outros" });
  await rui.put("/schedules/1", { body: "Outro texto" });
  for (const path of [
    "/schedules/1",
    "/files/1",
    "/contact-list-items/1",
    "/campaigns/1",
    "/campaigns/2",
    "/contact-lists/1",
  ])
    expect([path, (await rui.delete(path)).status]).toEqual([path, 200]);
  await settled(shop.db, listener);
  const received = new Set(listener.frames.map(({ event, action }) => `${event} ${action}`));
  for (const name of ["campaign", "ContactList", "ContactListItem", "file", "schedule"].flatMap(
    (event) => [`${event} update`, `${event} delete`],
  ))
    expect([...received]).toContain(name);
});
