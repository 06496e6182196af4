import { proto } from "@whiskeysockets/baileys";
import { Call } from "./call.ts";
import { Group } from "./group.ts";
import { notifyNewKeys } from "./group-notifications.ts";
import {
  Handset,
  messageId,
  type HandsetOptions,
  type Received,
  type ReceivedAck,
} from "./handset.ts";
import { download, upload } from "./media.ts";
import { isGroup, node, seconds } from "./nodes.ts";
import type { Network } from "./network.ts";
import { addressOf, jid, type Addressing, type Person } from "./people.ts";
import { textOf } from "./texts.ts";
import { pollOf, voteOf } from "./votes.ts";

/** A recipient: a phone, a group, or a name on the wire. */
export type To = Phone | Group | string;
/**
 * A message to a `list` (`…@broadcast`) of its sender goes to many, and each receives it alone.
 * `phoneOnly` hides a message from linked devices, which have to ask their phone for it. Its value
 * is `true` or the word for the reason. People who come from an advertisement write such messages.
 */
export type Sending = {
  to?: To;
  id?: string;
  quote?: string;
  edit?: string;
  list?: string;
  phoneOnly?: boolean | string;
};
type Match = RegExp | string | ((received: Received) => boolean);

/** A person's phone in a test: writes, receives, reads, calls. */
export class Phone {
  readonly handset: Handset;
  private readonly wrote = new Map<string, { to: string; message: proto.IMessage }>();

  constructor(
    protected readonly net: Network,
    readonly person: Person,
    private readonly usual: () => Phone,
    habits: HandsetOptions = {},
  ) {
    this.handset = new Handset(net, person, 0, habits);
  }

  get name(): string {
    return this.person.name;
  }

  get number(): string | undefined {
    return this.person.number;
  }

  get lid(): string {
    return jid(this.person, "lid");
  }

  /** Its name on the wire. */
  get jid(): string {
    return jid(this.person);
  }

  set picture(picture: Uint8Array | undefined) {
    this.person.picture = picture;
  }

  get picture(): Uint8Array | undefined {
    return this.person.picture;
  }

  /** All decrypted messages, in order, with duplicates. */
  get received(): Received[] {
    return this.handset.received.all;
  }

  /** The messages that its owner sees: each once, even if it came twice. */
  get inbox(): Received[] {
    return [
      ...new Map(this.received.toReversed().map((one) => [`${one.chat} ${one.id}`, one])).values(),
    ].toReversed();
  }

  get badMacs(): number {
    return this.handset.trouble.badMacs;
  }

  get replays(): number {
    return this.handset.trouble.replays;
  }

  get retries(): number {
    return this.handset.trouble.retries;
  }

  /** The typing states of others that the phone showed. */
  get states(): string[] {
    return this.handset.states;
  }

  async says(text: string, { quote, ...sending }: Sending = {}): Promise<string> {
    return this.sends(
      quote === undefined
        ? { conversation: text }
        : { extendedTextMessage: { text, contextInfo: this.quoting(quote) } },
      sending,
    );
  }

  /** Sends any message. Resolves with its id, when the server has it. */
  async sends(
    message: proto.IMessage,
    { to, id = messageId(), edit, list, phoneOnly }: Sending = {},
  ): Promise<string> {
    const chat = this.chat(to);
    this.wrote.set(id, { to: chat, message });
    return this.handset.write(chat, message, { id, edit, list, phoneOnly });
  }

  async sendsImage(
    file: Uint8Array,
    {
      caption,
      mimetype = "image/jpeg",
      ...sending
    }: Sending & { caption?: string; mimetype?: string } = {},
  ): Promise<string> {
    return this.sends(
      {
        imageMessage: {
          ...(await upload(this.net.media, file, "image")),
          mimetype,
          caption,
          width: 640,
          height: 480,
        },
      },
      sending,
    );
  }

  async sendsVideo(
    file: Uint8Array,
    {
      caption,
      mimetype = "video/mp4",
      seconds = 3,
      ...sending
    }: Sending & { caption?: string; mimetype?: string; seconds?: number } = {},
  ): Promise<string> {
    return this.sends(
      {
        videoMessage: {
          ...(await upload(this.net.media, file, "video")),
          mimetype,
          caption,
          seconds,
          width: 640,
          height: 480,
        },
      },
      sending,
    );
  }

  async sendsVoice(file: Uint8Array, seconds = 3, sending: Sending = {}): Promise<string> {
    return this.sends(
      {
        audioMessage: {
          ...(await upload(this.net.media, file, "audio")),
          mimetype: "audio/ogg; codecs=opus",
          ptt: true,
          seconds,
          waveform: new Uint8Array(64).fill(50),
        },
      },
      sending,
    );
  }

  async sendsAudio(
    file: Uint8Array,
    {
      mimetype = "audio/mpeg",
      seconds = 3,
      ...sending
    }: Sending & { mimetype?: string; seconds?: number } = {},
  ): Promise<string> {
    return this.sends(
      { audioMessage: { ...(await upload(this.net.media, file, "audio")), mimetype, seconds } },
      sending,
    );
  }

  async sendsDocument(
    file: Uint8Array,
    {
      fileName,
      caption,
      mimetype = "application/pdf",
      ...sending
    }: Sending & { fileName: string; caption?: string; mimetype?: string },
  ): Promise<string> {
    const documentMessage = {
      ...(await upload(this.net.media, file, "document")),
      mimetype,
      fileName,
      title: fileName,
      caption,
    };
    return this.sends(
      caption === undefined
        ? { documentMessage }
        : { documentWithCaptionMessage: { message: { documentMessage } } },
      sending,
    );
  }

  async sendsSticker(file: Uint8Array, sending: Sending = {}): Promise<string> {
    return this.sends(
      {
        stickerMessage: {
          ...(await upload(this.net.media, file, "sticker")),
          mimetype: "image/webp",
          width: 512,
          height: 512,
        },
      },
      sending,
    );
  }

  async sendsLocation(
    { lat, lng, name, thumb }: { lat: number; lng: number; name?: string; thumb?: Uint8Array },
    sending: Sending = {},
  ): Promise<string> {
    return this.sends(
      {
        locationMessage: {
          degreesLatitude: lat,
          degreesLongitude: lng,
          name,
          jpegThumbnail: thumb,
        },
      },
      sending,
    );
  }

  async sendsLiveLocation(
    { lat, lng, caption }: { lat: number; lng: number; caption?: string },
    sending: Sending = {},
  ): Promise<string> {
    return this.sends(
      {
        liveLocationMessage: {
          degreesLatitude: lat,
          degreesLongitude: lng,
          caption,
          sequenceNumber: 1,
        },
      },
      sending,
    );
  }

  async sendsContact(
    cards: { name: string; number: string }[],
    sending: Sending = {},
  ): Promise<string> {
    const contacts = cards.map(({ name, number }) => ({
      displayName: name,
      vcard: `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nTEL;type=CELL;waid=${number}:+${number}\nEND:VCARD`,
    }));
    return this.sends(
      contacts.length === 1
        ? { contactMessage: contacts[0] }
        : { contactsArrayMessage: { displayName: `${contacts.length} contatos`, contacts } },
      sending,
    );
  }

  /** An empty text removes the reaction. */
  async reacts(id: string, text: string): Promise<string> {
    return this.sends(
      { reactionMessage: { key: this.key(id), text, senderTimestampMs: Date.now() } },
      { to: this.chatOf(id) },
    );
  }

  async edits(id: string, text: string, { list }: Pick<Sending, "list"> = {}): Promise<string> {
    const protocolMessage = {
      key: this.key(id),
      type: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT,
      editedMessage: { conversation: text },
      timestampMs: Date.now(),
    };
    return this.sends(
      { editedMessage: { message: { protocolMessage } } },
      { to: this.chatOf(id), edit: "1", list },
    );
  }

  /** Makes a poll. */
  async asks(question: string, options: string[], sending: Sending = {}): Promise<string> {
    return this.sends(pollOf(question, options), sending);
  }

  /** Votes in a poll of its own or of another's; a vote without options undoes it. */
  async votes(id: string, options: string[], by: Phone = this): Promise<string> {
    const poll = by.wrote.get(id)?.message ?? this.found(id).message;
    return this.sends(voteOf(poll, this.key(id), { creator: by.jid, voter: this.jid, options }), {
      to: this.chatOf(id),
    });
  }

  async deletes(id: string): Promise<string> {
    return this.sends(
      { protocolMessage: { key: this.key(id), type: proto.Message.ProtocolMessage.Type.REVOKE } },
      { to: this.chatOf(id), edit: "7" },
    );
  }

  /** Rings until either side ends the call. */
  async calls({ video = false, to }: { video?: boolean; to?: Phone } = {}): Promise<Call> {
    const other = (to ?? this.usual()).person;
    return new Call(this.net, this.handset, other, this.towards(other), video);
  }

  async types(to?: Phone): Promise<void> {
    this.shows("composing", to);
  }

  /** Records a voice note. */
  async records(to?: Phone): Promise<void> {
    this.shows("composing", to, { media: "audio" });
  }

  async pauses(to?: Phone): Promise<void> {
    this.shows("paused", to);
  }

  /** Opens WhatsApp, or puts the phone away: the subscribers get a notice. */
  async isOnline(online: boolean, to: Phone = this.usual()): Promise<void> {
    const from = jid(this.person, this.towards(to.person));
    for (const companion of this.net.companions([to.person]))
      if (companion.subscribed.has(this.person))
        companion.tell(
          node("presence", online ? { from } : { from, type: "unavailable", last: seconds() }),
        );
  }

  /**
   * The first matching message, past or future. Rejects after `patience` ms, with the messages that
   * came.
   */
  async receives(match: Match, patience = 5000): Promise<Received> {
    const fits = (one: Received) =>
      typeof match === "function"
        ? match(one)
        : typeof match === "string"
          ? one.text === match
          : match.test(one.text);
    const description = () =>
      `${this.name} waited ${patience} ms for ${String(match)} and received ${JSON.stringify(this.received.map(({ text, from }) => `${from}: ${text}`))}; bad MACs ${this.badMacs}, asked again ${this.retries}`;
    return this.handset.received.until(fits, patience, description);
  }

  /** Waits until the other side received, read or played a message of its own. */
  async learns(id: string, type: ReceivedAck["type"], patience = 5000): Promise<ReceivedAck> {
    return this.handset.ticks.until(
      (one) => one.id === id && one.type === type,
      patience,
      () =>
        `${this.name} waited ${patience} ms to learn that ${id} was ${type}, and learnt ${JSON.stringify(this.handset.ticks.all.map((one) => `${one.id} ${one.type}`))}`,
    );
  }

  /** The file of a message, decrypted. */
  async downloads({ message }: Pick<Received, "message">): Promise<Buffer> {
    return download(this.net.media, message);
  }

  async gets(id: string): Promise<void> {
    this.handset.receipt(this.found(id));
  }

  async reads(id: string): Promise<void> {
    this.handset.receipt(this.found(id), "read");
  }

  async plays(id: string): Promise<void> {
    this.handset.receipt(this.found(id), "played");
  }

  /** The id of its last message with this text. Throws when there is none. */
  written(text: string): string {
    const entry = [...this.wrote].findLast(([, { message }]) => textOf(message) === text);
    if (!entry) throw new Error(`${this.name} never wrote ${text}`);
    return entry[0];
  }

  isBlockedBy({ person }: Phone): boolean {
    return person.blocked.has(this.person);
  }

  /**
   * Loses its sessions, as a phone from an old backup does: it asks again for messages that it
   * can't open.
   */
  forgets(): void {
    this.handset.forget();
  }

  /** Starts again with other keys, and notifies everyone's linked devices. */
  reinstalls(): void {
    this.handset.reinstall();
    notifyNewKeys(this.net, this.person);
  }

  /**
   * Links another device of the same person, which receives all that this one does. A keyless one
   * never uploads any keys.
   */
  addsDevice({ keyless = false } = {}): Handset {
    const id = Math.max(...this.person.devices.keys()) + 1;
    const handset = new Handset(this.net, this.person, id, { keyless });
    const added = node("device", { jid: jid(this.person, undefined, id), "key-index": id });
    for (const companion of this.net.companions())
      if (companion.person !== this.person)
        companion.take(
          node("notification", { from: this.jid, type: "devices", id: messageId() }, [
            node("add", { device_hash: "2:x" }, [added]),
          ]),
        );
    return handset;
  }

  /**
   * The kind of name that this phone uses for another person. It is the number if both show theirs
   * and neither uses a LID.
   */
  towards(other: Person): Addressing {
    return this.person.number &&
      other.number &&
      this.person.addressing === "pn" &&
      other.addressing === "pn"
      ? "pn"
      : "lid";
  }

  protected chat(to: To = this.usual()): string {
    if (typeof to === "string") return to;
    return to instanceof Group ? to.jid : jid(to.person, this.towards(to.person));
  }

  protected found(id: string): Received {
    const message = this.received.find((one) => one.id === id);
    if (!message) throw new Error(`${this.name} has no message ${id}`);
    return message;
  }

  private chatOf(id: string): string {
    return this.wrote.get(id)?.to ?? this.found(id).chat;
  }

  /** A message's key from the view of its chat partner. */
  private key(id: string): proto.IMessageKey {
    const own = this.wrote.get(id);
    if (own)
      return {
        id,
        fromMe: true,
        remoteJid: own.to,
        participant: isGroup(own.to) ? this.lid : undefined,
      };
    const { chat, from, fromMe } = this.found(id);
    return { id, fromMe, remoteJid: chat, participant: isGroup(chat) ? from : undefined };
  }

  private quoting(id: string): proto.IContextInfo {
    const own = this.wrote.get(id);
    if (own)
      return {
        stanzaId: id,
        participant: jid(this.person, addressOf(own.to)),
        quotedMessage: own.message,
      };
    const { from, message } = this.found(id);
    return { stanzaId: id, participant: from, quotedMessage: message };
  }

  private shows(state: string, to = this.usual(), attrs = {}): void {
    const from = jid(this.person, this.towards(to.person));
    for (const companion of this.net.companions([to.person]))
      if (companion.available) companion.tell(node("chatstate", { from }, [node(state, attrs)]));
  }
}
