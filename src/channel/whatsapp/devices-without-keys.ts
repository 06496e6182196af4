import {
  getBinaryNodeChild,
  jidDecode,
  type BinaryNode,
  type WASocket,
} from "@whiskeysockets/baileys";
import { AsyncLocalStorage } from "node:async_hooks";
import { Cache } from "../cache.ts";
import type { Vault } from "./vault.ts";

const minute = 60_000;

const inGroup = new AsyncLocalStorage<boolean>();

/**
 * The devices of all users in Baileys' cache, without those that lately had no keys. A linked
 * device that never got keys can't be written to, and is not asked for at each message.
 */
export class Devices extends Cache {
  readonly #keyless = new Cache(10 * minute, 5000);

  async mget<T>(users: string[]): Promise<Record<string, T | undefined>> {
    return Object.fromEntries(users.map((user) => [user, this.#writable(user) as T | undefined]));
  }

  lacksKeys(user: string, device: number) {
    this.#keyless.set(nameOf(user, device), true);
  }

  // A person whose devices all lack keys keeps them here: with none, Baileys would count the
  // message as sent. In a group, the others still get it.
  #writable(user: string) {
    const all = this.get<{ device?: number }[]>(user);
    const some = all?.filter(({ device = 0 }) => !this.#keyless.get(nameOf(user, device)));
    return some?.length === 0 && !inGroup.getStore() ? all : some;
  }
}

/**
 * Removes devices without keys from the network's answers before Baileys reads them. For one such
 * device, Baileys would drop the keys of all others, and no device would get the message.
 */
export function ignoreDevicesWithoutKeys(socket: WASocket, devices: Devices, vault: Vault) {
  socket.ws.on("frame", (frame: BinaryNode | Uint8Array) => {
    const list =
      frame instanceof Uint8Array || frame.tag !== "iq"
        ? undefined
        : getBinaryNodeChild(frame, "list");
    if (!Array.isArray(list?.content)) return;
    const keyless = list.content.filter(
      (each) => each.tag === "user" && getBinaryNodeChild(each, "error"),
    );
    if (keyless.length === 0) return;
    list.content = list.content.filter((each) => !keyless.includes(each));
    for (const { attrs } of keyless)
      for (const [user, device] of namesOf(attrs.jid ?? "", vault)) devices.lacksKeys(user, device);
  });
}

/**
 * Relays a message; once more when it turned out that some can't be written to, so that the others
 * are.
 */
export async function relayed<T>(isGroup: boolean, relay: () => Promise<T>): Promise<T> {
  return inGroup.run(isGroup, async () => {
    try {
      return await relay();
    } catch (thrown) {
      if (!(thrown instanceof Error) || thrown.message !== "All encryptions failed") throw thrown;
      return relay();
    }
  });
}

const nameOf = (user: string, device: number) => `${user}:${device}`;

// Keys are kept under lids, and devices may be listed by number.
function namesOf(jid: string, vault: Vault): [user: string, device: number][] {
  const { user = "", device = 0 } = jidDecode(jid) ?? {};
  const { [`${user}_reverse`]: phone } = vault.keys.get("lid-mapping", [
    `${user}_reverse`,
  ]) as Record<string, string | undefined>;
  return phone
    ? [
        [user, device],
        [phone, device],
      ]
    : [[user, device]];
}
