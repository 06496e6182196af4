import { expect } from "bun:test";
import { z } from "zod";
import { unknownIn } from "../../kit/http/unknown-fields.ts";
import { settingField, settingKeys } from "../../shared/settings.ts";
import { box, settled, test } from "../world.ts";

/** Part of every secret of the company: an answer that contains it is a leak. */
const canary = "segredo9c1e";
const keyFile = JSON.stringify({
  client_email: "robo@paoquente.iam.gserviceaccount.com",
  private_key: canary,
});

const shop = await box();
const { db } = shop;
for (const type of ["n8n", "webhook", "typebot", "dialogflow"] as const) {
  shop.integration({
    type,
    secret: canary,
    jsonContent: keyFile,
    urlN8N: "http://127.0.0.1:9",
    typebotSlug: "oi",
    projectName: "padaria",
  });
}
for (const key of settingKeys.filter((key) => settingField(key).kind === "secret"))
  shop.db.sqlite.run("INSERT INTO settings VALUES (?, ?)", [key, `${canary}${key}`]);
for (const type of [1, 2, 3] as const) shop.ia({ type, token: canary, url: "http://127.0.0.1:9" });

const routes = [
  ...new Map(
    shop.app.routes
      .filter(({ path }) => path.startsWith("/api/"))
      .map(({ method, path, hooks }) => [
        `${method} ${path}`,
        { method, path, schema: hooks.body as z.ZodType | undefined },
      ]),
  ).values(),
];
/** Bodies, in the order of the least damage. */
const bodies = [
  ["GET", undefined],
  ["POST", { text: "Oi", id: 4, projectName: "padaria", language: "pt-BR", name: "Outro" }],
  ["PUT", { name: canary.repeat(20), urlN8N: "x", token: `${canary}\u0000` }],
  ["PUT", { prompt: "Atenda", language: "es", integrationId: 1, greetingMessage: "Oi" }],
  [
    "PUT",
    {
      jsonContent: `{"private_key":"${canary}"`,
      secret: canary,
      token: canary,
      model: canary.length,
    },
  ],
  ["DELETE", undefined],
] as const;

/** The fields of this body that a route's schema has. */
function fieldsIn(schema: z.ZodType | undefined, body: object) {
  const unknown = unknownIn(schema ?? z.object({}), body);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !unknown.includes(name)));
}

test("a company's secrets are in no answer, no frame and no error", async () => {
  const listener = await shop.listener(shop.as("rui"));
  await listener.ready();
  const leaks: string[] = [];
  const statuses = new Set<string>();
  for (const [method, body] of bodies) {
    for (const route of routes.filter((each) => each.method === method)) {
      const paths = /:\w+/.test(route.path)
        ? [1, 2, 3, 4].map((id) =>
            route.path.replace(":key", "singleSession").replace(/:\w+/g, String(id)),
          )
        : [route.path, `${route.path}?searchParam=${canary.slice(0, 4)}&queueId=1`];
      for (const path of paths) {
        if (
          path === "/api/auth/logout" ||
          path.startsWith("/api/auth/sessions") ||
          path.startsWith("/api/users")
        )
          continue;
        const {
          status,
          body: reply,
          headers,
        } = await shop.as("rui").call(method, path.slice(4), body && fieldsIn(route.schema, body));
        statuses.add(`${route.path.split("/")[2]} ${method} ${status}`);
        if (JSON.stringify([reply, [...headers]]).includes(canary))
          leaks.push(`${method} ${path}: ${status} ${JSON.stringify(reply).slice(0, 200)}`);
      }
    }
  }
  expect(leaks).toEqual([]);
  // The requests reached the routes with secrets.
  for (const seen of [
    "ias GET 200",
    "ias PUT 200",
    "ias PUT 422",
    "ias POST 409",
    "ias DELETE 200",
    "queueIntegration GET 200",
    "queueIntegration PUT 200",
    "queueIntegration POST 409",
    "queueIntegration DELETE 200",
  ])
    expect([...statuses]).toContain(seen);
  await settled(db, listener);
  expect(listener.frames.map(({ event, action }) => `${event} ${action}`)).toEqual(
    expect.arrayContaining(["ias update", "queueIntegration update"]),
  );
  expect(JSON.stringify(listener.frames)).not.toContain(canary);
  expect(JSON.stringify(db.sqlite.query("SELECT * FROM events").all())).not.toContain(canary);
}, 60_000);
