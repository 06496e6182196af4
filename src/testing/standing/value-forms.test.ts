import { expect } from "bun:test";
import type { z } from "zod";
import { readValues } from "../../kit/http/read-values.ts";
import { box, test } from "../world.ts";
import {
  isId,
  isNumber,
  jsonBodyOf,
  operationsOf,
  shapeOf,
  waysOf,
  type ApiDocument,
  type Schema,
} from "./api-document.ts";

const shop = await box();
const document = (await shop.as("rui").get<ApiDocument>("/openapi.json")).body;
const bodies = new Map(
  shop.app.routes
    .filter(({ path }) => path.startsWith("/api/"))
    .map(({ method, path, hooks }) => [
      `${method} ${shapeOf(path)}`,
      hooks.body as z.ZodType | undefined,
    ]),
);

/** Every field of every JSON body that the document describes. */
const fields = operationsOf(document).flatMap((operation) => {
  const schema = bodies.get(`${operation.method} ${shapeOf(operation.path)}`);
  const described = jsonBodyOf(operation);
  if (!schema || !described) return [];
  const properties = Object.assign(
    {},
    ...waysOf(document, described).map((way) => way.properties ?? {}),
  );
  return Object.entries(properties as Record<string, Schema>).map(([name, property]) => ({
    call: `${operation.method} ${operation.path} ${name}`,
    name,
    ways: waysOf(document, property),
    /** Whether the route accepts a value of the field, even without the other fields. */
    takes: (value: unknown) =>
      !schema
        .safeParse(readValues(schema, { [name]: structuredClone(value) }))
        .error?.issues.some(({ path }) => path[0] === name),
  }));
});

test("a number may be a text in every field of every route", () => {
  const numbers = fields.filter(({ ways, takes }) => ways.some(isNumber) && takes(1));
  expect(numbers.length).toBeGreaterThan(100);
  expect(numbers.filter(({ takes }) => !takes("1")).map(({ call }) => call)).toEqual([]);
});

test("a yes may be a number or a text in every field of every route", () => {
  const flags = fields.filter(
    ({ ways, takes }) => ways.some(({ type }) => type === "boolean") && takes(true),
  );
  expect(flags.length).toBeGreaterThan(50);
  for (const yes of [1, 0, "true", "false"])
    expect(flags.filter(({ takes }) => !takes(yes)).map(({ call }) => call)).toEqual([]);
});

test("nothing chosen may be an empty text or a no for every id that may be null", () => {
  const ids = fields.filter(({ ways, takes }) => ways.some(isId) && takes(null));
  expect(ids.length).toBeGreaterThan(30);
  for (const none of ["", false, 0])
    expect(ids.filter(({ takes }) => !takes(none)).map(({ call }) => `${call}: ${none}`)).toEqual(
      [],
    );
});

test("a text may be a number in every field of every route", () => {
  const texts = fields.filter(
    ({ ways, takes }) =>
      ways.every(({ type, enum: values }) => type === "string" && !values) && takes("12345678"),
  );
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter(({ takes }) => !takes(12345678)).map(({ call }) => call)).toEqual([]);
});
