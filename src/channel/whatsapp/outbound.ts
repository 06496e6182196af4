import {
  generateWAMessage,
  jidNormalizedUser,
  proto,
  type GroupMetadata,
  type WASocket,
} from "@whiskeysockets/baileys";
import { downloadLimit } from "../../shared/limits.ts";
import { isSameNumber } from "../../shared/phone.ts";
import { ack } from "../../shared/states.ts";
import {
  Refused,
  Unreachable,
  type Identifier,
  type ChannelHandlers,
  type OutboundMessage,
  type Person,
  type MessageRef,
} from "../channel.ts";
import { handle } from "../wire-values.ts";
import { hasJid, identifierOf, jidAmong, jidOf, person, requireJid } from "./identifiers.ts";
import { captioned, mediaOf } from "./attachments.ts";
import { download, MediaGone, hosts, picture } from "./media.ts";
import { logger } from "./log-filter.ts";
import { NetworkAnswers } from "./network-answers.ts";
import type { Memory, Servers } from "./socket.ts";
import { keyOf, encode, type Thumbnail } from "./encode.ts";
import { uploader, uploadHosts } from "./upload.ts";
import type { Vault } from "./vault.ts";

/** How long a received message waits for its group's name, in ms. */
const subjectLimit = 3000;

/** Makes a picture small that is on the disk: no picture is opened in this process. */
export type MakeThumbnail = (path: string) => Promise<Thumbnail | undefined>;

/**
 * Sends messages and requests over one socket. A message counts as sent when the network has
 * acknowledged it.
 */
export class Outbound {
  readonly #answers: NetworkAnswers;
  #isOnline = false;
  readonly #hosts;
  readonly #upload;

  constructor(
    private readonly socket: WASocket,
    private readonly vault: Vault,
    servers: Servers,
    private readonly memory: Memory,
    private readonly handlers: ChannelHandlers,
    private readonly thumbnail: MakeThumbnail,
  ) {
    this.#answers = new NetworkAnswers(socket, servers.answerLimit);
    this.#hosts = hosts(servers.mediaHost);
    this.#upload = uploader(uploadHosts(this.socket), this.#hosts);
  }

  async send(message: OutboundMessage): Promise<string> {
    const jid = await this.#jidFor(message.to);
    const content =
      this.#contentUploadedBefore(message) ?? (await this.#generateContent(jid, message));
    const relay = (fresh: boolean) =>
      this.#answers.untilAcked(message.id, jid, () =>
        this.socket.relayMessage(jid, content, {
          messageId: message.id,
          ...(fresh && { useUserDevicesCache: false }),
        }),
      );
    try {
      await relay(false);
    } catch (thrown) {
      // Their list of devices is out of date: once more, with a fresh one.
      if (!(thrown instanceof Refused) || thrown.message !== "ERR_WAPP_STALE_DEVICES") throw thrown;
      this.memory.devices.flushAll();
      await relay(true);
    }
    return message.id;
  }

  async react(target: MessageRef, emoji: string) {
    await this.#sendContent(target, { react: { text: emoji, key: keyOf(target) } });
  }

  /**
   * A caption is sent again with its file: phones ignore a changed caption that comes as a text
   * alone.
   */
  async edit(target: MessageRef, body: string) {
    const sent = this.vault.content(target.id);
    const file = sent && captioned(sent, body);
    if (!file)
      return this.#sendContent(target, { text: body, edit: keyOf(target), linkPreview: null });
    const protocolMessage = {
      key: keyOf(target),
      type: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT,
      editedMessage: file,
      timestampMs: Date.now(),
    };
    await this.#relay(target, (jid, messageId) =>
      this.socket.relayMessage(
        jid,
        { protocolMessage },
        { messageId, additionalAttributes: { edit: "1" } },
      ),
    );
  }

  async delete(target: MessageRef) {
    await this.#sendContent(target, { delete: keyOf(target) });
  }

  async read(targets: MessageRef[]) {
    await this.#answers.ask(this.socket.readMessages(targets.map((target) => keyOf(target))));
  }

  /**
   * Shows us as online while an agent looks, since only then WhatsApp tells who types. At all other
   * times the shop's own phone must ring.
   */
  async watch(who: Identifier[] | null) {
    if (who === null) return this.#showOnline(false);
    const jid = personAmong(who);
    if (!jid) return;
    await this.#showOnline(true);
    await this.socket.presenceSubscribe(jid);
  }

  async typing(who: Identifier[], typing: boolean) {
    const jid = personAmong(who);
    if (jid) await this.socket.sendPresenceUpdate(typing ? "composing" : "paused", jid);
  }

  async *fetch(id: string): AsyncGenerator<Uint8Array> {
    const message = this.vault.content(id);
    const media = message && mediaOf(message);
    if (!media) throw new Refused("ERR_WAPP_DOWNLOAD_MEDIA");
    const from = (part: typeof media.part) =>
      download(part, media.type, { host: this.#hosts.download, limit: downloadLimit });
    try {
      return yield* from(media.part);
    } catch (thrown) {
      if (!(thrown instanceof MediaGone)) throw thrown;
    }
    const key = this.vault.key(id);
    if (!key) throw new Refused("ERR_WAPP_DOWNLOAD_MEDIA");
    // The phone that sent it may still have it.
    const again = await this.#answers
      .ask(this.socket.updateMediaMessage({ key, message }))
      .catch((thrown: unknown) => {
        // The phone may be off, or no longer have the file.
        throw thrown instanceof Unreachable ? thrown : new Refused("ERR_WAPP_DOWNLOAD_MEDIA");
      });
    const renewed = again.message && mediaOf(again.message);
    if (!renewed) throw new Refused("ERR_WAPP_DOWNLOAD_MEDIA");
    yield* from(renewed.part);
  }

  async check(numbers: string[]): Promise<Map<string, Identifier[]>> {
    const answers =
      (await this.#answers.ask(
        this.socket.onWhatsApp(...numbers.map((number) => jidOf({ type: "phone", value: number }))),
      )) ?? [];
    const identifiers = new Map<string, Identifier[]>();
    for (const { jid, exists } of answers) {
      const address = identifierOf(jid);
      if (!exists || !address) continue;
      const lid = await this.#answers.ask(this.socket.signalRepository.lidMapping.getLIDForPN(jid));
      for (const number of numbers)
        if (isSameNumber(number, address.value)) identifiers.set(number, person("", jid, lid).ids);
    }
    return identifiers;
  }

  async picture(who: Identifier[]): Promise<Uint8Array | undefined> {
    const url = await this.#answers
      .withinLimit(this.socket.profilePictureUrl(requireJid(who), "image", this.#answers.limit))
      .catch((thrown: unknown) => {
        // The picture is hidden, or there is none.
        if (thrown instanceof Unreachable) throw thrown;
        return undefined;
      });
    return url ? picture(url, this.#hosts) : undefined;
  }

  async block(who: Identifier[], blocked: boolean) {
    await this.#answers.ask(
      this.socket.updateBlockStatus(requireJid(who), blocked ? "block" : "unblock"),
    );
  }

  async group(id: string): Promise<{ subject: string; people: Person[] }> {
    const { subject, participants } = await this.#groupOf(jidOf({ type: "group", value: id }));
    return {
      subject,
      people: participants.map(({ id: member, phoneNumber, lid, notify, name, username }) =>
        person(name ?? notify ?? handle(username), member, phoneNumber, lid),
      ),
    };
  }

  /** A group's subject; empty when the network does not say it in time. */
  async subject(jid: string): Promise<{ subject: string }> {
    const group =
      this.vault.group(jid) ??
      (await Promise.race([this.#groupOf(jid), Bun.sleep(subjectLimit)]).catch(() => undefined));
    return { subject: group?.subject ?? "" };
  }

  /** The network took a message, or refused it. */
  acked(id: string, refusal: string | undefined) {
    if (!this.#answers.acked(id, refusal))
      this.handlers.onAck(id, refusal ? ack.failed : ack.sent, { reason: refusal });
  }

  /** The socket is gone: requests that wait for an answer fail. */
  end() {
    this.#answers.end();
  }

  // An account without a name can't be shown as online.
  async #showOnline(online: boolean) {
    if (online === this.#isOnline || !this.socket.authState.creds.me?.name) return;
    this.#isOnline = online;
    await this.socket.sendPresenceUpdate(online ? "available" : "unavailable");
  }

  // A file that was uploaded in an earlier attempt is not uploaded again; its caption may have
  // changed since.
  #contentUploadedBefore({ id, content }: OutboundMessage) {
    const stored = this.vault.content(id);
    const media = stored && mediaOf(stored);
    if (!media || !("file" in content)) return undefined;
    if ("caption" in media.part) media.part.caption = content.body;
    return stored;
  }

  async #generateContent(jid: string, message: OutboundMessage) {
    const { content } = message;
    const quoted = message.quoted && this.vault.content(message.quoted.id);
    const small = content.kind === "image" ? await this.thumbnail(content.file.path) : undefined;
    const { content: wire, options } = encode(message, { thumbnail: small, quoted });
    const userJid = jidNormalizedUser(this.socket.user!.id);
    const full = await generateWAMessage(jid, wire, {
      ...options,
      userJid,
      messageId: message.id,
      upload: this.#upload,
      logger: logger(() => {}),
    });
    // Stored first: a device that can't decrypt it asks for it again, even after a crash.
    this.vault.keep(message.id, full);
    return full.message!;
  }

  #sendContent(target: MessageRef, content: Parameters<WASocket["sendMessage"]>[1]) {
    return this.#relay(target, (jid, messageId) =>
      this.socket.sendMessage(jid, content, { messageId }),
    );
  }

  async #relay(target: MessageRef, relay: (jid: string, id: string) => Promise<unknown>) {
    const id = `3EB0${crypto.randomUUID().replaceAll("-", "").slice(0, 18).toUpperCase()}`;
    const jid = requireJid(target.chat);
    await this.#answers.untilAcked(id, jid, () => relay(jid, id));
  }

  async #groupOf(jid: string): Promise<GroupMetadata> {
    const group = await this.#answers.ask(this.socket.groupMetadata(jid));
    this.vault.keepGroup(jid, group);
    return group;
  }

  /**
   * Where a message goes: to their lid where it is known, since their keys are stored under it. An
   * unknown number is looked up once.
   */
  async #jidFor(identifiers: Identifier[]): Promise<string> {
    const to = identifiers.filter(hasJid);
    if (to.some(({ type }) => type !== "phone")) return requireJid(to);
    const [phone] = to;
    if (!phone) throw new Refused("ERR_WAPP_INVALID_CONTACT");
    const cached = this.memory.numbers.get<string>(phone.value);
    if (cached) return cached;
    const ids = (await this.check([phone.value])).get(phone.value);
    if (!ids) throw new Refused("ERR_WAPP_INVALID_CONTACT");
    const jid = requireJid(ids);
    this.memory.numbers.set(phone.value, jid);
    return jid;
  }
}

// Groups get no typing.
const personAmong = (who: Identifier[]) =>
  who.some(({ type }) => type === "group") ? undefined : jidAmong(who);
