import type { AccountCheck } from "./table.ts";
import type { CloudBody } from "./body.ts";

/** A webhook as it came: its signature is over these bytes. */
export type Webhook = { path: string; bytes: Uint8Array; signature: string | null };

/** The running connections of the official channel, for the routes. */
export type OfficialChannel = {
  /** The answer to Meta's handshake. Throws missing, unready, and forbidden for a wrong token. */
  handshake(path: string, query: Record<string, unknown>): string;
  /** Throws where a body need not be read: missing, unready, signin without a signature. */
  admit(path: string, signature: string | null): void;
  /** Stores a webhook. Throws missing, signin for a wrong signature, unready. */
  receive(webhook: Webhook): Promise<void>;
  /** Whether Meta has confirmed this number for a running connection of any company. */
  has(phoneNumberId: string): boolean;
  /** Asks Meta about the fields of a form. Throws unready in safe mode. */
  check(fields: Required<CloudBody>): Promise<AccountCheck>;
};
