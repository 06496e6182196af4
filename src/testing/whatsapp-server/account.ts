import { proto, type BinaryNode } from "@whiskeysockets/baileys";
import type { Companion } from "./companion.ts";
import { messageId, type HandsetOptions } from "./handset.ts";
import { appStateKey, historyOf, type Past } from "./history.ts";
import { fileOf, reuploaded } from "./media.ts";
import { child, isGroup, node, seconds } from "./nodes.ts";
import type { Network } from "./network.ts";
import { enter, scan } from "./pairing.ts";
import { addressOf, jid, type Person } from "./people.ts";
import { Phone } from "./phone.ts";
import { reach } from "./relay.ts";

/** The shop's own phone, which devices link with. */
export class Account extends Phone {
  /** Whether the phone no longer has the files of its messages. */
  lostFiles = false;
  private past: Past[] = [];

  constructor(net: Network, person: Person, habits: HandsetOptions = {}) {
    super(net, person, toWhom, {
      ...habits,
      peer: (id, message) => this.repeats(id, message),
      asked: (receipt) => this.uploadsAgain(receipt),
    });
  }

  /** The linked devices. */
  get companions(): Companion[] {
    return this.net.companions([this.person]);
  }

  /** The number of devices that it ever linked. */
  get registrations(): number {
    return this.person.links;
  }

  /**
   * The owner scans a QR code. Resolves when the device is linked; rejects with the phone's error.
   */
  async scans(qr: string): Promise<void> {
    this.meets(await scan(this.net, this.pairing, qr));
  }

  /**
   * The owner types a pairing code on the phone. Waits so many ms for a client that asks for a
   * code.
   */
  async pairs(code: string, patience = 5000): Promise<void> {
    this.meets(await enter(this.net, this.pairing, code, patience));
  }

  /**
   * The owner reads a message on the phone. The linked devices get a receipt; the sender gets one
   * if the owner shows them.
   */
  override async reads(id: string): Promise<void> {
    const message = this.found(id);
    const shows = this.person.privacy.readreceipts === "all";
    if (shows) await super.reads(id);
    const { chat, from, sender } = message;
    const self = jid(this.person, reach(this.person, addressOf(from)));
    const group = isGroup(chat);
    const receipt = node("receipt", {
      from: group ? chat : self,
      participant: group ? self : undefined,
      recipient: group ? undefined : jid(sender, addressOf(from)),
      id,
      type: shows ? "read" : "read-self",
      t: seconds(),
    });
    for (const companion of this.companions) companion.take(receipt);
  }

  /**
   * Gives the linked devices the earlier messages. Without a linked device, each gets them as it
   * links.
   */
  async sharesHistory(past: Past[]): Promise<void> {
    this.past = past;
    if (this.companions.length) this.tellsPast();
  }

  /** Removes one link, or all of them. */
  async unlinks(device?: number): Promise<void> {
    for (const companion of this.companions)
      if (device === undefined || companion.id === device) companion.unlink();
  }

  async blocks(other: Phone): Promise<void> {
    this.person.blocked.add(other.person);
    this.showsBlock(other, "block");
  }

  async unblocks(other: Phone): Promise<void> {
    this.person.blocked.delete(other.person);
    this.showsBlock(other, "unblock");
  }

  private get pairing() {
    return { person: this.person, key: this.handset.account };
  }

  private meets(companion: Companion | undefined): void {
    if (companion)
      companion.greet = () => {
        this.toOwn(appStateKey());
        if (this.past.length) this.tellsPast();
      };
  }

  private tellsPast(): void {
    for (const message of historyOf(this.person, this.past)) this.toOwn(message);
  }

  private toOwn(message: proto.IMessage): void {
    this.handset.write(jid(this.person), message, { category: "peer" });
  }

  private showsBlock(other: Phone, action: string): void {
    for (const companion of this.companions)
      companion.take(
        node(
          "notification",
          { from: jid(this.person), type: "account_sync", id: messageId(), t: seconds() },
          [node("blocklist", {}, [node("item", { jid: other.lid, action })])],
        ),
      );
  }

  /** A linked device could not read some messages: the phone sends their content. */
  private repeats(request: string, { protocolMessage }: proto.IMessage): void {
    const requested =
      protocolMessage?.peerDataOperationRequestMessage?.placeholderMessageResendRequest ?? [];
    const peerDataOperationResult = requested.flatMap(({ messageKey }) => {
      const message = this.received.find(({ id }) => id === messageKey?.id);
      if (!message) return [];
      const info = {
        key: messageKey,
        message: message.message,
        messageTimestamp: Math.floor(message.at.getTime() / 1000),
        pushName: message.sender.name,
      };
      return [
        {
          placeholderMessageResendResponse: {
            webMessageInfoBytes: proto.WebMessageInfo.encode(
              proto.WebMessageInfo.fromObject(info),
            ).finish(),
          },
        },
      ];
    });
    if (!peerDataOperationResult.length) return;
    const peerDataOperationRequestResponseMessage = {
      peerDataOperationRequestType:
        proto.Message.PeerDataOperationRequestType.PLACEHOLDER_MESSAGE_RESEND,
      stanzaId: request,
      peerDataOperationResult,
    };
    this.toOwn({
      protocolMessage: {
        type: proto.Message.ProtocolMessage.Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
        peerDataOperationRequestResponseMessage,
      },
    });
  }

  private uploadsAgain(receipt: BinaryNode): void {
    const { id = "" } = receipt.attrs;
    const { file } = fileOf(this.found(id).message);
    const path = this.lostFiles
      ? null
      : this.net.media.store(this.net.media.read(file.directPath!));
    const notification = reuploaded(
      receipt,
      child(receipt, "rmr")!,
      jid(this.person),
      file.mediaKey!,
      path,
    );
    for (const companion of this.companions) companion.take(notification);
  }
}

function toWhom(): never {
  throw new Error("say whom it is for: an account writes to many");
}
