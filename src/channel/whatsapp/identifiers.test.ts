import { expect, test } from "bun:test";
import { plain } from "../wire-values.ts";
import { identifierOf, ignored, jidAmong, jidOf, person } from "./identifiers.ts";

test.each([
  ["5511988880001@s.whatsapp.net", { type: "phone", value: "5511988880001" }],
  ["5511988880001:12@s.whatsapp.net", { type: "phone", value: "5511988880001" }],
  ["5511988880001_1:3@s.whatsapp.net", { type: "phone", value: "5511988880001" }],
  ["5511988880001@c.us", { type: "phone", value: "5511988880001" }],
  ["5511988880001:99@hosted", { type: "phone", value: "5511988880001" }],
  ["123456789012345@lid", { type: "lid", value: "123456789012345" }],
  ["123456789012345:7@lid", { type: "lid", value: "123456789012345" }],
  ["123456789012345:99@hosted.lid", { type: "lid", value: "123456789012345" }],
  ["5511988880001-1600000000@g.us", { type: "group", value: "5511988880001-1600000000" }],
  ["120363021234567890@g.us", { type: "group", value: "120363021234567890" }],
] as const)("%s is an address", (jid, address) => {
  expect(identifierOf(jid)).toEqual(address);
});

test.each([
  "",
  "@",
  "@lid",
  "5511988880001",
  "5511988880001@",
  "x@s.whatsapp.net",
  "+5511988880001@s.whatsapp.net",
  "12@s.whatsapp.net",
  "123-456@s.whatsapp.net",
  "-@g.us",
  "1-2-3@g.us",
  "5511988880001@s.whatsapp.net\n",
  "5511988880001@lid@g.us",
  "5511988880001@constructor",
  `${"1".repeat(45)}@lid`,
  "status@broadcast",
  "1600000000@broadcast",
  "120363021234567890@newsletter",
  "718584497008509@bot",
  "13135550002@c.us",
  "13135550002@s.whatsapp.net",
  "0@s.whatsapp.net",
  "0@c.us",
  "server@c.us",
  "5511988880001@call",
  null,
  undefined,
])("%p is no address", (jid) => {
  expect(identifierOf(jid)).toBeUndefined();
});

test.each(["phone", "lid", "group"] as const)("a %s comes back from its jid as it was", (type) => {
  expect(identifierOf(jidOf({ type, value: "5511988880001" }))).toEqual({
    type,
    value: "5511988880001",
  });
});

test.each([
  ["status@broadcast", true],
  ["1600000000@broadcast", false],
  ["1203@newsletter", true],
  ["718584497008509@bot", true],
  ["13165550042@c.us", true],
  ["0@s.whatsapp.net", true],
  ["5511988880001@s.whatsapp.net", false],
  ["13135550@s.whatsapp.net", false],
  ["123456789012345@lid", false],
  ["120363021234567890@g.us", false],
  ["", false],
] as const)("%s is ignored: %p", (jid, expected) => {
  expect(ignored(jid)).toBe(expected);
});

test("a person is known by each address once, phone first", () => {
  expect(
    person(
      "Bia",
      "123456789012345@lid",
      "5511988880001:4@s.whatsapp.net",
      "5511988880001@c.us",
      "",
      null,
      undefined,
      "status@broadcast",
    ),
  ).toEqual({
    ids: [
      { type: "phone", value: "5511988880001" },
      { type: "lid", value: "123456789012345" },
    ],
    name: "Bia",
  });
  expect(person(undefined)).toEqual({ ids: [], name: "" });
});

test("a name is one line that can't turn around what stands beside it", () => {
  expect(person(" Bia\n\u202egnp.exe\0 \ud800").name).toBe("Bia gnp.exe");
  expect(person("👩‍👧 Zé").name).toBe("👩‍👧 Zé");
  expect(person("x".repeat(5000)).name).toHaveLength(100);
});

test("one is written to by group, by lid, by phone, in this order", () => {
  const [phone, lid, group] = [
    { type: "phone", value: "5511988880001" },
    { type: "lid", value: "123456789012345" },
    { type: "group", value: "120363021234567890" },
  ] as const;
  expect(jidAmong([phone, lid])).toBe("123456789012345@lid");
  expect(jidAmong([phone])).toBe("5511988880001@s.whatsapp.net");
  expect(jidAmong([phone, lid, group])).toBe("120363021234567890@g.us");
  expect(jidAmong([])).toBeUndefined();
});

test("a text is cut without leaving half a character", () => {
  expect(plain("ab😀", 3)).toBe("ab");
  expect(plain("a\0b\udc00c", 10)).toBe("abc");
  expect([plain(7, 3), plain(null, 3), plain({ length: 2 }, 3)]).toEqual(["", "", ""]);
});
