import { expect, test } from "bun:test";
import {
  areaCodeOf,
  isSameNumber,
  masked,
  numberKey,
  twinOf,
  withArea,
  writtenNumber,
} from "./phone.ts";

const read = (text: string) => {
  const result = writtenNumber(text);
  return "number" in result ? result.number : result.refused;
};

const mobile = "5511966661111";
const numbers: Record<string, string> = {
  "11966661111": mobile,
  "(11) 96666-1111": mobile,
  "+55 11 96666-1111": mobile,
  "5511966661111": mobile,
  "+55 (11) 9.6666.1111": mobile,
  // Trunk zero, with the country and without, and carrier codes.
  "011 96666-1111": mobile,
  "+55 011 96666-1111": mobile,
  "55011966661111": mobile,
  "0 15 11 96666-1111": mobile,
  "01511966661111": mobile,
  "(0xx11) 96666-1111": mobile,
  "0xx11 96666-1111": mobile,
  "0055 11 96666-1111": mobile,
  // Text around it.
  "Cel: (11) 96666-1111 (whats)": mobile,
  "11 96666-1111 - Dona Maria": mobile,
  "\u200e+55 11 96666\u20111111": mobile,
  "11966661111.0": mobile,
  "CPF 529.982.247-25, cel 11 96666-1111": mobile,
  // Of two numbers the first mobile.
  "(11) 3333-4444 / (11) 96666-1111": mobile,
  "11 3333-4444 ou 11 96666-1111": mobile,
  "11 3333-4444 ::: 11 96666-1111 ::: 11 95555-2222": mobile,
  "11 3333-4444 11 96666-1111": mobile,
  "0800 123 4567 / 11 96666-1111": mobile,
  "(11) 3333-4444": "551133334444",
  // Digits alone, as other countries' numbers are written too.
  "21966661111": "5521966661111",
  // More than 17 digits in a row are two numbers.
  "1133334444 33334444": "551133334444",
  "11 6666-1111": "551166661111",
  // Without an area code.
  "96666-1111": "0966661111",
  "3333-4444": "033334444",
  "+55 96666-1111": "0966661111",
  "55 96666-1111": "5555966661111",
  // Other countries.
  "+351 912 345 678": "351912345678",
  "351912345678": "351912345678",
  "+1 (212) 555-0100": "12125550100",
  "12125550100": "12125550100",
  "34612345678": "34612345678",
  "+376 312 345": "376312345",
  "00351912345678": "351912345678",
};

const refused: Record<string, string> = {
  "0800 123 4567": "service",
  "0800 123 456": "service",
  "+55 0800 123 4567": "service",
  "12 / 0800 123 4567": "service",
  "4004-1234": "service",
  "0300 123 4567": "service",
  "190": "invalid",
  "": "invalid",
  maria: "invalid",
  "12": "invalid",
  "529.982.247-25": "invalid",
  "12.345.678/0001-95": "invalid",
  "5.51197E+12": "invalid",
  "11 06666-1111": "invalid",
  "10 96666-1111": "invalid",
  "11 8666-111": "invalid",
  // A digit too many is no carrier code and no other country.
  "(011) 98888-00012": "invalid",
  "+55 0011 98888-0001": "invalid",
  "0119888800012": "invalid",
  "550011988880001": "invalid",
  "(11) 98888-00013": "invalid",
  "0011988880001": "invalid",
  // Up to 17 digits in a row are one number.
  "3333 4444 96666 1111": "invalid",
  // With marks, another country's number needs its +.
  "1 (212) 555-0100": "invalid",
  "+1234567": "invalid",
  "+1234567890123456": "invalid",
};

test("a number is read as people write it", () => {
  for (const [text, number] of Object.entries(numbers))
    expect([text, read(text)]).toEqual([text, number]);
});

test("a service number and a text without a number are refused", () => {
  for (const [text, reason] of Object.entries(refused))
    expect([text, read(text)]).toEqual([text, reason]);
});

test("a cell is read up to its thousandth character", () => {
  const text = (spare: number) => `${"x".repeat(1000 - 11 - spare)}11966661111`;
  expect([read(text(0)), read(text(1))]).toEqual([mobile, mobile]);
  expect(read(text(-1))).not.toBe(mobile);
});

test("a mobile number is one with its ninth digit and without, and a landline's is not", () => {
  const old = "551166661111";
  expect([twinOf(mobile), twinOf(old)]).toEqual([old, mobile]);
  expect([twinOf("551133334444"), twinOf("351912345678")]).toEqual([undefined, undefined]);
  expect([numberKey(mobile), numberKey(old), numberKey("551133334444")]).toEqual([
    mobile,
    mobile,
    "551133334444",
  ]);
  expect([
    isSameNumber(mobile, mobile),
    isSameNumber(mobile, old),
    isSameNumber(old, mobile),
    isSameNumber(mobile, "5511966662222"),
  ]).toEqual([true, true, true, false]);
});

test("a hidden number shows its first four digits and its last two", () => {
  expect(["5511966661111", "5511999", "551199", "55119", "190"].map(masked)).toEqual([
    "5511*******11",
    "5511*99",
    "551199",
    "55119",
    "190",
  ]);
});

test("the company's own area code completes a number without one", () => {
  expect(withArea("0966661111", "11")).toBe(mobile);
  expect(withArea(mobile, "21")).toBe(mobile);
  expect([areaCodeOf(mobile), areaCodeOf("551133334444")]).toEqual(["11", "11"]);
  expect([areaCodeOf("351912345678"), areaCodeOf("55119666611112")]).toEqual([
    undefined,
    undefined,
  ]);
});
