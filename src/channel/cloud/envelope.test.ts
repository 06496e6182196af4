import { expect, test } from "bun:test";
import { partsOf } from "./envelope.ts";

const metadata = (id: string) => ({
  phone_number_id: id,
  display_phone_number: "+55 11 97777-0000",
});
const envelope = (...changes: object[]) => ({
  object: "whatsapp_business_account",
  entry: [{ id: "4001", changes }],
});

test("a webhook for several numbers is divided into parts, in order, each with its number", () => {
  const { parts, ignored } = partsOf({
    object: "whatsapp_business_account",
    entry: [
      {
        id: "4001",
        changes: [
          {
            field: "messages",
            value: {
              metadata: metadata("1"),
              contacts: [{ wa_id: "55" }, { wa_id: "66" }],
              messages: [{ id: "a", from: "55" }, { id: "b" }],
              statuses: [{ id: "c" }],
            },
          },
          { field: "flows", value: {} },
        ],
      },
      {
        id: "4002",
        changes: [
          { field: "messages", value: { metadata: metadata("2"), errors: [{ code: 131042 }] } },
        ],
      },
    ],
  });
  expect(parts.map(({ phoneNumberId, kind, item }) => [phoneNumberId, kind, item])).toEqual([
    ["1", "message", { id: "a", from: "55" }],
    ["1", "message", { id: "b" }],
    ["1", "status", { id: "c" }],
    ["2", "error", { code: 131042 }],
  ]);
  expect(parts[0]).toMatchObject({
    wabaId: "4001",
    number: "5511977770000",
    contacts: [{ wa_id: "55" }],
  });
  expect(parts[1]!.contacts).toEqual([]);
  expect(ignored).toEqual(["flows"]);
});

test("an id of any form makes no exception, and names no number", () => {
  const hostile: unknown[] = [{ toString: null }, [[[]]], null, "x".repeat(50)];
  for (const id of hostile)
    expect(
      partsOf({
        object: "whatsapp_business_account",
        entry: [
          {
            id,
            changes: [
              {
                field: "messages",
                value: {
                  metadata: { phone_number_id: id },
                  contacts: [{ wa_id: id, user_id: id }],
                  messages: [{ from: id }],
                },
              },
            ],
          },
        ],
      }).parts,
    ).toMatchObject([{ wabaId: "", phoneNumberId: "" }]);
});

test("events of the account have no number", () => {
  const { parts } = partsOf(
    envelope({ field: "account_update", value: { event: "ACCOUNT_DELETED" } }),
  );
  expect(parts).toEqual([
    {
      wabaId: "4001",
      phoneNumberId: "",
      number: "",
      contacts: [],
      kind: "account_update",
      item: { event: "ACCOUNT_DELETED" },
    },
  ]);
});

test("anything else has no parts", () => {
  for (const value of [null, 1, "x", [], {}, { object: "page" }, { entry: [] }])
    expect(partsOf(value).parts).toEqual([]);
  const wrong = [null, 1, "x", {}, [null], [{ changes: "x" }], [{ changes: [{ field: 1 }] }]];
  for (const entry of wrong)
    expect(partsOf({ object: "whatsapp_business_account", entry }).parts).toEqual([]);
  for (const value of [null, [], { messages: "x" }, { messages: [1, null] }, { metadata: 5 }])
    expect(partsOf(envelope({ field: "messages", value })).parts).toEqual([]);
  expect(partsOf(envelope({ field: "__proto__", value: {} })).parts).toEqual([]);
});
