import type { Cloud } from "../channel/cloud/cloud.ts";
import { partsOf, type WebhookPart } from "../channel/cloud/envelope.ts";
import { isSameText, isSignature, isSigned } from "../channel/cloud/signature.ts";
import { Fault } from "../kit/fault.ts";
import { parseJson } from "../kit/http/body.ts";
import { notFound } from "../kit/db/page.ts";
import { log, trace } from "../kit/process/log.ts";
import { count } from "../kit/process/metrics.ts";
import type { OfficialChannel, Webhook } from "../modules/cloud-accounts/official-channel.ts";
import { checkAccount } from "./cloud-check.ts";

/**
 * The running connections of the official channel in all companies, by the address and by the
 * number that Meta names. rules.md#cloud-webhooks
 */
export class CloudWebhooks implements OfficialChannel {
  readonly #byPath = new Map<string, Cloud>();
  readonly #byNumber = new Map<string, Cloud>();
  /** Those whose number Graph has shown to their own token. */
  readonly #confirmed = new Set<Cloud>();
  #isOpen = false;
  #forged = { count: 0, lastAt: 0 };

  constructor(
    private readonly now: () => number,
    /** The address of Graph, without a slash at its end. */
    readonly base: string,
    private readonly refuseHeld?: () => void,
  ) {}

  /** All companies' connections have come up: an unknown address is no connection's. */
  opened() {
    this.#isOpen = true;
  }

  /**
   * Takes webhooks for a connection. False where Meta has confirmed its number for another one: its
   * messages would go to either.
   */
  add(channel: Cloud): boolean {
    const { path, phoneNumberId } = channel.account;
    const other = this.#byNumber.get(phoneNumberId);
    if (other && other !== channel && this.#confirmed.has(other)) return false;
    this.#byPath.set(path, channel);
    if (!other) this.#byNumber.set(phoneNumberId, channel);
    return true;
  }

  /**
   * Meta knows the number by the connection's own token. A connection that only claims the number
   * gives it up. False where Meta has confirmed it for another one before.
   */
  confirm(channel: Cloud): boolean {
    const { phoneNumberId } = channel.account;
    const other = this.#byNumber.get(phoneNumberId);
    if (other && other !== channel && this.#confirmed.has(other)) return false;
    this.#byNumber.set(phoneNumberId, channel);
    this.#confirmed.add(channel);
    if (other && other !== channel) other.yield();
    return true;
  }

  remove(channel: Cloud) {
    this.#confirmed.delete(channel);
    for (const map of [this.#byPath, this.#byNumber])
      for (const [key, each] of map) if (each === channel) map.delete(key);
  }

  /** Whether Meta has confirmed this number for a running connection. */
  has = (phoneNumberId: string) => {
    const channel = this.#byNumber.get(phoneNumberId);
    return channel !== undefined && this.#confirmed.has(channel);
  };

  /** Webhooks with a wrong signature since the start: how many, and when the last came. */
  get forged(): { count: number; lastAt: number } {
    return this.#forged;
  }

  check = async (fields: Parameters<OfficialChannel["check"]>[0]) => {
    this.refuseHeld?.();
    return checkAccount(this.base, fields);
  };

  /** The answer to Meta's handshake. Throws missing, unready, and forbidden for a wrong token. */
  handshake(path: string, query: Record<string, unknown>): string {
    const { verifyToken } = this.#at(path).account;
    const isValid =
      query["hub.mode"] === "subscribe" &&
      isSameText(textOf(query["hub.verify_token"]), verifyToken);
    if (!isValid)
      throw new Fault("forbidden", "ERR_NO_PERMISSION", { message: "Acesso não permitido" });
    return textOf(query["hub.challenge"]).slice(0, longestChallenge);
  }

  /**
   * Whether a body may come at all, before it is read. Throws missing for an unknown address, and
   * signin without a signature.
   */
  admit(path: string, signature: string | null) {
    const channel = this.#at(path);
    if (!isSignature(signature)) throw this.#refuseForged(channel);
  }

  /**
   * Stores a webhook's parts. Throws missing for an unknown address, signin for a wrong signature,
   * and unready while nothing can be stored: Meta then sends it again.
   */
  async receive({ path, bytes, signature }: Webhook): Promise<void> {
    const channel = this.#at(path);
    if (!isSigned(bytes, signature, channel.account.appSecret)) throw this.#refuseForged(channel);
    counted("accepted");
    const { parts, ignored } = partsOf(parsed(bytes));
    if (ignored.length > 0)
      log("info", "webhook field", { field: ignored.slice(0, 5).join(), count: ignored.length });
    // Also one without a part: the address works.
    const byChannel = new Map<Cloud, WebhookPart[]>([[channel, []]]);
    for (const part of parts)
      for (const target of this.#targets(part, channel)) {
        const own = byChannel.get(target) ?? [];
        own.push(part);
        byChannel.set(target, own);
      }
    for (const [target, own] of byChannel) {
      // An app may serve several numbers, but no company's app speaks for another's.
      if (target === channel || isSigned(bytes, signature, target.account.appSecret))
        await stored(target, own);
      else counted("foreign");
    }
  }

  #at(path: string): Cloud {
    const channel = this.#byPath.get(path);
    if (channel) return channel;
    if (this.#isOpen) throw notFound();
    throw unready();
  }

  /** The connections that a part is for; reports on an account are for all of its numbers. */
  #targets({ phoneNumberId, wabaId, number }: WebhookPart, channel: Cloud): Cloud[] {
    if (phoneNumberId === channel.account.phoneNumberId) return [channel];
    if (phoneNumberId !== "") {
      const target = this.#byNumber.get(phoneNumberId);
      if (!target) counted("unknown number");
      return target ? [target] : [];
    }
    return [...this.#byNumber.values()].filter(
      ({ account, number: own }) => account.wabaId === wabaId && (number === "" || number === own),
    );
  }

  #refuseForged(channel: Cloud): Fault {
    channel.forged();
    this.#forged = { count: this.#forged.count + 1, lastAt: this.now() };
    counted("forged");
    return new Fault("signin", "ERR_SIGNATURE", { message: "Assinatura inválida" });
  }
}

const longestChallenge = 200;

// A name that comes twice in an address is a list.
const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** The JSON of a webhook; undefined for a body that is none, or far more than Meta sends. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return parseJson(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

async function stored(channel: Cloud, parts: WebhookPart[]) {
  try {
    await channel.receive(parts);
  } catch (thrown) {
    log("error", "webhook", trace(thrown));
    throw unready();
  }
}

const unready = () =>
  new Fault("unready", "ERR_NOT_READY", { message: "O servidor ainda não pode guardar mensagens" });

const counted = (result: string) =>
  count("balcao_cloud_webhooks_total", "Webhooks of the official channel.", { result });
