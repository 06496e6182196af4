import { Uncertain, Unreachable } from "../channel.ts";
import { isObject } from "../wire-values.ts";
import { errorIn, type GraphError } from "./errors.ts";

type Raw = Record<string, unknown>;

/** The credentials of a number. The token and the secret are in no log and no error. */
export type CloudAccount = {
  phoneNumberId: string;
  wabaId: string;
  accessToken: string;
  appSecret: string;
  apiVersion: string;
  verifyToken: string;
  /** The last part of the address to which Meta sends webhooks. */
  path: string;
};

/** Graph refused a call, for a reason that it names. */
export class GraphRefusal extends Error {
  override name = "GraphRefusal";

  constructor(
    readonly status: number,
    readonly error: GraphError,
  ) {
    super(`Graph ${status}, code ${error.code}: ${error.details} (${error.trace})`);
  }
}

export const metaGraph = "https://graph.facebook.com";

/** How long (ms) a call waits for its answer, and an upload. */
const patience = { call: 30_000, upload: 120_000 };

const largestAnswer = 1024 * 1024;

type Call = { method?: string; body?: Raw | FormData; mayHaveEffect?: boolean; patience?: number };

/**
 * Meta's Graph API with a number's token. Throws GraphRefusal, Unreachable, and Uncertain where a
 * call with an effect had no answer.
 */
export class Graph {
  constructor(
    private readonly base: string,
    private readonly account: () => Pick<CloudAccount, "accessToken" | "apiVersion">,
    private readonly signal?: AbortSignal,
  ) {}

  get(path: string): Promise<Raw> {
    return this.#call(path, {});
  }

  /** `mayHaveEffect`: a message, which must not be sent twice. */
  post(path: string, body: Raw, { mayHaveEffect = false } = {}): Promise<Raw> {
    return this.#call(path, { method: "POST", body, mayHaveEffect });
  }

  delete(path: string, body?: Raw): Promise<Raw> {
    return this.#call(path, { method: "DELETE", body });
  }

  upload(path: string, form: FormData): Promise<Raw> {
    return this.#call(path, { method: "POST", body: form, patience: patience.upload });
  }

  /** Whether a file's address may be asked at all: nothing leaves without TLS. */
  mayFetch = (url: URL) => url.protocol === "https:" || isMetas(url, this.base);

  /** The headers that ask for a file: the token goes to Meta's own hosts alone. */
  fileHeaders = (url: URL): Record<string, string> =>
    isMetas(url, this.base) ? this.#authorization() : {};

  async #call(path: string, { method = "GET", body, mayHaveEffect, ...more }: Call): Promise<Raw> {
    const { apiVersion } = this.account();
    const limit = AbortSignal.timeout(more.patience ?? patience.call);
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${this.base}/${apiVersion}/${path}`, {
        method,
        headers: {
          ...this.#authorization(),
          ...(body && !(body instanceof FormData) && { "content-type": "application/json" }),
        },
        body: body instanceof FormData ? body : body && JSON.stringify(body),
        redirect: "manual",
        signal: this.signal ? AbortSignal.any([limit, this.signal]) : limit,
      });
      text = await response.text();
    } catch (thrown) {
      throw mayHaveEffect && !neverArrived(thrown) ? uncertain(thrown) : unreachable(thrown);
    }
    const answer = objectOf(text);
    const error = errorIn(answer);
    if (error) throw new GraphRefusal(response.status, error);
    if (response.ok && answer) return answer;
    // A gateway in between answered: the call may have come through.
    const message = `Graph answered ${response.status} without an error of its own`;
    throw mayHaveEffect ? new Uncertain(message) : new Unreachable(message);
  }

  #authorization = () => ({ authorization: `Bearer ${this.account().accessToken}` });
}

/** Whether an address is one of Meta's, or on the stand-in that tests use. */
export function isMetas(url: URL, base: string): boolean {
  if (base !== metaGraph) return url.origin === new URL(base).origin;
  return (
    url.protocol === "https:" &&
    /(^|\.)(fbsbx\.com|facebook\.com|whatsapp\.net)$/.test(url.hostname)
  );
}

function objectOf(text: string): Raw | undefined {
  if (text.length > largestAnswer) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a call failed before its body can have left. */
const neverArrived = (thrown: unknown) =>
  /^(ConnectionRefused|FailedToOpenSocket|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|DNS\w*|ERR_TLS\w*|\w*CERT\w*)$/.test(
    String((thrown as { code?: unknown }).code),
  );

// The messages of fetch name no header, so the token is in none of them.
const messageOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : "no answer");
const unreachable = (thrown: unknown) => new Unreachable(messageOf(thrown), { cause: thrown });
const uncertain = (thrown: unknown) => new Uncertain(messageOf(thrown), { cause: thrown });
