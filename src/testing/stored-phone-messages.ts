import { Database } from "bun:sqlite";
import { join } from "node:path";

/** All messages of a practice phone, read from the network's file; the box may be down. */
export function storedPhoneMessages(data: string, number: string) {
  using network = new Database(join(data, "practice/1.sqlite"), { readonly: true });
  return network
    .query("SELECT id, fromShop, body FROM messages WHERE number = ? ORDER BY seq")
    .all(number) as { id: string; fromShop: number; body: string }[];
}
