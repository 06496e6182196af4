import type { ConnectionState } from "../shared.ts";

/** A message that a channel heard. `id` is the network's own. `from` is the writer's number, digits only. */
export type Heard = {
  id: string;
  from: string;
  name: string;
  body: string;
  media?: { bytes: Uint8Array; name: string };
  quotedId?: string;
  group?: { id: string; subject: string };
};

/** A message to send. `id` was made and stored before: the same id again is the same message. */
export type Outgoing = {
  id: string;
  to: { type: "phone" | "lid" | "group"; value: string };
  body: string;
  media?: { path: string; type: string; name: string };
  quotedId?: string;
};

/** What a connection's life looks like from outside. */
export type Line = { status: ConnectionState; qrcode: string; number?: string };

/** Whom a channel tells. `message` settles when the message is kept: until then the network must keep it. */
export type Ears = {
  line(line: Line): void;
  message(heard: Heard): Promise<void>;
  ack(id: string, level: number): void;
};

/** One connection to a phone network. It speaks our words and knows nothing of tickets or stores. */
export interface Channel {
  /** Comes up, or shows a QR code to be linked by. */
  start(): Promise<void>;
  /** Goes down, still linked. */
  stop(): Promise<void>;
  /** Gives the link up. */
  logout(): Promise<void>;
  /** Hands a message to the network. Throws Refused when it never will go, Unreachable when it may later. */
  send(message: Outgoing): Promise<void>;
}

/** The network will not take this message. The reason is shown to the agent. */
export class Refused extends Error {}

/** The network can't be reached: the message stays in line. */
export class Unreachable extends Error {}

/** Every company's connections, by company and connection. */
export interface Lines {
  start(company: number, connection: number): Promise<void>;
  /** Takes a connection down for good, with all its network knows of it. */
  forget(company: number, connection: number): Promise<void>;
  logout(company: number, connection: number): Promise<void>;
  /** The running channel; undefined when it was never started. */
  channel(company: number, connection: number): Channel | undefined;
}
