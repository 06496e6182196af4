import { expect } from "bun:test";
import { ofUser } from "../../modules/identities/identities.ts";
import { holds, type Permission } from "../../shared/permissions.ts";
import { balcao, bia, box, canary, caller, idOf, test, type Caller } from "../world.ts";
import {
  hostile,
  jsonBodyOf,
  operationsOf,
  sampleOf,
  type ApiDocument,
  type Described,
} from "./api-document.ts";

/** The other company's marker is `canary`; this one is the Padaria's. */
const ours = "padaria3b8d";
const only = 500;

/** Both companies have rows with their marker, and some ids that the other lacks. */
async function furnished() {
  const shop = await box();
  const quitanda = shop.quitanda();
  for (const [make, mark, id] of [
    [shop, ours, 400],
    [quitanda, canary, only],
  ] as const) {
    make.contact({ id, name: `Cliente ${mark}` });
    make.queue({ id, name: `Fila ${mark}` });
    make.connection({ id, name: `Linha ${mark}` });
    make.ticket({ id, contactId: id, status: "open", lastMessage: mark });
    make.message({ id, ticketId: id, body: `Oi ${mark}`, fromMe: true });
    make.tag({ id, name: mark });
    make.quickMessage({ id, shortcode: mark, geral: true });
    make.integration({ id, name: mark });
    make.ia({ id, name: mark });
  }
  const { token } = (
    await shop
      .as("rui")
      .post<{ token: string }>(`/whatsapp/${balcao}/token`, { perMinute: 100_000 })
  ).body;
  const document = (await shop.as("rui").get<ApiDocument>("/openapi.json")).body;
  return { shop, token, document, operations: operationsOf(document) };
}

/** A process of its own makes it, and finds no data of this box: its files are in memory. */
const madeElsewhere = "/health/support";

const at = (path: string, id: number | string) => path.replace(/\{\w+\}/g, String(id));
const hasId = ({ path }: Described) => path.includes("{");
const bodyFor = ({ method }: Described) => (method === "GET" ? undefined : {});
const takes = ({ security }: Described, scheme: string) => security.some((each) => scheme in each);

test("no caller gets what is not theirs, by any id: the document's word on who may call is kept", async () => {
  const { shop, token, operations } = await furnished();
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = ?", [
    idOf.lia,
  ]);
  const wrong: string[] = [];
  const ask = async (
    who: string,
    by: Caller,
    operation: Described,
    id: number,
    isRight: (status: number, error: string) => boolean,
    foreign: string,
  ) => {
    const path = at(operation.path, id);
    const { status, body, headers } = await by.call(operation.method, path, bodyFor(operation));
    const reply = JSON.stringify([body, [...headers]]);
    if (
      (status >= 500 && path !== madeElsewhere) ||
      !isRight(status, body?.error ?? "") ||
      reply.includes(foreign)
    )
      wrong.push(`${who} ${operation.method} ${path}: ${status} ${reply.slice(0, 160)}`);
  };
  for (const operation of operations) {
    const needs = operation["x-permission"] as Permission | undefined;
    const isOpen = operation.security.length === 0;
    const refuses =
      (profile: "user" | "admin", isOwner = false) =>
      (status: number, error: string) =>
        !needs ||
        holds({ profile, super: isOwner }, needs) ||
        (status === 403 && error === "ERR_NO_PERMISSION");
    // A call changes no row of its own company, so that each finds the same.
    const ids = hasId(operation)
      ? operation.method === "GET"
        ? [400, only, 987_654]
        : [only, 987_654]
      : [only];
    for (const id of ids) {
      await ask(
        "stranger",
        shop.stranger,
        operation,
        id,
        (status) => isOpen || status === 401,
        canary,
      );
      await ask(
        "token",
        caller(shop.url, token),
        operation,
        id,
        (status) => isOpen || takes(operation, "token") || status === 403,
        canary,
      );
      for (const [who, profile, isOwner] of [
        ["ana", "user", false],
        ["rui", "admin", false],
        ["lia", "user", true],
      ] as const) {
        // Only the owner sees companies.
        const mayKnow = isOwner && needs !== undefined && !holds({ profile: "admin" }, needs);
        if (ofUser(shop.control, 1, idOf[who]))
          await ask(
            who,
            shop.as(who),
            operation,
            id,
            refuses(profile, isOwner),
            mayKnow ? "\u0000" : canary,
          );
      }
      if (ofUser(shop.control, 2, idOf.rui))
        await ask(
          "quitanda",
          shop.as("rui", 2),
          operation,
          hasId(operation) && id === only ? 400 : id,
          refuses("admin"),
          ours,
        );
    }
  }
  expect(wrong).toEqual([]);
}, 120_000);

/** Rows that the callers themselves depend on. */
const untouched = /^\/(users|auth|companies|setup|subscription|invoices|plans|settings)/;

test("whatever is sent in a body, a query or a path, nothing breaks", async () => {
  const { shop, token, document, operations } = await furnished();
  const broken: string[] = [];
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = ?", [
    idOf.rui,
  ]);
  let accepted = 0;
  let rui = shop.as("rui");
  const call = async (operation: Described, path: string, body?: unknown) => {
    const by = takes(operation, "session")
      ? rui
      : takes(operation, "token")
        ? caller(shop.url, token)
        : shop.stranger;
    const { status, body: answer } = await by.call(
      operation.method,
      path,
      operation.method === "GET" ? undefined : ((body ?? {}) as object),
    );
    if (![401, 403, 404].includes(status)) accepted += 1;
    // Some routes end sessions.
    if (status === 401) rui = shop.as("rui");
    if (status >= 500 && status !== 503)
      broken.push(
        `${operation.method} ${path} ${JSON.stringify(body)?.slice(0, 200)}: ${status} ${JSON.stringify(answer)}`,
      );
  };
  let turn = 0;
  const next = () => hostile[(turn += 7) % hostile.length];
  for (const operation of operations) {
    const own = at(
      operation.path,
      untouched.test(operation.path)
        ? 987_654
        : operation.path.startsWith("/contacts")
          ? bia.id
          : 400,
    );
    if (hasId(operation))
      for (const id of ["0", "-1", "1e3", "9".repeat(30), "%00", "%F0%9F%98%80", "null"])
        await call(operation, at(operation.path, id));
    for (const { name, in: place } of operation.parameters ?? []) {
      if (place === "query")
        for (let time = 0; time < 2; time++)
          await call(operation, `${own}?${new URLSearchParams({ [name]: asText(next()) })}`);
    }
    const schema = jsonBodyOf(operation);
    if (!schema || operation.method === "GET") continue;
    const sample = sampleOf(schema, document);
    const fields =
      typeof sample === "object" && sample !== null && !Array.isArray(sample)
        ? Object.keys(sample)
        : [];
    for (const whole of [[], [null], "x", { __proto__: null, constructor: {} }])
      await call(operation, own, whole);
    for (const field of fields)
      await call(operation, own, { ...(sample as object), [field]: next() });
  }
  expect(broken).toEqual([]);
  // After all answers no request blocks the move or deletion of a company.
  expect([1, 2].filter((company) => shop.dbs.isHeld(company))).toEqual([]);
  // The API accepted most of the calls.
  expect(accepted).toBeGreaterThan(1000);
}, 120_000);

const asText = (value: unknown) =>
  (typeof value === "string" ? value.slice(0, 4000) : JSON.stringify(value)).slice(0, 4000);
