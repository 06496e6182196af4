import { isApiToken, type Authenticator } from "./auth-context.ts";
import { parseJson, readText } from "./body.ts";
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
 * Reads a request's JSON of at most `limit` bytes, counting them as they come. Throws large and
 * malformed. A stranger who sends more than `strangerLimit` gets the authenticator's error.
 */
export async function readJson(
  request: Request,
  authenticator: Authenticator,
  limit = usualLimit,
): Promise<unknown> {
  let isIn = false;
  const allow = async (bytes: number) => {
    if (bytes > limit) throw tooLarge();
    if (bytes <= strangerLimit || isIn) return;
    const token = bearer(request);
    if (!token) throw tooLarge();
    if (isApiToken(token)) authenticator.byToken(token);
    else await authenticator.authenticate(token);
    isIn = true;
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
