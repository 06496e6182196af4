import { expect } from "bun:test";
import { box, refusal, settled, test, world } from "../../testing/world.ts";
import { settingField, settingKeys } from "../../shared/settings.ts";
import { list, read, write } from "./settings.ts";

const secrets = settingKeys.filter((key) => settingField(key).kind === "secret");

test("every setting has a default", () => {
  const { db } = world();
  expect(
    Object.fromEntries(
      list(db)
        .filter(({ hasValue }) => hasValue === undefined)
        .map(({ key, value }) => [key, value]),
    ),
  ).toEqual({
    CheckMsgIsGroup: "enabled",
    InformationOrders: "disabled",
    call: "enabled",
    chatBotType: "text",
    customerDocumentRequiredForOrders: "disabled",
    deliveryFeeType: "value",
    disableBot: "disabled",
    iaMonthlyLimit: "1000",
    keepUser: "disabled",
    lgpdHideNumber: "disabled",
    pushHidesContent: "disabled",
    requireTotp: "disabled",
    scaleLabels: "disabled",
    scheduleType: "disabled",
    sendGreetingAccepted: "disabled",
    sendGreetingMessageOneQueues: "disabled",
    sendMsgTransfTicket: "disabled",
    singleSession: "enabled",
    supportAccess: "disabled",
    userRating: "disabled",
    waitAttention: "5",
    waitLimit: "15",
  });
  expect(read(db, "CheckMsgIsGroup")).toBe("enabled");
});

test("a changed value stays, and everyone is told", () => {
  const { db, events } = world();
  write(db, "CheckMsgIsGroup", "disabled");
  write(db, "CheckMsgIsGroup", "disabled");
  expect(read(db, "CheckMsgIsGroup")).toBe("disabled");
  expect(list(db)).toContainEqual({ key: "CheckMsgIsGroup", value: "disabled" });
  expect(events[0]).toMatchObject({
    event: "settings",
    action: "update",
    payload: { setting: { key: "CheckMsgIsGroup", value: "disabled" } },
    audience: { to: "everyone" },
  });
});

test("unknown settings and values are refused", async () => {
  const { db } = world();
  for (const key of ["unknown", "__proto__", "toString"])
    expect(await refusal(() => write(db, key, "enabled"))).toEqual({
      kind: "missing",
      reason: "ERR_NO_SETTING_FOUND",
    });
  expect(await refusal(() => write(db, "singleSession", "maybe"))).toEqual({
    kind: "invalid",
    reason: "ERR_VALIDATION",
    fields: { value: "invalid" },
  });
});

test("some settings accept words, some numbers", async () => {
  const { db } = world();
  const taken = [
    ["scheduleType", "company"],
    ["scheduleType", "queue"],
    ["userRating", "enabled"],
    ["iaMonthlyLimit", "0"],
    ["iaMonthlyLimit", "1000000"],
    ["deliveryFeeType", "km"],
    ["InformationOrders", "30000"],
    ["customerDocumentRequiredForOrders", "enabled"],
  ] as const;
  for (const [key, value] of taken)
    expect([write(db, key, value), read(db, key)]).toEqual([{ key, value }, value]);
  const refused = [
    ["scheduleType", "enabled"],
    ["chatBotType", "list"],
    ["iaMonthlyLimit", "1000001"],
    ["iaMonthlyLimit", "-1"],
    ["iaMonthlyLimit", "1.5"],
    ["iaMonthlyLimit", "007"],
    ["iaMonthlyLimit", ""],
    ["iaMonthlyLimit", "disabled"],
    ["deliveryFeeType", "miles"],
    ["InformationOrders", "1000"],
    ["customerDocumentRequiredForOrders", "true"],
  ] as const;
  for (const [key, value] of refused)
    expect([key, value, await refusal(() => write(db, key, value))]).toMatchObject([
      key,
      value,
      { kind: "invalid", fields: { value: "invalid" } },
    ]);
});

test("secrets of billing providers are stored, and never sent back", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  const listener = await shop.listener(rui);
  await listener.ready();
  expect(list(shop.db).filter(({ hasValue }) => hasValue !== undefined)).toEqual(
    secrets.map((key) => ({ key, value: "", hasValue: false })),
  );
  const given = {
    ipixc: "https://ixc.provedor.com.br:8443/webservice",
    ipmkauth: "10.0.0.5",
    tokenixc: "1:segredo9c1e",
    clientidmkauth: "Client_Id_segredo9c1e",
    clientsecretmkauth: "segredo9c1e==",
    asaas: "$aact_prod_segredo9c1e",
  };
  for (const [key, value] of Object.entries(given))
    expect([key, await rui.put(`/settings/${key}`, { value })]).toMatchObject([
      key,
      { status: 200, body: { key, value: "", hasValue: true } },
    ]);
  expect(Object.fromEntries(secrets.map((key) => [key, read(shop.db, key)]))).toEqual(given);
  const replies = await Promise.all([
    rui.get("/settings"),
    shop.as("ana").get("/settings"),
    rui.get("/auth/me"),
    rui.get("/audit"),
  ]);
  await settled(shop.db, listener);
  const texts = JSON.stringify([
    replies.map(({ body }) => body),
    listener.frames,
    shop.db.sqlite.query("SELECT * FROM audit").all(),
    shop.db.sqlite.query("SELECT * FROM events").all(),
  ]);
  for (const value of Object.values(given)) expect(texts).not.toContain(value);

  expect(await rui.put("/settings/asaas", { value: "" })).toMatchObject({
    body: { key: "asaas", value: "", hasValue: false },
  });
  const refused = [
    ["ipixc", "ftp://ixc"],
    ["ipixc", "https://rui:senha@ixc"],
    ["ipmkauth", "a b"],
    ["asaas", "com espaço"],
    ["tokenixc", "é"],
    ["asaas", "x".repeat(501)],
  ] as const;
  for (const [key, value] of refused)
    expect([key, value, (await rui.put(`/settings/${key}`, { value })).status]).toEqual([
      key,
      value,
      422,
    ]);
});

test("what opens a billing provider is typed anew for another address, and everyone sees that it is missing", () => {
  const { db, events } = world();
  const given = {
    ipixc: "https://ixc.provedor.com.br",
    tokenixc: "1:segredo",
    ipmkauth: "10.0.0.5",
    clientidmkauth: "id",
    clientsecretmkauth: "segredo",
  };
  for (const [key, value] of Object.entries(given)) write(db, key, value);
  const stored = () => [
    read(db, "tokenixc"),
    read(db, "clientidmkauth"),
    read(db, "clientsecretmkauth"),
  ];
  write(db, "ipixc", "IXC.provedor.com.br/webservice/v1");
  expect(stored()).toEqual(["1:segredo", "id", "segredo"]);
  write(db, "ipixc", "https://ixc.provedor.com.br:8443");
  expect(stored()).toEqual(["", "id", "segredo"]);
  expect(events.slice(-2).map(({ payload }) => payload)).toEqual([
    { setting: { key: "tokenixc", value: "", hasValue: false } },
    { setting: { key: "ipixc", value: "", hasValue: true } },
  ]);
  write(db, "ipmkauth", "");
  expect(stored()).toEqual(["", "", ""]);
});
