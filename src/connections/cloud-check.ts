import { createHmac } from "node:crypto";
import { Unreachable } from "../channel/channel.ts";
import { Graph, GraphRefusal, type CloudAccount } from "../channel/cloud/graph.ts";
import { remedyFor } from "../channel/cloud/errors.ts";
import { line, list } from "../channel/wire-values.ts";
import type { AccountCheck, FieldCheck } from "../modules/cloud-accounts/table.ts";

type Fields = Pick<
  CloudAccount,
  "phoneNumberId" | "wabaId" | "accessToken" | "appSecret" | "apiVersion"
>;

/**
 * Asks Graph about the fields of a connection, one by one, so that the form can name the wrong one.
 * It throws nothing: without an answer a field is unknown.
 */
export async function checkAccount(base: string, fields: Fields): Promise<AccountCheck> {
  const graph = new Graph(base, () => fields);
  const about = await answer(() =>
    graph.get(`${fields.phoneNumberId}?fields=display_phone_number,verified_name`),
  );
  const checks: FieldCheck[] = [
    judged("accessToken", about, (code) => isTokenError(code)),
    isToken(about) ? unknown("phoneNumberId") : judged("phoneNumberId", about, () => true),
  ];
  if (!("error" in about)) {
    const numbers = await answer(() => graph.get(`${fields.wabaId}/phone_numbers?fields=id`));
    checks.push(wabaCheck(numbers, fields.phoneNumberId));
    checks.push(await secretCheck(graph, fields));
  } else checks.push(unknown("wabaId"), unknown("appSecret"));
  const body = "error" in about ? {} : about;
  return {
    checks,
    number: line(body.display_phone_number).replace(/\D/g, "") || null,
    name: line(body.verified_name) || null,
  };
}

type Answer = Record<string, unknown> | { error: number | "unreachable" };

async function answer(ask: () => Promise<Record<string, unknown>>): Promise<Answer> {
  try {
    return await ask();
  } catch (thrown) {
    if (thrown instanceof GraphRefusal) return { error: thrown.error.code };
    if (thrown instanceof Unreachable) return { error: "unreachable" };
    throw thrown;
  }
}

function judged(
  field: FieldCheck["field"],
  given: Answer,
  isTheirs: (code: number) => boolean,
): FieldCheck {
  if (!("error" in given)) return { field, state: "ok", reason: null };
  const { error } = given;
  if (typeof error !== "number") return unknown(field);
  return isTheirs(error) ? wrong(field, "refused") : { field, state: "ok", reason: null };
}

function wabaCheck(numbers: Answer, phoneNumberId: string): FieldCheck {
  if ("error" in numbers) return judged("wabaId", numbers, () => true);
  return list(numbers.data).some(({ id }) => id === phoneNumberId)
    ? { field: "wabaId", state: "ok", reason: null }
    : wrong("wabaId", "otherAccount");
}

/** Graph refuses a call whose proof was made with another app's secret. */
async function secretCheck(graph: Graph, fields: Fields): Promise<FieldCheck> {
  const proof = createHmac("sha256", fields.appSecret).update(fields.accessToken).digest("hex");
  const proved = await answer(() =>
    graph.get(`${fields.phoneNumberId}?fields=id&appsecret_proof=${proof}`),
  );
  return judged("appSecret", proved, () => true);
}

const isTokenError = (code: number) => {
  const remedy = remedyFor({ code });
  return remedy.does === "stop" && remedy.reason === "token";
};

const isToken = (given: Answer) =>
  "error" in given && (typeof given.error !== "number" || isTokenError(given.error));

const wrong = (field: FieldCheck["field"], reason: string): FieldCheck => ({
  field,
  state: "wrong",
  reason,
});
const unknown = (field: FieldCheck["field"]): FieldCheck => ({
  field,
  state: "unknown",
  reason: null,
});
