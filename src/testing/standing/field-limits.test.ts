import { expect } from "bun:test";
import { z } from "zod";
import { Fault } from "../../kit/fault.ts";
import { bounded, email } from "../../kit/http/fields.ts";
import { box, test } from "../world.ts";
import { placesIn } from "./places.ts";

const shop = await box();

/** The schemas of all bodies that routes accept. */
const bodies = [
  ...new Map(
    shop.app.routes.flatMap(({ method, path, hooks }) =>
      isSchema(hooks.body) ? [[`${method} ${path}`, hooks.body] as const] : [],
    ),
  ),
];

/** Longer than any JSON that the server reads. */
const longest = "x".repeat(2 * 1024 * 1024);
const short = ["ü.", "@", "a@b.c", "[]", "data:,", [1], [{}], [""]];
const hostile = [
  "ü.".repeat(100_000),
  "@".repeat(100_000),
  `a@${"a.".repeat(50_000)}`,
  "[".repeat(100_000),
  `data:image/png;base64,${"A".repeat(200_000)}!`,
  `http://${"ü.".repeat(50_000)}/`,
  `${" ".repeat(200_000)}x`,
  "\u200b".repeat(200_000),
  "{{".repeat(100_000),
  "1".repeat(200_000),
];
const many = [Array<number>(1_000_000).fill(1), Array<string>(1_000_000).fill("ü.")];

/** How long (ms) checking it may take at best of three, on a busy machine. */
const patience = 250;

test("every field of every route has a limit, and none takes long to check", () => {
  expect(bodies.length).toBeGreaterThan(40);
  const wrong: string[] = [];
  for (const [route, body] of bodies) {
    for (const place of placesIn(body)) {
      const name = `${route} ${place.path.join(".")}`;
      if (isTaken(body, place.path, place.put(longest))) wrong.push(`${name} takes any text`);
      if (many.some((things) => isTaken(body, place.path, place.put(things))))
        wrong.push(`${name} takes any number of things`);
      const usual = Math.max(...short.map((value) => cost(body, place.put(value))));
      for (const value of [...hostile, ...many]) {
        const ms = cost(body, place.put(value));
        if (ms > patience + usual * 10)
          wrong.push(
            `${name} looks at ${JSON.stringify(value).slice(0, 20)}… for ${Math.round(ms)} ms`,
          );
      }
    }
  }
  expect(wrong).toEqual([]);
}, 120_000);

test("the check finds violations", () => {
  const open = z.object({
    name: z.string().trim(),
    tags: z.array(z.number()).max(10).optional(),
    at: z.object({ mail: email, word: z.string().optional() }),
    rows: z.array(z.object({ text: bounded(10) })),
  });
  const taken = placesIn(open)
    .filter(
      ({ path, put }) =>
        isTaken(open, path, put(longest)) || isTaken(open, path, put(Array(1000).fill(1))),
    )
    .map(({ path }) => path.join("."));
  expect(taken).toEqual(["name", "at.word", "rows"]);
  const names = placesIn(open).map(({ path }) => path.join("."));
  expect(names).toEqual([
    "",
    "name",
    "tags",
    "tags.0",
    "at",
    "at.mail",
    "at.word",
    "rows",
    "rows.0",
    "rows.0.text",
  ]);
});

test("a text that is too long is not checked any further", () => {
  const seen: string[] = [];
  const looks = (name: string) => () => seen.push(name) > 0;
  issuesOf(z.string().max(254).refine(looks("zod's own")), hostile[0]);
  issuesOf(bounded(254).refine(looks("ours")), hostile[0]);
  expect(seen).toEqual(["zod's own"]);
});

function isSchema(body: unknown): body is z.ZodType {
  return body instanceof z.ZodType;
}

/** Whether a schema accepts the value there. An error of the whole counts for its parts. */
function isTaken(schema: z.ZodType, path: (string | number)[], body: unknown): boolean {
  const issues = issuesOf(schema, body);
  return !issues.some(
    (issue) =>
      issue.path.length <= path.length && issue.path.every((part, index) => part === path[index]),
  );
}

// The schema may refuse JSON within a form as a whole.
function issuesOf(schema: z.ZodType, body: unknown): { path: PropertyKey[] }[] {
  try {
    return schema.safeParse(body).error?.issues ?? [];
  } catch (thrown) {
    if (thrown instanceof Fault) return [{ path: [] }];
    throw thrown;
  }
}

function cost(schema: z.ZodType, body: unknown): number {
  let best = Infinity;
  for (let time = 0; time < 3 && (time === 0 || best > patience); time++) {
    const started = performance.now();
    issuesOf(schema, body);
    best = Math.min(best, performance.now() - started);
  }
  return best;
}
