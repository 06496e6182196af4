import {
  binaryNodeToString,
  decodeDecompressedBinaryNode,
  encodeBinaryNode,
  type BinaryNode,
} from "@whiskeysockets/baileys";
import * as dictionary from "@whiskeysockets/baileys/lib/WABinary/constants.js";
import { big } from "./nodes.ts";
import { respond, type Authority, type Cipher, type Opened } from "./noise.ts";

/** The websocket functions that a wire uses. */
export type Pipe = {
  send: (bytes: Uint8Array) => unknown;
  close: () => void;
  terminate: () => void;
};

type WireHandlers = {
  /** Returns the authority that answers the hello; undefined leaves the client waiting for ever. */
  hello: () => Authority | undefined;
  opened: (opened: Omit<Opened, "cipher">) => void;
  stanza: (stanza: BinaryNode) => void;
};

const trace = process.env.WA_TRACE === "1";

/** A websocket of the protocol: frames in and out, under noise after the greeting. */
export class Wire {
  private arrived: Buffer = Buffer.alloc(0);
  private introduced = false;
  private finish?: (frame: Uint8Array) => Opened;
  private cipher?: Cipher;
  private mute = false;

  constructor(
    private readonly pipe: Pipe,
    private readonly handlers: WireHandlers,
  ) {}

  receive(data: Buffer): void {
    if (this.mute) return;
    this.arrived = this.arrived.length ? Buffer.concat([this.arrived, data]) : data;
    if (!this.introduced && !this.introduce()) return;
    while (this.arrived.length >= 3 && !this.mute) {
      const size = this.arrived.readUIntBE(0, 3);
      if (this.arrived.length < size + 3) return;
      const frame = this.arrived.subarray(3, size + 3);
      this.arrived = this.arrived.subarray(size + 3);
      this.take(frame);
    }
  }

  send(stanza: BinaryNode): void {
    if (this.mute || !this.cipher) return;
    if (trace) process.stderr.write(`S>C ${binaryNodeToString(stanza)}\n`);
    this.frame(this.cipher.encrypt(encodeBinaryNode(stanza)));
  }

  /** Sends a frame that no key opens. */
  corrupt(): void {
    if (!this.cipher) return;
    const frame = this.cipher.encrypt(encodeBinaryNode({ tag: "ib", attrs: {} }));
    frame[0]! ^= 0xff;
    this.frame(frame);
  }

  /** From now on it reads and answers nothing, while the connection stays up. */
  deaden(): void {
    this.mute = true;
  }

  close(): void {
    this.mute = true;
    this.pipe.close();
  }

  /** Ends the connection without a goodbye. */
  cut(): void {
    this.mute = true;
    this.pipe.terminate();
  }

  /** The client's first bytes: routing info if any, then the header. */
  private introduce(): boolean {
    const routed = this.arrived[0] === 0x45 && this.arrived[1] === 0x44;
    if (routed && this.arrived.length < 7) return false;
    const skip = (routed ? 7 + this.arrived.readUIntBE(4, 3) : 0) + 4;
    if (this.arrived.length < skip) return false;
    this.arrived = this.arrived.subarray(skip);
    this.introduced = true;
    return true;
  }

  private take(frame: Buffer): void {
    if (this.cipher) {
      // The first byte is a flag of compression, which clients don't use.
      const stanza = decodeDecompressedBinaryNode(
        this.cipher.decrypt(frame).subarray(1),
        dictionary,
      );
      if (trace) process.stderr.write(`C>S ${binaryNodeToString(stanza)}\n`);
      return this.handlers.stanza(stanza);
    }
    if (this.finish) {
      const { cipher, ...opened } = this.finish(frame);
      this.cipher = cipher;
      return this.handlers.opened(opened);
    }
    const who = this.handlers.hello();
    if (!who) return this.deaden();
    const { answer, finish } = respond(frame, who);
    this.finish = finish;
    this.frame(answer);
  }

  private frame(payload: Uint8Array): void {
    this.pipe.send(Buffer.concat([big(payload.length, 3), payload]));
  }
}
