import { holds } from "../../shared/permissions.ts";
import { isApiToken, type Authenticator } from "./auth-context.ts";
import { parseJson, readText } from "./body.ts";
import type { LargeBody } from "./declared-routes.ts";
import { Fault } from "../fault.ts";
import { isForm } from "./multipart.ts";
import { bearer, contentLength, hasBody } from "./request.ts";

/**
 * The most JSON that is read, in bytes: from a signed-in caller where the route has no `jsonLimit`
 * of its own, and from a stranger. Files come by form.
 */
const usualLimit = 1024 * 1024;
const strangerLimit = 64 * 1024;

/** Requests whose bodies were read to the end. */
const readWhole = new WeakSet<Request>();

/**
 * Reads a request's JSON of at most the route's bytes, counting them as they come. Throws large and
 * malformed, and forbidden for more than the usual limit of a user without the route's permission.
 * A stranger who sends more than `strangerLimit` gets the authenticator's error.
 */
export async function readJson(
  request: Request,
  authenticator: Authenticator,
  route: LargeBody = { bytes: usualLimit },
): Promise<unknown> {
  let allowed = strangerLimit;
  const allow = async (bytes: number) => {
    if (bytes > route.bytes) throw tooLarge();
    if (bytes <= allowed) return;
    const token = bearer(request);
    if (!token) throw tooLarge();
    allowed = await limitOf(authenticator, token, route);
    if (bytes > allowed)
      throw new Fault("forbidden", "ERR_NO_PERMISSION", { message: "Acesso não permitido" });
  };
  const text = await readText(request, allow);
  readWhole.add(request);
  // Others are served before a large text is parsed, and before it is validated.
  const isLarge = text.length > usualLimit;
  if (isLarge) await new Promise(setImmediate);
  // Elysia would read the body again if this returned something falsy.
  const body = (text === "" ? {} : parseJson(text)) || refuseEmpty();
  if (isLarge) await new Promise(setImmediate);
  return text.length > strangerLimit && typeof body === "object" ? hiddenFromErrors(body) : body;
}

/** The bytes that a caller may send to a route. Throws the authenticator's error. */
async function limitOf(
  authenticator: Authenticator,
  token: string,
  { bytes, permission }: LargeBody,
): Promise<number> {
  if (isApiToken(token)) {
    authenticator.byToken(token);
    return bytes;
  }
  const { me } = await authenticator.authenticate(token);
  return !permission || holds(me, permission) ? bytes : usualLimit;
}

// Elysia writes the whole refused body into its error's message, by `toJSON`.
const hiddenFromErrors = (body: object) =>
  Object.defineProperty(body, "toJSON", { value: () => null });

// A body that is still arriving when it is refused may have no end, so the connection is closed.
// Not for forms of known length: browsers read no answer while they send.
export const isUnread = (request: Request) =>
  hasBody(request) && !readWhole.has(request) && !(isForm(request) && contentLength(request) > 0);

function refuseEmpty(): never {
  throw new Fault("malformed", "ERR_MALFORMED", { message: "Conteúdo malformado" });
}

const tooLarge = () => new Fault("large", "ERR_TOO_LARGE", { message: "Conteúdo grande demais" });
