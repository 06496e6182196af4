import type { StatusReason } from "../../shared/states.ts";
import { isObject, line } from "../wire-values.ts";

/** An error as Graph reports it, at once, in a status or of the account. */
export type GraphError = { code: number; details: string; trace: string };

/**
 * The action for an error. `refuse` ends the message, and `wait` tries it again after `ms` at the
 * earliest. `stop` takes the connection down with a reason; its messages wait.
 */
export type Remedy =
  | { does: "refuse"; text: string }
  | { does: "wait"; ms: number; scope: "all" | "person" }
  | { does: "stop"; reason: StatusReason };

/** The first pause (ms) after the network found the whole number too fast. */
const slow = 4000;
/** Meta takes one message to the same person in some six seconds. */
const pair = 6000;

const stop = (reason: StatusReason): Remedy => ({ does: "stop", reason });
const refuse = (text: string): Remedy => ({ does: "refuse", text });
const wait = (ms: number, scope: "all" | "person"): Remedy => ({ does: "wait", ms, scope });
const trouble = wait(0, "person");
const template = refuse("ERR_TEMPLATE_REFUSED");
const bug = refuse("ERR_SENDING_WAPP_MSG");

// By code alone: titles change. The source is Meta's page of error codes, as of 2026; 133010 and
// 131045 are not confirmed there. rules.md#cloud-errors
const remedies = new Map<number, Remedy>([
  ...[190, 0, 10, 131005].map((code) => [code, stop("token")] as const),
  ...[131031, 368].map((code) => [code, stop("banned")] as const),
  ...[131045, 133010].map((code) => [code, stop("notRegistered")] as const),
  ...[131042, 131044].map((code) => [code, stop("payment")] as const),
  ...[4, 80007, 130429, 133016, 131064].map((code) => [code, wait(slow, "all")] as const),
  [131056, wait(pair, "person")],
  ...[131000, 131016, 131057, 1, 2].map((code) => [code, trouble] as const),
  [131047, refuse("ERR_WINDOW_CLOSED")],
  ...[131026, 131021, 131030].map((code) => [code, refuse("ERR_CLOUD_UNREACHABLE")] as const),
  // A restriction that holds for one country must not keep the others from being answered.
  [130497, refuse("ERR_CLOUD_COUNTRY")],
  ...[131049, 130472].map((code) => [code, refuse("ERR_CLOUD_MARKETING_LIMIT")] as const),
  [131050, refuse("ERR_CLOUD_MARKETING_STOPPED")],
  [131048, refuse("ERR_CLOUD_SPAM_LIMIT")],
  [131062, refuse("ERR_CLOUD_NEEDS_NUMBER")],
  [131063, refuse("ERR_CLOUD_MARKETING_OFF")],
  ...[131051, 131053].map((code) => [code, refuse("ERR_CLOUD_FILE_REFUSED")] as const),
  [131052, refuse("ERR_WAPP_DOWNLOAD_MEDIA")],
  ...[131008, 131009, 100].map((code) => [code, bug] as const),
  ...[132000, 132001, 132007, 132015, 132016, 132068, 132069].map(
    (code) => [code, template] as const,
  ),
  // The values of one message: the same template may fit the next person.
  ...[132005, 132008, 132012, 132018].map((code) => [code, refuse("ERR_TEMPLATE_VALUE")] as const),
  [131037, refuse("ERR_CLOUD_DISPLAY_NAME")],
  [137000, refuse("ERR_CLOUD_IDENTITY")],
]);

/** The action for an error; an unknown code ends the message. */
export function remedyFor({ code }: Pick<GraphError, "code">): Remedy {
  if (code >= 200 && code <= 299) return stop("token");
  return remedies.get(code) ?? refuse("ERR_SENDING_WAPP_MSG");
}

/** The error in a failed answer of Graph; undefined where it has none. */
export function errorIn(body: unknown): GraphError | undefined {
  const error = isObject(body) ? body.error : undefined;
  return isObject(error) ? graphErrorOf(error) : undefined;
}

/** An error as a status or a webhook has it. Any part may be anything. */
export function graphErrorOf(error: Record<string, unknown>): GraphError {
  const more = isObject(error.error_data) ? error.error_data.details : undefined;
  return {
    code: codeOf(error.code),
    details: line(more || error.message || error.title).slice(0, 300),
    trace: line(error.fbtrace_id).slice(0, 100),
  };
}

// A missing code must not read as 0, which is a code of its own.
const codeOf = (code: unknown) =>
  (typeof code === "string" || typeof code === "number") && /^\d{1,7}$/.test(String(code))
    ? Number(code)
    : -1;

/** The reason that a message failed, for the agent. */
export function reasonOf(error: GraphError): string {
  const remedy = remedyFor(error);
  // A message that the network gave up on does not go by itself later.
  return remedy.does === "refuse" ? remedy.text : "ERR_SENDING_WAPP_MSG";
}
