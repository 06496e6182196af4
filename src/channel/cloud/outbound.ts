import { Unreachable, type Identifier, type MessageRef, type OutboundMessage } from "../channel.ts";
import { Cache } from "../cache.ts";
import { isId, line, list } from "../wire-values.ts";
import { encode, encodeReaction, encodeRead, receiver } from "./encode.ts";
import type { Remedy } from "./errors.ts";
import { cloudFile } from "./files.ts";
import type { Graph } from "./graph.ts";
import { upload } from "./media.ts";
import { identifiersIn } from "./people.ts";

/** An uploaded file lives for 30 days at Meta; a message is tried for a day. */
const uploadAge = 86_400_000;
const mostUploads = 1000;
/** Typing is shown for 25 s, and each report of it marks the message as read. */
const typingEvery = 20_000;
/** The pause (ms) after the number was too fast doubles up to this. */
const longestPause = 120_000;

/** Sends over Graph. It throws GraphRefusal, Refused, Unreachable and Uncertain. */
export class CloudOutbound {
  readonly #uploads = new Cache(uploadAge, mostUploads);
  /** The last message of each person, by which typing can be shown. */
  readonly #written = new Cache(86_400_000, 5000);
  readonly #typing = new Cache(typingEvery, 1000);
  readonly #running = new Set<Promise<unknown>>();
  #openAt = 0;
  #pause = 0;

  constructor(
    private readonly graph: () => Graph,
    private readonly phoneNumberId: () => string,
    private readonly learn: (ids: Identifier[]) => void,
  ) {}

  /** Returns the network's id of the message. */
  async send(message: OutboundMessage): Promise<string> {
    if (performance.now() < this.#openAt) throw new Unreachable("too fast");
    const mediaId = "file" in message.content ? await this.#upload(message) : "";
    const body = encode(message, mediaId);
    const answer = await this.#run(
      this.graph().post(`${this.phoneNumberId()}/messages`, body, { mayHaveEffect: true }),
    );
    this.#pause = 0;
    const [sent] = list(answer.messages);
    const [contact] = list(answer.contacts);
    // The network may know the person under another form of the number. rules.md#cloud-identity
    if (contact)
      this.learn([
        ...message.to.filter(({ type }) => type === "phone"),
        ...identifiersIn({ phone: contact.wa_id, userId: contact.user_id }),
      ]);
    return isId(sent?.id) ? sent.id : message.id;
  }

  async react({ id, chat }: MessageRef, emoji: string) {
    await this.#post(encodeReaction(chat, id, emoji));
  }

  /** The last message of each conversation is enough: it marks all before it. */
  async read(targets: MessageRef[]) {
    const last = new Map(targets.map((target) => [keyOf(target.chat), target.id]));
    for (const id of last.values()) await this.#post(encodeRead(id, false));
  }

  /** A customer wrote this message. */
  written(who: Identifier[], messageId: string) {
    this.#written.set(keyOf(who), messageId);
  }

  async typing(who: Identifier[]) {
    const key = keyOf(who);
    const id = this.#written.get<string>(key);
    if (!id || this.#typing.get(key)) return;
    this.#typing.set(key, true);
    await this.#post(encodeRead(id, true));
  }

  async block(who: Identifier[], blocked: boolean) {
    const to = receiver(who);
    const user = "to" in to ? to.to : to.recipient;
    const path = `${this.phoneNumberId()}/block_users`;
    const body = { messaging_product: "whatsapp", block_users: [{ user }] };
    await this.#run(blocked ? this.graph().post(path, body) : this.graph().delete(path, body));
  }

  /** The network found us too fast: for a person only the message itself waits. */
  slowDown(remedy: Extract<Remedy, { does: "wait" }>) {
    if (remedy.scope === "person") return;
    this.#pause = Math.min(this.#pause * 2 || remedy.ms, longestPause);
    this.#openAt = performance.now() + this.#pause;
  }

  async settled() {
    await Promise.allSettled(this.#running);
  }

  async #upload({ id, content }: OutboundMessage): Promise<string> {
    if (!("file" in content) || !content.file) return "";
    const uploaded = this.#uploads.get<string>(id);
    if (uploaded) return uploaded;
    const kind = content.kind === "template" ? "application" : content.kind;
    const form = cloudFile(kind, content.file);
    const mediaId = await this.#run(upload(this.graph(), this.phoneNumberId(), form, content.file));
    this.#uploads.set(id, mediaId);
    return mediaId;
  }

  #post = (body: Record<string, unknown>) =>
    this.#run(this.graph().post(`${this.phoneNumberId()}/messages`, body));

  async #run<Result>(work: Promise<Result>): Promise<Result> {
    this.#running.add(work);
    try {
      return await work;
    } finally {
      this.#running.delete(work);
    }
  }
}

/** One person under any of their identifiers: the number where there is one. */
const keyOf = (who: Identifier[]) => {
  const { type, value } = who.find((id) => id.type === "phone") ??
    who[0] ?? { type: "", value: "" };
  return `${type}:${line(value)}`;
};
