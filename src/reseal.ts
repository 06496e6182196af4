import type { Database } from "bun:sqlite";
import { resealSessions } from "./channel/whatsapp/reseal.ts";
import { resealCloudAccounts } from "./modules/cloud-accounts/reseal.ts";

/** Seals all secrets of a company's file, which is not in use, with another box's key. */
export function reseal(sqlite: Database, from: Uint8Array, to: Uint8Array) {
  resealSessions(sqlite, from, to);
  resealCloudAccounts(sqlite, from, to);
}
