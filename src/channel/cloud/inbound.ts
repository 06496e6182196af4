import type { ChannelHandlers, ChannelSetAside, Identifier, Person } from "../channel.ts";
import { Cache } from "../cache.ts";
import type { CloudStore } from "./cloud-store.ts";
import { decode, decodeEcho, type DecodedPart } from "./decode.ts";
import type { WebhookPart } from "./envelope.ts";
import { graphErrorOf, reasonOf, type GraphError } from "./errors.ts";
import { authorOf, countryIn, identifiersIn } from "./people.ts";
import { handle, isObject, personName } from "../wire-values.ts";
import { statusOf } from "./statuses.ts";

/** Parts that share one turn of the event loop, and so one commit. */
const atOnce = 50;

/** Pairs of identifiers that were reported within the last hour are not reported again. */
const repeatedFor = 3_600_000;
const mostPairs = 2000;

export type InboundEvents = {
  /** An error of the account or of a message, which may concern the whole connection. */
  onError(error: GraphError): void;
  /** A report on the account or the number. */
  onAccount(part: WebhookPart): void;
  /** A customer wrote last with this message. */
  onWritten(who: Identifier[], messageId: string): void;
};

/**
 * Stores the parts of webhooks. A part that cannot be stored is set aside, so that Meta does not
 * repeat the others for days. rules.md#no-message-lost
 */
export class CloudInbound {
  readonly #reported = new Cache(repeatedFor, mostPairs);

  constructor(
    private readonly store: CloudStore,
    private readonly handlers: ChannelHandlers,
    private readonly events: InboundEvents,
    private readonly ownNumber: () => string,
    private readonly tell: (event: string, more: object) => void,
  ) {}

  /** Settles when all parts are on disk. Throws when the file cannot be written. */
  async receive(parts: WebhookPart[]) {
    for (let at = 0; at < parts.length; at += atOnce) {
      // In order: each stores its rows before the next one begins, in the same commit.
      await Promise.all(parts.slice(at, at + atOnce).map((part) => this.#storeOrSetAside(part)));
      await this.store.settled;
      if (at + atOnce < parts.length) await new Promise(setImmediate);
    }
  }

  /** Tries parts again that were set aside; `all` also those that wait for a person. */
  async retry(all: boolean) {
    for (const { id, part } of this.store.parts(all)) {
      try {
        await this.#apply(part);
        this.store.stored(id);
      } catch (thrown) {
        this.store.tried(id);
        this.#note(part, thrown);
      }
    }
    this.handlers.onSetAside(this.store.waiting);
  }

  /** The authors of the parts that wait for a person. */
  waiting(): ChannelSetAside[] {
    return this.store.parts(true).map(({ part, at }) => ({ from: this.#authorOf(part), at }));
  }

  async #storeOrSetAside(part: WebhookPart) {
    try {
      await this.#apply(part);
    } catch (thrown) {
      // Throws in its turn when the disk is full: then the whole webhook comes again.
      this.store.setAside(
        part,
        this.#authorOf(part).ids.map(({ type, value }) => `${type}:${value}`),
      );
      this.#note(part, thrown);
    }
  }

  #authorOf({ item, contacts }: WebhookPart): Person {
    return authorOf(item, contacts);
  }

  // The name of the error alone: its message may hold a customer's words.
  #note({ kind }: WebhookPart, thrown: unknown) {
    this.tell("cloud set aside", { kind, error: thrown instanceof Error ? thrown.name : "?" });
  }

  async #apply(part: WebhookPart): Promise<void> {
    const { kind, item, contacts } = part;
    switch (kind) {
      case "message":
        return this.#message(decode(item, contacts, this.ownNumber()));
      case "echo":
        return this.#message(decodeEcho(item, contacts));
      case "status":
        return this.#status(item);
      case "error":
        return this.events.onError(graphErrorOf(item));
      case "userId":
        return this.#userIdChanged(item);
      case "contact":
        return this.#contact(item);
      // Messages from before the link are not live: they must open no ticket and start no bot.
      case "history":
      case "historyFile":
      case "historyDeclined":
        return undefined;
      default:
        return this.events.onAccount(part);
    }
  }

  async #message(decoded: DecodedPart | undefined): Promise<void> {
    if (!decoded) return;
    const { handlers } = this;
    if (decoded.what === "moved") return handlers.onMoved(decoded.from, decoded.to);
    if (decoded.what === "reaction") return handlers.onReaction(decoded);
    if (decoded.what === "edit") return handlers.onEdit(decoded);
    if (decoded.what === "deletion") return handlers.onDelete(decoded);
    const { message, media } = decoded;
    // Before the message: its file is fetched as soon as it is stored.
    if (media) this.store.keepMedia(message.id, media);
    if (message.from) this.events.onWritten(message.from.ids, message.id);
    await handlers.onMessage(message);
  }

  #status(item: Record<string, unknown>) {
    const status = statusOf(item);
    if (!status) return;
    const { id, level, ours, error, receiver, at, pricing } = status;
    const reason = error && reasonOf(error);
    this.handlers.onAck(id, level, {
      ...(reason && { reason }),
      ...(ours && { ours }),
      billing: { at, country: countryIn(receiver), pricing },
    });
    if (error) this.events.onError(error);
    this.learn(receiver);
  }

  /** Two identifiers of one person, once in a while. */
  learn(ids: Identifier[]) {
    const pair = ids.map(({ value }) => value).join(" ");
    if (ids.length < 2 || this.#reported.get(pair)) return;
    this.#reported.set(pair, true);
    this.handlers.onPerson({ ids, name: "" });
  }

  /** A person in the book of the shop's phone. One who leaves it stays a contact. */
  #contact({ action, contact }: Record<string, unknown>) {
    if (action !== "add" || !isObject(contact)) return;
    const ids = identifiersIn({ phone: contact.phone_number, userId: contact.user_id });
    const username = handle(contact.username).slice(1);
    const name = personName(contact.full_name || contact.first_name);
    if (ids.length > 0) this.handlers.onPerson({ ids, name, ...(username && { username }) });
  }

  #userIdChanged({ user_id }: Record<string, unknown>) {
    const { previous, current } = isObject(user_id) ? user_id : {};
    const [before, after] = [previous, current].map((userId) => identifiersIn({ userId }));
    if (before!.length > 0 && after!.length > 0)
      this.handlers.onMoved(before!, { ids: after!, name: "" });
  }
}
