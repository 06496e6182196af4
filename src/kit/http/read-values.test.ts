import { expect, test } from "bun:test";
import { z } from "zod";
import { arrayOf, formJson, id, line, money, orEmpty } from "./fields.ts";
import { readValues } from "./read-values.ts";

const schema = z.object({
  name: line(50, 2).optional(),
  text: z.string().nullable().optional(),
  contactListId: id.optional(),
  promptId: id.nullable().optional(),
  storeId: orEmpty(id),
  count: z.number().int().min(0).optional(),
  limit: z.number().nullable().optional(),
  port: z.number().int().min(1).max(65_535).nullable().optional(),
  isActive: z.boolean().optional(),
  kanban: z
    .union([z.boolean(), z.literal(0), z.literal(1)])
    .transform(Boolean)
    .optional(),
  type: z.union([z.literal(1), z.literal(2)]).optional(),
  language: z.enum(["ptBR", "en"]).optional(),
  discount: money.optional(),
  ids: arrayOf(id, 3).optional(),
  items: z.array(z.object({ productId: id, amount: z.number() })).optional(),
  quotedMsg: formJson(z.object({ id }).nullish()),
});
const read = (body: object) => schema.parse(readValues(schema, structuredClone(body)));

test("a value is read in each form that clients give it", () => {
  for (const [sent, meant] of [
    [{ contactListId: "1" }, { contactListId: 1 }],
    [{ name: 123 }, { name: "123" }],
    [{ text: 1.5 }, { text: "1.5" }],
    [{ promptId: "" }, { promptId: null }],
    [{ promptId: false }, { promptId: null }],
    [{ promptId: 0 }, { promptId: null }],
    [{ promptId: null }, { promptId: null }],
    [{ promptId: "7" }, { promptId: 7 }],
    [{ storeId: "" }, { storeId: null }],
    [{ storeId: false }, { storeId: null }],
    [{ storeId: "7" }, { storeId: 7 }],
    [{ contactListId: "" }, {}],
    [{ count: "10" }, { count: 10 }],
    [{ count: 0 }, { count: 0 }],
    [{ limit: 0 }, { limit: 0 }],
    [{ port: "" }, { port: null }],
    [{ port: "25" }, { port: 25 }],
    [{ limit: "" }, { limit: null }],
    [{ isActive: 1 }, { isActive: true }],
    [{ isActive: "0" }, { isActive: false }],
    [{ isActive: "true" }, { isActive: true }],
    [{ isActive: "" }, {}],
    [{ kanban: "1" }, { kanban: true }],
    [{ type: "2" }, { type: 2 }],
    [{ language: "" }, {}],
    [{ discount: 10 }, { discount: "10.00" }],
    [{ discount: "10" }, { discount: "10.00" }],
    [{ ids: ["1", 2] }, { ids: [1, 2] }],
    [{ items: [{ productId: "1", amount: "0.5" }] }, { items: [{ productId: 1, amount: 0.5 }] }],
    [{ quotedMsg: null }, { quotedMsg: null }],
  ] as const)
    expect([sent, read(sent)]).toEqual([sent, meant as ReturnType<typeof read>]);
});

test("a value that is none of them is refused as before", () => {
  for (const sent of [
    { name: "" },
    { name: "a" },
    { name: false },
    { contactListId: "1x" },
    { contactListId: "-1" },
    { promptId: "x" },
    { promptId: true },
    { count: "1e3" },
    { count: "" + 1e21 },
    { isActive: "yes" },
    { isActive: 2 },
    { type: "3" },
    { port: 0 },
    { port: false },
    { ids: ["x"] },
    { ids: "1" },
    { items: {} },
  ])
    expect([sent, schema.safeParse(readValues(schema, structuredClone(sent))).success]).toEqual([
      sent,
      false,
    ]);
});

test("a tree is read at every depth, and its schema is made once for all of its nodes", () => {
  let made = 0;
  const node: z.ZodType = z.lazy(() => {
    made += 1;
    return z.object({ id: id.nullable().optional(), children: z.array(node).optional() });
  });
  const tree = z.object({ options: z.array(node) });
  const options = Array.from({ length: 100 }, () => ({ children: [{ id: "3" }, { id: false }] }));
  expect(readValues(tree, { options })).toEqual({
    options: Array.from({ length: 100 }, () => ({ children: [{ id: 3 }, { id: null }] })),
  });
  expect(made).toBe(1);
});
